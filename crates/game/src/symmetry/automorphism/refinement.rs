//! Colour refinement: distinguishes points that no automorphism maps onto each other.
//!
//! Each point has a colour. The points of one colour form a *cell*, and a cell is split while its points
//! meet different objects, objects being told apart by the colours and labels of their members. Colours
//! are numbered so that the numbering depends on nothing but the structure and the order in which points
//! were singled out: an automorphism that maps one sequence of singled-out points to another maps each
//! cell to the cell of the same number. The *trace* of a refinement is a list of hash values of all that
//! was seen on the way, and has to be equal for two such sequences.
//!
//! Everything is computed from sums over objects, so unlucky hash values can only fail to tell points apart, which
//! costs time and no correctness.

use super::incidence::Incidence;
use crate::mixing::scramble;

/// What to do with the hash values of a refinement.
#[derive(Debug)]
pub(super) enum Trace<'a> {
    /// Append them.
    Record(&'a mut Vec<u64>),
    /// Stop at the first that differs from these.
    Compare(&'a [u64]),
}

impl Trace<'_> {
    fn step(&mut self, value: u64) -> bool {
        match self {
            Trace::Record(values) => {
                values.push(value);
                true
            }
            Trace::Compare(values) => match values.split_first() {
                Some((&first, rest)) => {
                    *values = rest;
                    first == value
                }
                None => false,
            },
        }
    }

    fn is_complete(&self) -> bool {
        match self {
            Trace::Record(_) => true,
            Trace::Compare(rest) => rest.is_empty(),
        }
    }
}

/// A coloured structure whose colours can be refined, and taken back.
#[derive(Debug)]
pub(super) struct Refiner<'a> {
    structure: &'a Incidence,
    colours: Vec<u16>,
    /// The points by cell, and where each point is among them.
    order: Vec<u16>,
    places: Vec<u16>,
    /// Per colour.
    cells: Vec<Cell>,
    splits: Vec<Split>,
    /// Per object: the sum of the keys of its members' colours, as of `summed`.
    sums: Vec<u64>,
    summed: Vec<u16>,
    /// Points whose colours the sums do not know yet.
    pending: Vec<u16>,
    /// Whether no object has been looked at yet.
    fresh: bool,
    /// Per object: the round in which it last changed.
    rounds: Vec<u32>,
    round: u32,
    /// The objects that changed in this round, with their sums before.
    changed: Vec<(u32, u64)>,
    /// Per point: the sum of the changes of its objects in this round.
    shares: Vec<u64>,
    met: Vec<u16>,
    groups: Vec<(u16, u64, u16)>,
    work: usize,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    start: u16,
    length: u16,
}

impl Cell {
    fn range(self) -> std::ops::Range<usize> {
        usize::from(self.start)..usize::from(self.start) + usize::from(self.length)
    }
}

/// A cell was split: the colours from `first_new` on are parts of it.
#[derive(Clone, Copy, Debug)]
struct Split {
    colour: u16,
    before: Cell,
    first_new: usize,
}

