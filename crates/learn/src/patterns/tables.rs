//! Weights that several threads read and change at once, without locks.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A number that threads share. Of two changes at the same time one can be lost: to learning this is noise.
#[derive(Debug, Default)]
pub(crate) struct Shared(AtomicU32);

impl Shared {
    #[inline]
    pub(crate) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, number: f32) {
        self.0.store(number.to_bits(), Ordering::Relaxed);
    }
}

/// A sum that threads share. After millions of games the sum of a frequent weight is so large that single precision would
/// not see a further change.
#[derive(Debug, Default)]
pub(crate) struct SharedSum(AtomicU64);

impl SharedSum {
    #[inline]
    pub(crate) fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, number: f64) {
        self.0.store(number.to_bits(), Ordering::Relaxed);
    }
}

/// What one weight keeps of its recommended changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) sum: SharedSum,
    pub(crate) magnitudes: SharedSum,
}

/// The weights for one side to move.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) weights: Vec<Shared>,
    pub(crate) changes: Vec<Changes>,
    /// The running means of the weights. They are what has been learned: the weights themselves go to and fro.
    pub(crate) means: Vec<f32>,
}

impl Table {
    pub(crate) fn new(weights: usize) -> Table {
        Table {
            weights: (0..weights).map(|_| Shared::default()).collect(),
            changes: (0..weights).map(|_| Changes::default()).collect(),
            means: vec![0.0; weights],
        }
    }

    /// Moves the means by a part of their difference to the weights.
    pub(crate) fn average(&mut self, part: f32) {
        for (mean, weight) in self.means.iter_mut().zip(&self.weights) {
            *mean += part * (weight.get() - *mean);
        }
    }
}
