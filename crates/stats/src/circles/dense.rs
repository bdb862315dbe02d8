//! Systems of linear equations, small and dense.

/// A matrix by rows.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    pub(super) columns: usize,
    pub(super) entries: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(rows: usize, columns: usize) -> Matrix {
        Matrix { columns, entries: vec![0.0; rows * columns] }
    }

    pub(super) fn rows(&self) -> usize {
        self.entries.len().checked_div(self.columns).unwrap_or(0)
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.columns + column]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.columns + column]
    }

    fn exchange_rows(&mut self, one: usize, other: usize) {
        for column in 0..self.columns {
            self.entries.swap(one * self.columns + column, other * self.columns + column);
        }
    }

    /// Takes a multiple of row `from` off row `to`, from a column on.
    fn subtract(&mut self, to: usize, from: usize, factor: f64, first: usize) {
        for column in first..self.columns {
            let part = factor * self.at(from, column);
            *self.at_mut(to, column) -= part;
        }
    }
}

/// The x with A x = b, for a square A with b as a column beside it, by Gauss's elimination. `None` if A is singular.
pub(super) fn solve(mut system: Matrix) -> Option<Vec<f64>> {
    let size = system.rows();
    for step in 0..size {
        let by_size = |&one: &usize, &other: &usize| {
            system.at(one, step).abs().total_cmp(&system.at(other, step).abs())
        };
        let pivot = (step..size).max_by(by_size)?;
        if system.at(pivot, step) == 0.0 || !system.at(pivot, step).is_finite() {
            return None;
        }
        system.exchange_rows(step, pivot);
        for row in step + 1..size {
            let factor = system.at(row, step) / system.at(step, step);
            system.subtract(row, step, factor, step);
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| system.at(row, column) * solution[column]).sum();
        solution[row] = (system.at(row, size) - known) / system.at(row, row);
    }
    Some(solution)
}

/// All solutions of a system of equations: some variables follow from the others, which are free.
#[derive(Debug)]
pub(super) struct Solutions {
    /// The variables that are free.
    pub(super) free: Vec<usize>,
    /// The variables that follow, each with its constant and its factors of the free ones.
    following: Vec<(usize, f64, Vec<f64>)>,
}

/// The solutions of A x = b with b as the last column. Equations that follow from others up to this tolerance are left out.
pub(super) fn solutions(mut system: Matrix, tolerance: f64) -> Solutions {
    let (rows, variables) = (system.rows(), system.columns - 1);
    let mut order: Vec<usize> = (0..variables).collect();
    let mut rank = 0;
    while rank < rows.min(variables) {
        // The largest entry that is left is the pivot: no other choice tells a dependent equation as safely.
        let places = (rank..rows).flat_map(|row| (rank..variables).map(move |place| (row, place)));
        let size = |&(row, place): &(usize, usize)| system.at(row, order[place]).abs();
        let Some((row, place)) = places.max_by(|one, other| size(one).total_cmp(&size(other))) else { break };
        if size(&(row, place)) <= tolerance {
            break;
        }
        system.exchange_rows(rank, row);
        order.swap(rank, place);
        let pivot = system.at(rank, order[rank]);
        for row in (0..rows).filter(|&row| row != rank) {
            let factor = system.at(row, order[rank]) / pivot;
            system.subtract(row, rank, factor, 0);
        }
        rank += 1;
    }
    let free = order.split_off(rank);
    let follows = |(row, &variable): (usize, &usize)| {
        let pivot = system.at(row, variable);
        let factors = free.iter().map(|&one| -system.at(row, one) / pivot).collect();
        (variable, system.at(row, variables) / pivot, factors)
    };
    let following = order.iter().enumerate().map(follows).collect();
    Solutions { free, following }
}

impl Solutions {
    /// The solution whose free variables are those of `point`.
    pub(super) fn nearest(&self, point: &[f64]) -> Vec<f64> {
        let mut solution = point.to_vec();
        for (variable, constant, factors) in &self.following {
            let moved: f64 = self.free.iter().zip(factors).map(|(&free, factor)| factor * point[free]).sum();
            solution[*variable] = constant + moved;
        }
        solution
    }

    /// The direction in which solutions go as the free variables change by `step`.
    pub(super) fn direction(&self, step: &[f64], variables: usize) -> Vec<f64> {
        let mut direction = vec![0.0; variables];
        for (&variable, &change) in self.free.iter().zip(step) {
            direction[variable] = change;
        }
        for (variable, _, factors) in &self.following {
            direction[*variable] = factors.iter().zip(step).map(|(factor, change)| factor * change).sum();
        }
        direction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(columns: usize, entries: &[f64]) -> Matrix {
        Matrix { columns, entries: entries.to_vec() }
    }

    #[test]
    fn equations_are_solved_or_refused() {
        let solution = solve(matrix(3, &[0.0, 2.0, 4.0, 1.0, 1.0, 5.0])).expect("regular");
        assert_eq!(solution, [3.0, 2.0]);
        assert_eq!(solve(matrix(3, &[1.0, 2.0, 4.0, 2.0, 4.0, 5.0])), None);
        assert_eq!(solve(matrix(2, &[f64::NAN, 1.0])), None);
    }

    #[test]
    fn dependent_equations_leave_variables_free() {
        // x + y + z = 1, twice, and x − y = 0.
        let found =
            solutions(matrix(4, &[1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 1.0, -1.0, 0.0, 0.0]), 1e-9);
        assert_eq!(found.free.len(), 1);
        let solution = found.nearest(&[0.2, 0.2, 0.2]);
        assert!(
            (solution.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (solution[0] - solution[1]).abs() < 1e-12
        );
        let direction = found.direction(&[1.0], 3);
        assert!(direction.iter().sum::<f64>().abs() < 1e-12 && (direction[0] - direction[1]).abs() < 1e-12);
    }
}
