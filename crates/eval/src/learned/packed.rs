//! Whole numbers in little space: short codes for what is frequent.
//!
//! Method: adaptive binary range coding (Martin, *Range encoding*, 1979), with the carry of the Lempel–Ziv–Markov chain
//! algorithm of Pavlov. The binary digits of a number's length are coded in the light of the lengths of the two numbers before
//! it: weights of similar states are similarly large, and states that do not occur have none.

/// Probabilities have this many binary digits.
const PRECISION: u32 = 12;
/// How fast probabilities follow what is seen.
const SHIFT: u32 = 5;
/// The range is widened below this.
const NARROW: u32 = 1 << 24;
/// Lengths from here on are one class when they predict the next number.
const CLASSES: usize = 12;
/// More binary digits than a weight has.
const LONGEST: usize = 33;

/// The probability of a 0, which follows what is seen.
#[derive(Clone, Copy)]
struct Probability(u16);

impl Probability {
    const EVEN: Probability = Probability(1 << (PRECISION - 1));

    fn see(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> SHIFT;
        } else {
            self.0 += ((1 << PRECISION) - self.0) >> SHIFT;
        }
    }

    /// The part of a range that stands for a 0.
    fn of(self, range: u32) -> u32 {
        (range >> PRECISION) * u32::from(self.0)
    }
}

/// Where binary digits go to, or come from.
trait Coder {
    /// The range within which the next digit is coded.
    fn range(&mut self) -> &mut u32;

    /// Codes a digit, or reads one, where `zero` is the part of the range that stands for a 0; leaves the range as it is.
    fn digit(&mut self, zero: u32, digit: bool) -> bool;

    /// Writes or reads the highest byte.
    fn shift(&mut self);

    /// Codes `digit`, or reads what was coded in its place.
    fn code(&mut self, probability: &mut Probability, digit: bool) -> bool {
        let zero = probability.of(*self.range());
        let digit = self.digit(zero, digit);
        let range = self.range();
        *range = if digit { *range - zero } else { zero };
        probability.see(digit);
        while *self.range() < NARROW {
            *self.range() <<= 8;
            self.shift();
        }
        digit
    }
}

struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that can still change by a carry, and the number of bytes 255 behind it.
    waiting: u8,
    full: u64,
    is_first: bool,
    bytes: Vec<u8>,
}

impl Encoder {
    fn new() -> Encoder {
        Encoder { low: 0, range: u32::MAX, waiting: 0, full: 0, is_first: true, bytes: Vec::new() }
    }

    fn end(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

impl Coder for Encoder {
    fn range(&mut self) -> &mut u32 {
        &mut self.range
    }

    fn digit(&mut self, zero: u32, digit: bool) -> bool {
        if digit {
            self.low += u64::from(zero);
        }
        digit
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if carry == 1 || self.low < 0xff00_0000 {
            if !self.is_first {
                self.bytes.push(self.waiting.wrapping_add(carry));
            }
            self.is_first = false;
            for _ in 0..self.full {
                self.bytes.push(0xff_u8.wrapping_add(carry));
            }
            self.full = 0;
            self.waiting = (self.low >> 24) as u8;
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }
}

struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: &'a [u8],
    /// Bytes that were asked for beyond the end.
    missing: usize,
}

impl<'a> Decoder<'a> {
    fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { code: 0, range: u32::MAX, bytes, missing: 0 };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }
}

impl Coder for Decoder<'_> {
    fn range(&mut self) -> &mut u32 {
        &mut self.range
    }

    fn digit(&mut self, zero: u32, _: bool) -> bool {
        let digit = self.code >= zero;
        if digit {
            self.code -= zero;
        }
        digit
    }

    fn shift(&mut self) {
        let mut byte = 0;
        if let Some((&first, rest)) = self.bytes.split_first() {
            (byte, self.bytes) = (first, rest);
        } else {
            self.missing += 1;
        }
        self.code = self.code << 8 | u32::from(byte);
    }
}

/// What the numbers so far say about the next one.
struct Model {
    /// Whether a number is longer than this, by the classes of the two before it.
    longer: Vec<[Probability; LONGEST]>,
    /// The digits behind the first one, by the number's length: the first of them, and the others.
    digits: [[Probability; 2]; LONGEST],
    /// Whether a number is negative, by the sign of the last one.
    negative: [Probability; 3],
    /// The classes of the last two numbers, and the sign of the last one.
    last: [usize; 2],
    sign: usize,
}

