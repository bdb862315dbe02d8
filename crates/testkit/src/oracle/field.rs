//! Finite fields, for the lines of planes.

/// Coefficients, the constant first.
type Polynomial = Vec<usize>;

/// The field of `p^n` elements, with its tables.
///
/// Element `i` is the polynomial whose coefficients are the digits of `i` to base `p`, the lowest digit the constant.
#[derive(Debug)]
pub(super) struct Field {
    order: usize,
    sums: Vec<Vec<usize>>,
    products: Vec<Vec<usize>>,
}

impl Field {
    /// The field of so many elements; nothing if the number is not a power of a prime.
    pub(super) fn of_order(order: usize) -> Option<Field> {
        let (prime, degree) = prime_power(order)?;
        let modulus = smallest_irreducible(prime, degree);
        let elements: Vec<Polynomial> = (0..order).map(|number| digits(number, prime, degree)).collect();
        let sum = |a: &Polynomial, b: &Polynomial| a.iter().zip(b).map(|(a, b)| (a + b) % prime).collect();
        let product = |a: &Polynomial, b: &Polynomial| remainder(product(a, b, prime), &modulus, prime);
        let row = |a, combine: &dyn Fn(&Polynomial, &Polynomial) -> Polynomial| {
            elements.iter().map(|b| number(&combine(a, b), prime)).collect()
        };
        Some(Field {
            order,
            sums: elements.iter().map(|a| row(a, &sum)).collect(),
            products: elements.iter().map(|a| row(a, &product)).collect(),
        })
    }

    /// Every element.
    pub(super) fn elements(&self) -> std::ops::Range<usize> {
        0..self.order
    }

    pub(super) fn sum(&self, a: usize, b: usize) -> usize {
        self.sums[a][b]
    }

    pub(super) fn product(&self, a: usize, b: usize) -> usize {
        self.products[a][b]
    }
}

/// The prime and the exponent of a power of a prime.
fn prime_power(order: usize) -> Option<(usize, u32)> {
    let prime = (2..=order).find(|divisor| order.is_multiple_of(*divisor))?;
    let degree = (1..=order.ilog(prime)).find(|&degree| prime.pow(degree) == order)?;
    Some((prime, degree))
}

/// The lowest `count` digits of a number, the lowest first.
fn digits(number: usize, base: usize, count: u32) -> Polynomial {
    (0..count).map(|place| number / base.pow(place) % base).collect()
}

fn number(digits: &[usize], base: usize) -> usize {
    digits.iter().rev().fold(0, |number, digit| number * base + digit)
}

/// Every monic polynomial of a degree, in lexicographic order from the highest coefficient down.
fn monic(prime: usize, degree: u32) -> impl Iterator<Item = Polynomial> {
    (0..prime.pow(degree)).map(move |lower| {
        let mut coefficients = digits(lower, prime, degree);
        coefficients.push(1);
        coefficients
    })
}

/// The first monic polynomial that is not a product of two of lower degree.
fn smallest_irreducible(prime: usize, degree: u32) -> Polynomial {
    let is_product = |polynomial: &Polynomial| {
        (1..degree).any(|lower| {
            monic(prime, lower)
                .any(|a| monic(prime, degree - lower).any(|b| product(&a, &b, prime) == *polynomial))
        })
    };
    let found = monic(prime, degree).find(|polynomial| !is_product(polynomial));
    found.expect("every field has irreducible polynomials of every degree")
}

fn product(a: &[usize], b: &[usize], prime: usize) -> Polynomial {
    let mut product = vec![0; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            product[i + j] = (product[i + j] + a * b) % prime;
        }
    }
    product
}

/// What is left of a polynomial after division by a monic one.
fn remainder(mut polynomial: Polynomial, modulus: &[usize], prime: usize) -> Polynomial {
    while polynomial.len() >= modulus.len() {
        let leading = polynomial[polynomial.len() - 1];
        let shift = polynomial.len() - modulus.len();
        for (place, coefficient) in modulus.iter().enumerate() {
            let taken = leading * coefficient % prime;
            polynomial[shift + place] = (polynomial[shift + place] + prime - taken) % prime;
        }
        polynomial.pop();
    }
    polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_irreducible_polynomials() {
        // Coefficients from the constant up: x² + x + 1, x³ + x + 1, x² + 1, x⁴ + x + 1, x² + 2, x⁵ + x² + 1.
        for (prime, degree, expected) in [
            (2, 2, vec![1, 1, 1]),
            (2, 3, vec![1, 1, 0, 1]),
            (3, 2, vec![1, 0, 1]),
            (2, 4, vec![1, 1, 0, 0, 1]),
            (5, 2, vec![2, 0, 1]),
            (2, 5, vec![1, 0, 1, 0, 0, 1]),
            (7, 1, vec![0, 1]),
        ] {
            assert_eq!(smallest_irreducible(prime, degree), expected);
        }
    }

    #[test]
    fn a_field_for_every_prime_power_and_no_other_number() {
        let orders: Vec<usize> = (0..=32).filter(|&order| Field::of_order(order).is_some()).collect();
        assert_eq!(orders, [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32]);
        let four = Field::of_order(4).expect("a field");
        // x · x = x + 1, and every element is its own negative.
        assert_eq!((four.product(2, 2), four.product(2, 3), four.sum(3, 3)), (3, 1, 0));
    }

    #[test]
    fn everything_but_0_has_an_inverse() {
        for order in [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49] {
            let field = Field::of_order(order).expect("a field");
            for a in 1..order {
                assert_eq!(field.elements().filter(|&b| field.product(a, b) == 1).count(), 1, "{order}");
                assert_eq!(field.elements().filter(|&b| field.sum(a, b) == 0).count(), 1, "{order}");
            }
        }
    }
}
