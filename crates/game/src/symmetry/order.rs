//! The number of symmetries of a game, exact however large it is.

use std::fmt;

/// The number of symmetries of a game: from 1 to the factorial of 4096, which has 13,020 digits.
///
/// ```
/// use connect_toe_game::{GameSpec, symmetries};
/// let order = |game: &str| symmetries(&game.parse::<GameSpec>().expect("a game")).expect("is sound").order().clone();
/// assert_eq!(order("qubic").to_u64(), Some(192));
/// // Where one stone wins, all cells can change places.
/// assert_eq!(order("5x5:1").to_u64(), None);
/// assert_eq!(order("5x5:1").to_string(), "15511210043330985984000000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Digits to the base 10^9, the lowest first; the highest is not 0.
    digits: Vec<u32>,
}

const BASE: u64 = 1_000_000_000;

impl Order {
    /// The product of these numbers, all of them at least 1 and below 2^32.
    pub(crate) fn product(factors: impl IntoIterator<Item = usize>) -> Order {
        let mut order = Order { digits: vec![1] };
        for factor in factors {
            let mut carry = 0;
            for digit in &mut order.digits {
                let product = u64::from(*digit) * factor as u64 + carry;
                *digit = (product % BASE) as u32;
                carry = product / BASE;
            }
            while carry > 0 {
                order.digits.push((carry % BASE) as u32);
                carry /= BASE;
            }
        }
        order
    }

    /// The number, unless it is too large.
    pub fn to_u64(&self) -> Option<u64> {
        let add = |number: u64, digit: &u32| number.checked_mul(BASE)?.checked_add(u64::from(*digit));
        self.digits.iter().rev().try_fold(0, add)
    }
}

/// Decimal digits.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (highest, others) = self.digits.split_last().unwrap_or((&1, &[]));
        write!(f, "{highest}")?;
        others.iter().rev().try_for_each(|digit| write!(f, "{digit:09}"))
    }
}
