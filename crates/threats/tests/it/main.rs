//! Chains of threats: worked positions, and random games against slower ways to the same answers.

mod class;
mod worked_examples;
