//! Finite fields: sums and products of the numbers below a prime power.
//!
//! Number `i` of the field of `p^n` elements stands for the polynomial whose coefficients are the digits of `i` to
//! base `p`, the lowest digit the constant. Products are taken modulo the smallest monic irreducible polynomial of
//! degree `n`, compared from the highest coefficient on.

/// The field of `order` elements.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    order: u16,
    /// Row by row.
    sums: Vec<u16>,
    products: Vec<u16>,
}

/// The prime and the exponent of a prime power.
fn prime_power(order: u16) -> Option<(u16, u32)> {
    let prime = (2..=order).find(|&divisor| order.is_multiple_of(divisor))?;
    let exponent = (1..16).find(|&exponent| u32::from(prime).pow(exponent) >= u32::from(order))?;
    (u32::from(prime).pow(exponent) == u32::from(order)).then_some((prime, exponent))
}

pub(crate) fn is_prime_power(order: u16) -> bool {
    prime_power(order).is_some()
}

/// The order `q` of the projective plane with `q² + q + 1` points.
pub(crate) fn projective_order(points: u16) -> Option<u16> {
    let points_of = |order: u16| u32::from(order) * u32::from(order) + u32::from(order) + 1;
    (2..64).find(|&order| points_of(order) == u32::from(points)).filter(|&order| is_prime_power(order))
}

/// Digits to a base, the lowest first.
fn digits(number: u16, base: u16, count: usize) -> Vec<u16> {
    let digit = |rest: &mut u16| {
        let digit = *rest % base;
        *rest /= base;
        Some(digit)
    };
    std::iter::repeat_with(|| ()).scan(number, |rest, ()| digit(rest)).take(count).collect()
}

fn number(digits: &[u16], base: u16) -> u16 {
    digits.iter().rev().fold(0, |number, &digit| number * base + digit)
}

/// The remainder of a polynomial by a monic one of lower degree; coefficients rise.
fn remainder(mut polynomial: Vec<u16>, divisor: &[u16], prime: u16) -> Vec<u16> {
    let degree = divisor.len() - 1;
    while polynomial.len() > degree {
        let leading = polynomial.pop().unwrap_or_default();
        let from = polynomial.len() - degree;
        for (coefficient, &of_divisor) in polynomial[from..].iter_mut().zip(divisor) {
            *coefficient = (*coefficient + (prime - of_divisor) * leading) % prime;
        }
    }
    polynomial
}

/// The smallest monic irreducible polynomial of a degree.
fn irreducible(prime: u16, degree: u32) -> Vec<u16> {
    let monic = |number: u16, degree: u32| {
        let mut coefficients = digits(number, prime, degree as usize);
        coefficients.push(1);
        coefficients
    };
    let is_irreducible = |polynomial: &[u16]| {
        (1..=degree / 2).all(|of_divisor| {
            (0..prime.pow(of_divisor)).all(|number| {
                let rest = remainder(polynomial.to_vec(), &monic(number, of_divisor), prime);
                rest.iter().any(|&coefficient| coefficient != 0)
            })
        })
    };
    // The number of the lower coefficients grows with the highest of them first.
    (0..prime.pow(degree))
        .map(|number| monic(number, degree))
        .find(|polynomial| is_irreducible(polynomial))
        .unwrap_or_default()
}

impl Field {
    /// The field, if there is one of this order.
    pub(crate) fn new(order: u16) -> Option<Field> {
        let (prime, degree) = prime_power(order)?;
        let modulus = irreducible(prime, degree);
        let elements: Vec<Vec<u16>> =
            (0..order).map(|number| digits(number, prime, degree as usize)).collect();
        let mut field = Field { order, sums: Vec::new(), products: Vec::new() };
        for a in &elements {
            for b in &elements {
                let sum: Vec<u16> = a.iter().zip(b).map(|(a, b)| (a + b) % prime).collect();
                field.sums.push(number(&sum, prime));
                let mut product = vec![0; 2 * degree as usize - 1];
                for (i, a) in a.iter().enumerate() {
                    for (j, b) in b.iter().enumerate() {
                        product[i + j] = (product[i + j] + a * b) % prime;
                    }
                }
                field.products.push(number(&remainder(product, &modulus, prime), prime));
            }
        }
        Some(field)
    }

    pub(crate) fn add(&self, a: u16, b: u16) -> u16 {
        self.sums[usize::from(a) * usize::from(self.order) + usize::from(b)]
    }

    pub(crate) fn multiply(&self, a: u16, b: u16) -> u16 {
        self.products[usize::from(a) * usize::from(self.order) + usize::from(b)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_irreducible_polynomials() {
        // From the constant on: x² + x + 1, x³ + x + 1, x² + 1, x⁴ + x + 1, x² + 2, x³ + 2x + 1, x⁵ + x² + 1.
        assert_eq!(irreducible(2, 2), [1, 1, 1]);
        assert_eq!(irreducible(2, 3), [1, 1, 0, 1]);
        assert_eq!(irreducible(3, 2), [1, 0, 1]);
        assert_eq!(irreducible(2, 4), [1, 1, 0, 0, 1]);
        assert_eq!(irreducible(5, 2), [2, 0, 1]);
        assert_eq!(irreducible(3, 3), [1, 2, 0, 1]);
        assert_eq!(irreducible(2, 5), [1, 0, 1, 0, 0, 1]);
    }

    #[test]
    fn the_laws_of_a_field_hold() {
        for order in [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32] {
            let field = Field::new(order).expect("a prime power");
            for a in 0..order {
                assert_eq!((field.add(a, 0), field.multiply(a, 1), field.multiply(a, 0)), (a, a, 0));
                // Every element has an opposite, and every one but 0 an inverse.
                assert!((0..order).any(|b| field.add(a, b) == 0));
                assert!(a == 0 || (1..order).any(|b| field.multiply(a, b) == 1), "{a} of {order}");
                for (b, c) in [(1, order - 1), (order / 2, order - 1), (order / 3, order / 2)] {
                    let by_parts = field.add(field.multiply(a, b), field.multiply(a, c));
                    assert_eq!(field.multiply(a, field.add(b, c)), by_parts);
                }
            }
        }
        assert!([0, 1, 6, 10, 12, 15, 24].iter().all(|&order| Field::new(order).is_none()));
        assert_eq!(
            [7, 13, 21, 31, 43, 57].map(projective_order),
            [Some(2), Some(3), Some(4), Some(5), None, Some(7)]
        );
    }
}