impl Model {
    fn new() -> Model {
        Model {
            longer: vec![[Probability::EVEN; LONGEST]; CLASSES * CLASSES],
            digits: [[Probability::EVEN; 2]; LONGEST],
            negative: [Probability::EVEN; 3],
            last: [0; 2],
            sign: 0,
        }
    }

    /// Codes a number, or reads one.
    fn number(&mut self, coder: &mut impl Coder, number: i32) -> i32 {
        let magnitude = number.unsigned_abs();
        let longest = LONGEST - 1;
        let length = (u32::BITS - magnitude.leading_zeros()) as usize;
        let longer = &mut self.longer[self.last[0] * CLASSES + self.last[1]];
        let mut coded = 0;
        while coded < longest && coder.code(&mut longer[coded], length > coded) {
            coded += 1;
        }
        let mut result = u32::from(coded > 0);
        for place in (0..coded.saturating_sub(1)).rev() {
            let kind = usize::from(place + 2 < coded);
            let digit = coder.code(&mut self.digits[coded][kind], magnitude >> place & 1 == 1);
            result = result << 1 | u32::from(digit);
        }
        let is_negative = coded > 0 && coder.code(&mut self.negative[self.sign], number < 0);
        self.sign = if coded == 0 { 0 } else { 1 + usize::from(is_negative) };
        self.last = [self.last[1], coded.min(CLASSES - 1)];
        if is_negative { 0_i32.wrapping_sub_unsigned(result) } else { result as i32 }
    }
}

/// The code of numbers.
pub(super) fn pack(numbers: impl IntoIterator<Item = i32>) -> Vec<u8> {
    let (mut encoder, mut model) = (Encoder::new(), Model::new());
    for number in numbers {
        model.number(&mut encoder, number);
    }
    encoder.end()
}

/// The numbers of a code, `count` of them; `None` if the code has another length.
pub(super) fn unpack(bytes: &[u8], count: usize) -> Option<Vec<i32>> {
    let (mut decoder, mut model) = (Decoder::new(bytes), Model::new());
    let mut numbers = Vec::new();
    for _ in 0..count {
        numbers.push(model.number(&mut decoder, 0));
        if decoder.missing > 0 {
            return None;
        }
    }
    decoder.bytes.is_empty().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_game::mix;

    fn survives(numbers: &[i32]) -> usize {
        let bytes = pack(numbers.iter().copied());
        assert_eq!(unpack(&bytes, numbers.len()).as_deref(), Some(numbers));
        bytes.len()
    }

    #[test]
    fn numbers_survive() {
        survives(&[]);
        survives(&[0]);
        survives(&[i32::MIN, i32::MAX, -1, 1, i32::MIN, 0, i32::MAX]);
        for digits in 1_u64..32 {
            let number = |index| (mix(index) as i32) >> digits;
            survives(&(0..2000).map(number).collect::<Vec<_>>());
            // Long runs of one digit carry far.
            survives(
                &(0..2000)
                    .map(|index: u64| if index.is_multiple_of(digits + 3) { 7 } else { 0 })
                    .collect::<Vec<_>>(),
            );
        }
    }

    /// Numbers that are often 0 and seldom large take less than a byte.
    #[test]
    fn frequent_numbers_are_short() {
        let number = |index| if mix(index).is_multiple_of(8) { (mix(index + 1) % 5) as i32 - 2 } else { 0 };
        let bytes = survives(&(0..80_000).map(number).collect::<Vec<_>>());
        assert!(bytes < 12_000, "{bytes} bytes");
    }

    #[test]
    fn codes_of_another_length_are_refused() {
        let numbers: Vec<i32> = (0..500).map(|index| (mix(index) % 200) as i32 - 100).collect();
        let bytes = pack(numbers);
        for length in 0..bytes.len() {
            assert_eq!(unpack(&bytes[..length], 500), None, "{length} bytes");
        }
        assert_eq!(unpack(&[&bytes[..], &[0]].concat(), 500), None);
        assert_eq!(unpack(&bytes, 400), None);
    }
}
