//! The page is part of the program: whatever changes in its folder is built in again.

use std::io::{Write, stdout};

fn main() -> std::io::Result<()> {
    writeln!(stdout(), "cargo:rerun-if-changed=dist")
}
