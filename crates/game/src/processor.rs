//! The instructions that the hottest code is compiled for, chosen at run time.
//!
//! A program for any x86-64 processor can use only the instructions that the first ones had. Code that gains from later
//! instructions is written as [`Work`] and compiled twice, once for each [`Processor`]. The processor is a type. It is
//! chosen once, where a solver or a series of random games begins, and the code below does not ask again.

use std::fmt::Debug;

/// A kind of processor that code is compiled for.
pub trait Processor: Copy + Debug + Send + Sync + 'static {
    /// Runs work that is compiled for this kind of processor.
    fn run<W: Work>(self, work: W) -> W::Output;
}

/// A computation together with its arguments.
///
/// What [`run`](Work::run) calls is compiled for the processor as far as it is inlined, so `run` and the functions
/// that gain from it carry `#[inline(always)]`.
pub trait Work {
    /// The result.
    type Output;

    /// Computes the result.
    fn run(self) -> Self::Output;
}

/// Any processor that the program was compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Processor for Portable {
    #[inline]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run()
    }
}

/// An x86-64 processor with AVX2 and the bit instructions that came with it or before: Intel's and AMD's from 2013 and
/// 2015 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2 {
    /// Values are made by [`Avx2::detect`] alone.
    detected: (),
}

impl Avx2 {
    /// Whether code for sets of this many bits is compiled for the instructions. Code for wider sets, of large and rare
    /// boards, takes the longest to compile and gains the least.
    pub const fn is_for(bits: u32) -> bool {
        bits <= 512
    }

    /// The processor that this program runs on, if it has the instructions.
    pub fn detect() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        let found = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let found = false;
        found.then_some(Avx2 { detected: () })
    }
}

impl Processor for Avx2 {
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[expect(unsafe_code, reason = "only this module knows that the processor has the instructions")]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_instructions<W: Work>(work: W) -> W::Output {
            work.run()
        }
        // SAFETY: `self` was made by `detect`, which saw that the processor has all of them.
        unsafe { with_instructions(work) }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run()
    }
}
