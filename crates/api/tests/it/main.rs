//! Requests and answers as callers use them.

mod json;
mod partial;
mod review;
mod why;
