//! The one step from a run-time number of bits to a compile-time bitboard type.

use std::any::{Any, TypeId};

use crate::bits::Words;

/// The bitboard types that games are compiled to, narrowest first.
///
/// The type is chosen once, when a game is compiled; nothing below that step asks for it again.
///
/// ```
/// use connect_toe_game::Width;
/// assert_eq!(Width::holding(49), Some(Width::W64));
/// assert_eq!(Width::holding(65), Some(Width::W128));
/// assert_eq!(Width::holding(5000), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// One machine word: `u64`.
    W64,
    /// Two words: `u128`.
    W128,
    /// Four words.
    W256,
    /// Eight words.
    W512,
    /// Sixteen words.
    W1024,
    /// Sixty-four words: every board of the class.
    W4096,
}

/// Sixty-four words hold the largest board of the class, 4096 cells.
pub type Widest = Words<64>;

impl Width {
    /// All widths, narrowest first.
    pub const ALL: [Width; 6] =
        [Width::W64, Width::W128, Width::W256, Width::W512, Width::W1024, Width::W4096];

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W64 => 64,
            Width::W128 => 128,
            Width::W256 => 256,
            Width::W512 => 512,
            Width::W1024 => 1024,
            Width::W4096 => 4096,
        }
    }

    /// The narrowest width with at least `bits` bits.
    pub fn holding(bits: u32) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bits() >= bits)
    }
}

/// A constant for each bitboard type that games are compiled to, looked up by its own type.
///
/// The compiler makes the code of a generic function in the crate that first knows its types, so each crate that uses
/// one pays for it again. A static `ByWidth` that holds functions for every width fixes where their code is made: in
/// the crate of the static, once. Generic code of other crates looks them up. [`by_width!`](crate::by_width) writes
/// one.
///
/// ```
/// use connect_toe_game::width::ByWidth;
/// use connect_toe_game::{Bits, by_width};
///
/// type Count<B> = fn(B) -> u32;
/// static COUNTS: ByWidth = by_width!(B => <B as Bits>::count as Count<B>);
///
/// fn count<B: Bits>(set: B) -> u32 {
///     COUNTS.get::<Count<B>>()(set)
/// }
/// assert_eq!(count(0b1011_u64), 3);
/// ```
#[derive(Debug)]
pub struct ByWidth([&'static (dyn Any + Send + Sync); Width::ALL.len()]);

impl ByWidth {
    /// Puts together the constants of all widths, in any order.
    pub const fn new(constants: [&'static (dyn Any + Send + Sync); Width::ALL.len()]) -> ByWidth {
        ByWidth(constants)
    }

    /// The constant of type `T`.
    ///
    /// # Panics
    /// No constant has that type: it is for a bitboard type that [`Game`](crate::Game) does not use.
    #[inline]
    pub fn get<T: Any>(&self) -> &'static T {
        let found = self.find(TypeId::of::<T>()).and_then(|constant| constant.downcast_ref());
        found.expect("games are compiled to the bitboard types of `Game` alone")
    }

    fn find(&self, wanted: TypeId) -> Option<&'static (dyn Any + Send + Sync)> {
        self.0.iter().copied().find(|constant| (**constant).type_id() == wanted)
    }
}

/// A function for the bitboard type `$bits`, compiled for every width in the crate of this expression, and nowhere
/// else: `for_width!(B => count::<B>, fn(&Rules<B>) -> usize)(rules)` calls `count`.
///
/// What a crate offers to the rest of the program goes through it. Code that calls other code of the engine for every
/// node does not: there a look-up and a call cost time.
///
/// ```
/// use connect_toe_game::{Bits, for_width};
/// fn count_here<B: Bits>(set: B) -> u32 {
///     set.count()
/// }
///
/// pub fn count<B: Bits>(set: B) -> u32 {
///     for_width!(B => count_here::<B>, fn(B) -> u32)(set)
/// }
/// assert_eq!(count(0b1011_u64), 3);
/// ```
#[macro_export]
macro_rules! for_width {
    ($bits:ident => $function:expr, $type:ty) => {{
        type Function<$bits> = $type;
    static FUNCTIONS: $crate::width::ByWidth = $crate::by_width!($bits => $function as Function<$bits>);
        *FUNCTIONS.get::<Function<$bits>>()
    }};
}

/// A [`ByWidth`](crate::width::ByWidth) with the value of an expression in which `$bits` is each of the bitboard types.
#[macro_export]
macro_rules! by_width {
    ($bits:ident => $value:expr) => {
        $crate::width::ByWidth::new([
            $crate::by_width!(@one $bits = u64, $value),
            $crate::by_width!(@one $bits = u128, $value),
            $crate::by_width!(@one $bits = $crate::Words<4>, $value),
            $crate::by_width!(@one $bits = $crate::Words<8>, $value),
            $crate::by_width!(@one $bits = $crate::Words<16>, $value),
            $crate::by_width!(@one $bits = $crate::width::Widest, $value),
        ])
    };
    (@one $bits:ident = $type:ty, $value:expr) => {{
        type $bits = $type;
        const VALUE: &(dyn ::std::any::Any + Send + Sync) = &($value);
        VALUE
    }};
}
