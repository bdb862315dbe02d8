//! What positions recommend to change.

use connect_toe_eval::learned::{Head, LANES, Views, WIDTH};
use connect_toe_game::{Bits, Cell, Side};

use crate::lines::games::Sample;
use crate::lines::parameters::{MOST, Parameters};

/// How much the promise of moves counts beside the value.
const OF_PROMISE: f32 = 0.2;

/// Sums of slopes of the loss, one for each number of the [`Parameters`].
pub(super) struct Gradient {
    pub(super) numbers: Vec<f32>,
    /// The rows that positions had.
    pub(super) touched: Vec<u32>,
    is_touched: Vec<bool>,
    rows: usize,
    /// Working memory: by view its state, and by cell its point.
    states: Vec<u32>,
    points: Vec<[f32; WIDTH]>,
    slopes: Vec<[f32; WIDTH]>,
}

impl Gradient {
    pub(super) fn new(views: &Views, parameters: &Parameters) -> Gradient {
        Gradient {
            numbers: vec![0.0; parameters.numbers.len()],
            touched: Vec::new(),
            is_touched: vec![false; parameters.rows],
            rows: parameters.rows,
            states: Vec::new(),
            points: vec![[0.0; WIDTH]; views.points()],
            slopes: vec![[0.0; WIDTH]; views.points()],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for row in self.touched.drain(..) {
            self.is_touched[row as usize] = false;
            self.numbers[LANES * row as usize..LANES * (row as usize + 1)].fill(0.0);
        }
        self.numbers[LANES * self.rows..].fill(0.0);
    }

    /// Adds another gradient.
    pub(super) fn add(&mut self, other: &Gradient) {
        for &row in &other.touched {
            self.touch(row);
            let lanes = LANES * row as usize..LANES * (row as usize + 1);
            for (sum, number) in self.numbers[lanes.clone()].iter_mut().zip(&other.numbers[lanes]) {
                *sum += number;
            }
        }
        let heads = LANES * self.rows..self.numbers.len();
        for (sum, number) in self.numbers[heads.clone()].iter_mut().zip(&other.numbers[heads]) {
            *sum += number;
        }
    }

    fn touch(&mut self, row: u32) {
        if !std::mem::replace(&mut self.is_touched[row as usize], true) {
            self.touched.push(row);
        }
    }

    /// Adds the slopes of one position's loss, times `part`: the cross entropy of its value, and of the promise of its
    /// moves.
    pub(super) fn of_sample<B: Bits>(
        &mut self,
        views: &Views,
        parameters: &Parameters,
        heads: &[Head],
        scale: f32,
        sample: &Sample<B>,
        part: f32,
    ) {
        self.find_points(views, parameters, sample);
        let first = if sample.to_move == Side::X { 0 } else { LANES };
        let own = |lane: usize| (lane + first) % WIDTH;
        let mut inputs = [0.0; WIDTH];
        for point in &self.points {
            for (lane, input) in inputs.iter_mut().enumerate() {
                *input += point[own(lane)].clamp(0.0, MOST);
            }
        }
        for input in &mut inputs {
            *input *= scale;
        }
        let number = if sample.is_first { 0 } else { heads.len() - 1 };
        let head = &heads[number];
        let (value, hidden) = head.value(&inputs);
        // The value is half the logarithm of the odds.
        let slope = 2.0 * part * (1.0 / (1.0 + (-2.0 * value).exp()) - sample.target);
        let of_inputs =
            self.of_head(LANES * self.rows + Head::NUMBERS * number, head, &inputs, &hidden, slope);
        for slopes in &mut self.slopes {
            for lane in 0..WIDTH {
                slopes[own(lane)] = of_inputs[lane] * scale;
            }
        }
        let promise = LANES * self.rows + Head::NUMBERS * (number + 1) - WIDTH;
        self.of_promise(promise, head, sample, part, own);
        self.of_rows(views);
    }

    fn find_points<B: Bits>(&mut self, views: &Views, parameters: &Parameters, sample: &Sample<B>) {
        self.states.clear();
        self.states.extend(views.blank());
        let holds = [sample.stones.x, sample.stones.o, sample.playable];
        for (digit, cells) in (1..).zip(holds) {
            for bit in cells.members() {
                for effect in views.effects(Cell::from_bit(bit)) {
                    self.states[effect.view as usize] += digit * effect.unit;
                }
            }
        }
        self.points.fill([0.0; WIDTH]);
        let (rows, _) = parameters.numbers[..LANES * self.rows].as_chunks::<LANES>();
        for (&state, &cell) in self.states.iter().zip(views.cells()) {
            let [one, other] = views.rows_of(state).map(|row| &rows[row as usize]);
            let (own, others) = self.points[usize::from(cell)].split_at_mut(LANES);
            for lane in 0..LANES {
                own[lane] += one[lane];
                others[lane] += other[lane];
            }
        }
    }

    /// Adds the slopes of a head's numbers, and returns those of its inputs.
    fn of_head(
        &mut self,
        first: usize,
        head: &Head,
        inputs: &[f32; WIDTH],
        hidden: &[f32; WIDTH],
        slope: f32,
    ) -> [f32; WIDTH] {
        let numbers = &mut self.numbers[first..first + Head::NUMBERS];
        let (weights, rest) = numbers.split_at_mut(WIDTH * WIDTH);
        let of_hidden: [f32; WIDTH] =
            std::array::from_fn(|place| if hidden[place] > 0.0 { slope * head.output[place] } else { 0.0 });
        let mut of_inputs = [0.0; WIDTH];
        for (index, weights) in weights.as_chunks_mut::<WIDTH>().0.iter_mut().enumerate() {
            let mut sum = slope * head.direct[index];
            for place in 0..WIDTH {
                weights[place] += inputs[index] * of_hidden[place];
                sum += head.hidden[index][place] * of_hidden[place];
            }
            of_inputs[index] = sum;
        }
        for place in 0..WIDTH {
            rest[place] += of_hidden[place];
            rest[WIDTH + place] += slope * hidden[place];
            rest[2 * WIDTH + place] += slope * inputs[place];
        }
        rest[3 * WIDTH] += slope;
        of_inputs
    }

    /// Adds the slopes of the promises: of their weights from `first` on, and of the points of the moves' cells.
    fn of_promise<B: Bits>(
        &mut self,
        first: usize,
        head: &Head,
        sample: &Sample<B>,
        part: f32,
        own: impl Fn(usize) -> usize,
    ) {
        let promise = |&(cell, _): &(u16, f32)| {
            let Some(point) = self.points.get(usize::from(cell)) else { return 0.0 };
            (0..WIDTH).map(|lane| head.promise[lane] * point[own(lane)].clamp(0.0, MOST)).sum::<f32>()
        };
        let promises: Vec<f32> = sample.moves.iter().map(promise).collect();
        let most = promises.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = promises.iter().map(|promise| (promise - most).exp()).sum();
        for (&(cell, target), promise) in sample.moves.iter().zip(&promises) {
            let Some(point) = self.points.get(usize::from(cell)) else { continue };
            let slope = OF_PROMISE * part * ((promise - most).exp() / total - target);
            for lane in 0..WIDTH {
                self.numbers[first + lane] += slope * point[own(lane)].clamp(0.0, MOST);
                self.slopes[usize::from(cell)][own(lane)] += slope * head.promise[lane];
            }
        }
    }

    /// Adds the slopes of the rows that make up the points.
    fn of_rows(&mut self, views: &Views) {
        for (point, slopes) in self.points.iter().zip(&mut self.slopes) {
            for lane in 0..WIDTH {
                // Beyond its range a number of a point changes nothing.
                if !(0.0..=MOST).contains(&point[lane]) {
                    slopes[lane] = 0.0;
                }
            }
        }
        for index in 0..self.states.len() {
            let (rows, cell) = (views.rows_of(self.states[index]), views.cells()[index]);
            for (row, from) in rows.into_iter().zip([0, LANES]) {
                self.touch(row);
                let lanes = &mut self.numbers[LANES * row as usize..LANES * (row as usize + 1)];
                for (sum, slope) in lanes.iter_mut().zip(&self.slopes[usize::from(cell)][from..from + LANES])
                {
                    *sum += slope;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_eval::learned::{LineNetwork, UNIT_OF_ROWS};
    use connect_toe_game::{Board, BySide, Rules, mix};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// The loss of a position, without slopes.
    fn loss(views: &Views, parameters: &Parameters, scale: f32, sample: &Sample<u64>) -> f64 {
        let heads: Vec<Head> = (0..parameters.heads()).map(|number| parameters.head(number)).collect();
        let mut gradient = Gradient::new(views, parameters);
        gradient.find_points(views, parameters, sample);
        let first = if sample.to_move == Side::X { 0 } else { LANES };
        let head = &heads[if sample.is_first { 0 } else { heads.len() - 1 }];
        let of = |point: &[f32; WIDTH], lane: usize| point[(lane + first) % WIDTH].clamp(0.0, MOST);
        let inputs = std::array::from_fn(|lane| {
            gradient.points.iter().map(|point| of(point, lane)).sum::<f32>() * scale
        });
        let score = 1.0 / (1.0 + (-2.0 * f64::from(head.value(&inputs).0)).exp());
        let target = f64::from(sample.target);
        let of_value = -target * score.ln() - (1.0 - target) * (1.0 - score).ln();
        let promise = |&(cell, _): &(u16, f32)| {
            let point = &gradient.points[usize::from(cell)];
            f64::from((0..WIDTH).map(|lane| head.promise[lane] * of(point, lane)).sum::<f32>())
        };
        let promises: Vec<f64> = sample.moves.iter().map(promise).collect();
        let total: f64 = promises.iter().map(|promise| promise.exp()).sum();
        let of_moves: f64 = sample
            .moves
            .iter()
            .zip(&promises)
            .map(|((_, target), promise)| -f64::from(*target) * (promise - total.ln()))
            .sum();
        of_value + f64::from(OF_PROMISE) * of_moves
    }

    /// A small change of a number changes the loss as its slope says.
    #[test]
    fn slopes_are_those_of_the_loss() {
        for game in ["3x3:3", "4x4x2:3:-3", "5x5:4:free:torus"] {
            let rules = Rules::<u64>::compile(&game.parse().expect("a game")).expect("fits");
            let views = Views::new(rules.spec()).expect("fits");
            let mut parameters = Parameters::new(&views, &mut ChaCha8Rng::seed_from_u64(3));
            for (index, number) in parameters.numbers.iter_mut().enumerate() {
                *number += (mix(index as u64) % 100) as f32 / 200.0 - 0.2;
            }
            let mut board: Board<u64> = rules.start();
            for ply in 0..5 {
                let moves = rules.legal_moves(&board);
                board = rules.play(&board, moves[(mix(ply) % moves.len() as u64) as usize]);
            }
            let legal = rules.legal_moves(&board);
            let share = 1.0 / legal.len() as f32;
            let sample = Sample {
                stones: BySide::from_fn(|side| board.stones_of(side)),
                playable: if rules.placement_is_free() { 0 } else { rules.legal(&board) },
                to_move: board.to_move(),
                is_first: board.stones().is_multiple_of(2),
                target: 0.8,
                moves: legal.iter().map(|cell| (cell.index() as u16, share)).collect(),
            };
            let scale = LineNetwork::scale_of(rules.spec()) * UNIT_OF_ROWS;
            let heads: Vec<Head> = (0..parameters.heads()).map(|number| parameters.head(number)).collect();
            let mut gradient = Gradient::new(&views, &parameters);
            gradient.of_sample(&views, &parameters, &heads, scale, &sample, 1.0);
            let rows = LANES * parameters.rows;
            let with_slope: Vec<usize> =
                (0..parameters.numbers.len()).filter(|&index| gradient.numbers[index].abs() > 0.01).collect();
            assert!(with_slope.iter().any(|&index| index < rows), "{game}");
            assert!(with_slope.iter().filter(|&&index| index >= rows).count() > 50, "{game}");
            let mut wrong = 0;
            for &index in with_slope.iter().step_by(with_slope.len() / 200 + 1) {
                const STEP: f32 = 0.002;
                let mut changed = |by: f32| {
                    let before = parameters.numbers[index];
                    parameters.numbers[index] += by;
                    let loss = loss(&views, &parameters, scale, &sample);
                    parameters.numbers[index] = before;
                    loss
                };
                let slope = (changed(STEP) - changed(-STEP)) / f64::from(2.0 * STEP);
                let found = f64::from(gradient.numbers[index]);
                wrong += u32::from((slope - found).abs() > 0.05 * found.abs() + 0.002);
            }
            // Where a number of a point or a hidden one is just cut off, the slope has a step.
            assert!(wrong < 5, "{game}: {wrong}");
        }
    }

    #[test]
    fn gradients_add_up_and_are_forgotten() {
        let views = Views::new(&"3x3:3".parse().expect("a game")).expect("fits");
        let parameters = Parameters::new(&views, &mut ChaCha8Rng::seed_from_u64(3));
        let mut one = Gradient::new(&views, &parameters);
        let mut other = Gradient::new(&views, &parameters);
        let add = |gradient: &mut Gradient, row: u32| {
            gradient.touch(row);
            gradient.numbers[LANES * row as usize + 1] += 1.5;
        };
        add(&mut one, 2);
        add(&mut other, 2);
        add(&mut other, 5);
        one.add(&other);
        assert_eq!((one.numbers[2 * LANES + 1], one.numbers[5 * LANES + 1]), (3.0, 1.5));
        assert_eq!(one.touched, [2, 5]);
        one.clear();
        assert!(one.touched.is_empty() && one.numbers.iter().all(|&number| number == 0.0));
    }
}