/// Which of several cells to single a point out of.
#[derive(Clone, Copy, Debug)]
pub(super) enum TargetCell {
    Largest,
    Smallest,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl<'a> Refiner<'a> {
    /// The structure with its own colours.
    pub(super) fn new(structure: &'a Incidence) -> Refiner<'a> {
        let points = structure.points();
        let mut order: Vec<u16> = (0..points as u16).collect();
        order.sort_by_key(|&point| structure.colours()[usize::from(point)]);
        let mut cells: Vec<Cell> = Vec::new();
        let mut colours = vec![0; points];
        let mut places = vec![0; points];
        let mut last = None;
        for (place, &point) in (0..).zip(&order) {
            let colour = structure.colours()[usize::from(point)];
            if last != Some(colour) {
                cells.push(Cell { start: place, length: 0 });
                last = Some(colour);
            }
            if let Some(cell) = cells.last_mut() {
                cell.length += 1;
            }
            colours[usize::from(point)] = (cells.len() - 1) as u16;
            places[usize::from(point)] = place;
        }
        Refiner {
            structure,
            summed: colours.clone(),
            colours,
            order,
            places,
            cells,
            splits: Vec::new(),
            sums: vec![0; structure.len()],
            pending: Vec::new(),
            fresh: true,
            rounds: vec![0; structure.len()],
            round: 0,
            changed: Vec::new(),
            shares: vec![0; points],
            met: Vec::new(),
            groups: Vec::new(),
            work: 0,
        }
    }

    /// The colour of each point.
    pub(super) fn colours(&self) -> &[u16] {
        &self.colours
    }

    /// The points of a colour.
    pub(super) fn cell(&self, colour: u16) -> &[u16] {
        &self.order[self.cells[usize::from(colour)].range()]
    }

    /// The colour of a cell of several points, if there is one.
    ///
    /// Cells are preferred whose points are in one object with a point of `base`: what is wrong with an
    /// image shows sooner near the points that are singled out already than far from them.
    pub(super) fn target_cell(&self, target: TargetCell, base: &[u16]) -> Option<u16> {
        let mut near = vec![false; self.cells.len()];
        for &object in base.iter().flat_map(|&point| self.structure.objects(point)) {
            for &member in self.structure.members(object) {
                near[usize::from(self.colours[usize::from(member)])] = true;
            }
        }
        let colours = (0..self.cells.len()).filter(|&colour| self.cells[colour].length > 1);
        let length = |colour: usize| self.cells[colour].length;
        let target = match target {
            TargetCell::Largest => colours.rev().max_by_key(|&colour| (near[colour], length(colour))),
            TargetCell::Smallest => colours.min_by_key(|&colour| (!near[colour], length(colour))),
        };
        target.map(|colour| colour as u16)
    }

    /// How much has been done so far: the number of times that a point in an object was looked at.
    pub(super) fn work(&self) -> usize {
        self.work
    }

    /// The present state.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.cells.len())
    }

    /// Gives a point a colour of its own and refines. Returns whether the trace is the expected one; if
    /// not, the state is good for nothing but [`Refiner::take_back`].
    pub(super) fn single_out(&mut self, point: u16, trace: &mut Trace) -> bool {
        let colour = self.colours[usize::from(point)];
        let before = self.cells[usize::from(colour)];
        self.splits.push(Split { colour, before, first_new: self.cells.len() });
        let last = before.start + before.length - 1;
        self.put(point, last);
        self.cells[usize::from(colour)].length -= 1;
        self.colours[usize::from(point)] = self.cells.len() as u16;
        self.cells.push(Cell { start: last, length: 1 });
        self.pending.push(point);
        self.refine(trace)
    }

    /// Splits cells until points of one colour meet the same objects, or every point has its own colour.
    /// Returns whether the trace is the expected one.
    pub(super) fn refine(&mut self, trace: &mut Trace) -> bool {
        while (self.fresh || !self.pending.is_empty()) && self.cells.len() < self.colours.len() {
            self.share_changes();
            let groups = self.group_met_points();
            if !trace.step(groups) {
                self.pending.clear();
                return false;
            }
            self.split_cells();
        }
        self.pending.clear();
        trace.is_complete()
    }

    /// Goes back to an earlier state.
    pub(super) fn take_back(&mut self, mark: Mark) {
        self.met.clear();
        while let Some(split) = self.splits.pop_if(|split| split.first_new >= mark.0) {
            for cell in self.cells.drain(split.first_new..) {
                for &point in &self.order[cell.range()] {
                    self.colours[usize::from(point)] = split.colour;
                    self.met.push(point);
                }
            }
            self.cells[usize::from(split.colour)] = split.before;
        }
        let mut moved = std::mem::take(&mut self.met);
        moved.retain(|&point| self.summed[usize::from(point)] != self.colours[usize::from(point)]);
        let structure = self.structure;
        if self.is_most(self.incidences(&moved)) {
            self.sum_all(|_, _, _| ());
        } else {
            for &point in &moved {
                let (from, to) = self.sum_change(point);
                if structure.is_plain() {
                    let change = key_change(from, to, 0);
                    for &object in structure.objects(point) {
                        let sum = &mut self.sums[object as usize];
                        *sum = sum.wrapping_add(change);
                    }
                } else {
                    for (&object, &label) in structure.objects(point).iter().zip(structure.labels(point)) {
                        let sum = &mut self.sums[object as usize];
                        *sum = sum.wrapping_add(key_change(from, to, label));
                    }
                }
            }
        }
        self.met = moved;
    }

    /// The point's colour in the sums and the one that it has now, which the caller adds to them.
    fn sum_change(&mut self, point: u16) -> (u16, u16) {
        let to = self.colours[usize::from(point)];
        (std::mem::replace(&mut self.summed[usize::from(point)], to), to)
    }

    /// In how many objects these points are, counted with repetition.
    fn incidences(&self, points: &[u16]) -> usize {
        points.iter().map(|&point| self.structure.objects(point).len()).sum()
    }

    /// Whether enough objects change that it is faster to go through all of them in their order, which
    /// is kind to the processor's caches.
    fn is_most(&self, incidences: usize) -> bool {
        incidences >= self.structure.len() / 2
    }

    /// Computes all sums anew and calls `changed` for the objects whose sums are not what they were: the
    /// object and its sums before and after.
    fn sum_all(&mut self, mut changed: impl FnMut(u32, u64, u64)) {
        self.summed.copy_from_slice(&self.colours);
        let plain_keys: Vec<u64> = self.colours.iter().map(|&colour| colour_key(colour, 0)).collect();
        for object in 0..self.structure.len() as u32 {
            let after = if self.structure.shape(object).plain {
                let members = self.structure.members(object);
                members.iter().fold(0_u64, |sum, &point| sum.wrapping_add(plain_keys[usize::from(point)]))
            } else {
                self.structure.labelled(object).fold(0_u64, |sum, (label, point)| {
                    sum.wrapping_add(colour_key(self.colours[usize::from(point)], label))
                })
            };
            let before = std::mem::replace(&mut self.sums[object as usize], after);
            if before != after {
                changed(object, before, after);
            }
        }
    }

    /// Brings the sums up to date and adds up, for every point, what happened to its objects.
    fn share_changes(&mut self) {
        self.met.clear();
        let structure = self.structure;
        let pending = std::mem::take(&mut self.pending);
        let incidences = self.incidences(&pending);
        self.work += incidences + pending.len();
        if std::mem::take(&mut self.fresh) || self.is_most(incidences) {
            let mut shares = std::mem::take(&mut self.shares);
            let mut met = std::mem::take(&mut self.met);
            self.sum_all(|object, before, after| {
                share(structure, object, before, after, &mut shares, &mut met);
            });
            (self.shares, self.met) = (shares, met);
            return;
        }
        self.round += 1;
        for point in pending {
            let (from, to) = self.sum_change(point);
            if structure.is_plain() {
                let change = key_change(from, to, 0);
                for &object in structure.objects(point) {
                    self.change_sum(object, change);
                }
            } else {
                for (&object, &label) in structure.objects(point).iter().zip(structure.labels(point)) {
                    self.change_sum(object, key_change(from, to, label));
                }
            }
        }
        for (object, before) in self.changed.drain(..) {
            let after = self.sums[object as usize];
            if before != after {
                share(structure, object, before, after, &mut self.shares, &mut self.met);
            }
        }
    }

    #[inline]
    fn change_sum(&mut self, object: u32, change: u64) {
        let sum = &mut self.sums[object as usize];
        let round = &mut self.rounds[object as usize];
        if *round != self.round {
            *round = self.round;
            self.changed.push((object, *sum));
        }
        *sum = sum.wrapping_add(change);
    }

    /// Sorts the points of changed objects by colour and share, and returns a hash value of what there is.
    fn group_met_points(&mut self) -> u64 {
        self.groups.clear();
        for &point in &self.met {
            // A point is met twice if its share happened to return to 0 on the way.
            let share = std::mem::take(&mut self.shares[usize::from(point)]);
            if share != 0 {
                self.groups.push((self.colours[usize::from(point)], share, point));
            }
        }
        self.groups.sort_unstable();
        let mut trace = self.cells.len() as u64;
        for &(colour, share, _) in &self.groups {
            trace = scramble(trace ^ share.wrapping_add(u64::from(colour)));
        }
        trace
    }

    fn split_cells(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        for group in groups.chunk_by(|one, next| one.0 == next.0) {
            let colour = group[0].0;
            let before = self.cells[usize::from(colour)];
            let unmet = before.length - group.len() as u16;
            if unmet == 0 && group[0].1 == group[group.len() - 1].1 {
                continue;
            }
            // The parts in invariant order: first the points that met no change, then by share.
            for (&(_, _, point), place) in group.iter().rev().zip((before.range()).rev()) {
                self.put(point, place as u16);
            }
            let mut parts = Vec::new();
            if unmet > 0 {
                parts.push(Cell { start: before.start, length: unmet });
            }
            let mut start = before.start + unmet;
            for part in group.chunk_by(|one, next| one.1 == next.1) {
                parts.push(Cell { start, length: part.len() as u16 });
                start += part.len() as u16;
            }
            // The largest part keeps the colour, so that few points have to change theirs.
            let largest = (0..parts.len()).rev().max_by_key(|&part| parts[part].length).unwrap_or(0);
            self.splits.push(Split { colour, before, first_new: self.cells.len() });
            self.cells[usize::from(colour)] = parts.swap_remove(largest);
            for part in parts {
                let new = self.cells.len() as u16;
                self.cells.push(part);
                for &point in &self.order[part.range()] {
                    self.colours[usize::from(point)] = new;
                    self.pending.push(point);
                }
            }
        }
        self.groups = groups;
    }

    /// Moves a point to a place among the points of its cell.
    fn put(&mut self, point: u16, place: u16) {
        let from = self.places[usize::from(point)];
        let other = self.order[usize::from(place)];
        self.order.swap(usize::from(from), usize::from(place));
        self.places[usize::from(point)] = place;
        self.places[usize::from(other)] = from;
    }
}

/// Adds a hash value of an object's change to the shares of its members.
#[inline]
fn share(
    structure: &Incidence,
    object: u32,
    before: u64,
    after: u64,
    shares: &mut [u64],
    met: &mut Vec<u16>,
) {
    let shape = u64::from(structure.shape_number(object));
    let change = scramble(before.rotate_left(23).wrapping_mul(3) ^ after).wrapping_add(shape);
    let mut add = |point: u16, change: u64| {
        let share = &mut shares[usize::from(point)];
        if *share == 0 {
            met.push(point);
        }
        *share = share.wrapping_add(change);
    };
    if structure.shape(object).plain {
        let change = scramble(change);
        for &point in structure.members(object) {
            add(point, change);
        }
    } else {
        for (label, point) in structure.labelled(object) {
            add(point, scramble(change.wrapping_add(u64::from(label) << 32)));
        }
    }
}

#[inline]
fn colour_key(colour: u16, label: u32) -> u64 {
    scramble(u64::from(label) << 16 | u64::from(colour))
}

#[inline]
fn key_change(from: u16, to: u16, label: u32) -> u64 {
    colour_key(to, label).wrapping_sub(colour_key(from, label))
}
