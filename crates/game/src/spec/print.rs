//! Game text, printed: one canonical form for each game.

use std::fmt;

use super::game_spec::{End, Face, Faces, GameSpec};
use super::line_rule;

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.end {
            End::Low => '+',
            End::High => '-',
        };
        write!(f, "{sign}{}", self.dimension)
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Faces::Free => f.write_str("free"),
            Faces::Open(faces) => {
                let mut faces = faces.clone();
                faces.sort_unstable();
                for (index, face) in faces.iter().enumerate() {
                    write!(f, "{}{face}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, size) in self.sizes.iter().enumerate() {
            write!(f, "{}{size}", if index == 0 { "" } else { "x" })?;
        }
        write!(f, ":{}", line_rule::Shown(&self.lines, &self.sizes))?;
        let flags = self.flags();
        if self.faces != Faces::Free || !flags.is_empty() {
            write!(f, ":{}", self.faces)?;
        }
        for flag in flags {
            write!(f, ":{flag}")?;
        }
        Ok(())
    }
}
