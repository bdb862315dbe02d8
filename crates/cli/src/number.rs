//! Whole numbers on the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a whole number of this range. The error for anything else names the range.
pub(crate) fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("write a whole number from {} to {}", range.start(), range.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn whatever_is_no_number_of_the_range_is_told_the_range() {
        let depth = whole(1..=4096_u16);
        assert_eq!((depth("1"), depth("4096")), (Ok(1), Ok(4096)));
        for wrong in ["0", "4097", "-3", "1.5", "ten", "", "99999999999999999999", "0x10"] {
            assert_eq!(depth(wrong), Err("write a whole number from 1 to 4096".to_owned()), "{wrong}");
        }
    }
}
