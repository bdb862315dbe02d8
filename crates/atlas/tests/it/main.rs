//! The atlas of the program, against brute force and against what others have published.

mod brute_force;
mod published;
