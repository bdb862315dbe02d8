//! The library as strangers use it.

mod examples;
mod facade;
