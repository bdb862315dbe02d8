#![no_main]
//! libFuzzer entry point.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| connect_toe_fuzz::targets::lines_file::run(bytes));
