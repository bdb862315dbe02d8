//! Cholesky's factorization.

/// The factor L of a symmetric positive definite matrix A = L Lᵀ, by rows.
pub(crate) struct Cholesky {
    size: usize,
    factor: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix given by rows, of which only the lower triangle is read. `None` if it is not positive
    /// definite.
    pub(crate) fn new(matrix: &[f64], size: usize) -> Option<Self> {
        let mut factor = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let inner: f64 =
                    (0..column).map(|index| factor[row * size + index] * factor[column * size + index]).sum();
                let rest = matrix[row * size + column] - inner;
                factor[row * size + column] = if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / factor[column * size + column]
                };
            }
        }
        Some(Self { size, factor })
    }

    /// The x with A x = `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (size, at) = (self.size, |row: usize, column: usize| self.factor[row * self.size + column]);
        let mut solution = right.to_vec();
        for row in 0..size {
            let inner: f64 = (0..row).map(|index| at(row, index) * solution[index]).sum();
            solution[row] = (solution[row] - inner) / at(row, row);
        }
        for row in (0..size).rev() {
            let inner: f64 = (row + 1..size).map(|index| at(index, row) * solution[index]).sum();
            solution[row] = (solution[row] - inner) / at(row, row);
        }
        solution
    }

    /// The inverse of A, by rows.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let mut unit = vec![0.0; self.size];
        let mut inverse = Vec::with_capacity(self.size * self.size);
        for row in 0..self.size {
            unit[row] = 1.0;
            inverse.extend(self.solve(&unit));
            unit[row] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_inverts() {
        let matrix = [4.0, 2.0, -2.0, 2.0, 10.0, 2.0, -2.0, 2.0, 6.0];
        let cholesky = Cholesky::new(&matrix, 3).expect("positive definite");
        let solution = cholesky.solve(&[0.0, 14.0, 6.0]);
        let product = |row: usize, vector: &[f64]| -> f64 {
            (0..3).map(|column| matrix[3 * row + column] * vector[column]).sum()
        };
        for (row, expected) in [0.0, 14.0, 6.0].into_iter().enumerate() {
            assert!((product(row, &solution) - expected).abs() < 1e-12);
        }
        let inverse = cholesky.inverse();
        for row in 0..3 {
            for column in 0..3 {
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((product(row, &inverse[3 * column..3 * column + 3]) - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        assert!(Cholesky::new(&[1.0, 2.0, 2.0, 1.0], 2).is_none());
        assert!(Cholesky::new(&[f64::NAN], 1).is_none());
        assert!(Cholesky::new(&[0.0], 1).is_none());
    }
}
