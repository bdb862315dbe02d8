//! A fuzzer for a stable toolchain: mutates seeds, runs a target, keeps the inputs that break it.
//!
//! It does not measure coverage. The targets make up for that with seeds and words of their own; libFuzzer is for
//! long hunts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::targets::Target;

/// How long to hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hunt {
    /// This many inputs.
    Inputs(u64),
    /// This long, a look at the clock every few inputs.
    For(Duration),
}

/// An input that breaks a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The input, as small as cutting bytes out could make it.
    pub input: Vec<u8>,
    /// What the panic said.
    pub message: String,
}

/// Inputs are no longer than this.
const MAX_LENGTH: usize = 600;
/// Inputs kept to mutate further, besides the seeds.
const MAX_POOL: usize = 200;

/// Hunts for an input that breaks the target. Gives the number of inputs that were run.
///
/// # Errors
/// The first input that does.
pub fn hunt(target: &Target, hunt: Hunt, seed: u64) -> Result<u64, Finding> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let seeds = (target.seeds)();
    for input in &seeds {
        try_input(target, input)?;
    }
    let mut pool = seeds.clone();
    let start = Instant::now();
    let mut inputs = seeds.len() as u64;
    loop {
        match hunt {
            Hunt::Inputs(limit) if inputs >= limit => return Ok(inputs),
            Hunt::For(limit) if inputs.is_multiple_of(16) && start.elapsed() >= limit => return Ok(inputs),
            _ => {}
        }
        let mut input = pool[random.random_range(0..pool.len())].clone();
        for _ in 0..1_u32 << random.random_range(0..4_u32) {
            mutate(&mut input, target.words, &pool, &mut random);
        }
        input.truncate(MAX_LENGTH);
        try_input(target, &input)?;
        inputs += 1;
        // Now and then a mutant joins the pool or takes the place of another, so that mutations add up.
        if random.random_bool(0.02) {
            if pool.len() < seeds.len() + MAX_POOL {
                pool.push(input);
            } else {
                let place = random.random_range(seeds.len()..pool.len());
                pool[place] = input;
            }
        }
    }
}

/// Runs the target on one input.
fn try_input(target: &Target, input: &[u8]) -> Result<(), Finding> {
    let Err(message) = outcome(target, input) else { return Ok(()) };
    let input = shrink(target, input.to_vec());
    Err(Finding { message: outcome(target, &input).err().unwrap_or(message), input })
}

fn outcome(target: &Target, input: &[u8]) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| (target.run)(input))).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

/// Cuts out pieces, large ones first, as long as the target still breaks.
fn shrink(target: &Target, mut input: Vec<u8>) -> Vec<u8> {
    let mut piece = input.len() / 2;
    while piece > 0 {
        let mut at = 0;
        while at < input.len() {
            let mut shorter = input.clone();
            shorter.drain(at..(at + piece).min(input.len()));
            if outcome(target, &shorter).is_err() {
                input = shorter;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    input
}

fn mutate(input: &mut Vec<u8>, words: &[&str], pool: &[Vec<u8>], random: &mut ChaCha8Rng) {
    let at = random.random_range(0..=input.len());
    let to = random.random_range(at..=input.len()).min(at + 8);
    match random.random_range(0..8_u32) {
        0 => input.insert(at, random.random()),
        1 if at < input.len() => input[at] = random.random(),
        2 if at < input.len() => input[at] ^= 1 << random.random_range(0..8_u32),
        3 => drop(input.drain(at..to)),
        4 => {
            let copied = input[at..to].to_vec();
            input.splice(at..at, copied);
        }
        5 => {
            let other = &pool[random.random_range(0..pool.len())];
            let from = random.random_range(0..=other.len());
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
        _ if !words.is_empty() => {
            let word = words[random.random_range(0..words.len())].bytes();
            let replaced = if random.random_bool(0.5) { at..to } else { at..at };
            input.splice(replaced, word);
        }
        _ => input.push(random.random()),
    }
}

/// Does something without the default report of every panic, which would bury the finding: shrinking
/// panics on purpose.
pub fn quietly<T>(act: impl FnOnce() -> T) -> T {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = act();
    std::panic::set_hook(report);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn target(run: fn(&[u8])) -> Target {
        Target { name: "test", about: "", run, seeds: || vec![b"seed".to_vec()], words: &["needle"] }
    }

    #[test]
    fn a_bug_is_found_and_its_input_shrunk() {
        let buggy = target(|bytes| {
            assert!(!bytes.windows(7).any(|window| window == b"needle!"), "found the needle");
        });
        let found = hunt(&buggy, Hunt::Inputs(200_000), 1).expect_err("the needle is found");
        assert_eq!(found, Finding { input: b"needle!".to_vec(), message: "found the needle".to_owned() });
    }

    #[test]
    fn a_sound_target_runs_the_inputs_it_was_given() {
        assert_eq!(hunt(&target(|_| {}), Hunt::Inputs(100), 1), Ok(100));
    }

    #[test]
    fn no_target_breaks_on_a_thousand_inputs() {
        for target in Target::ALL {
            if let Err(finding) = hunt(target, Hunt::Inputs(1000), 2004) {
                panic!("{}: {}\ninput: {:?}", target.name, finding.message, finding.input);
            }
        }
    }
}
