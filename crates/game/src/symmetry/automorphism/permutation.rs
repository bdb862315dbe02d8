//! Permutations of points.

/// A permutation of the points `0..n`.
///
/// Ordered by the list of images, so the identity comes first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Permutation(Box<[u16]>);

impl Permutation {
    /// The permutation that leaves every one of `points` points where it is.
    ///
    /// # Panics
    /// If there are more than 65 536 points.
    pub(crate) fn identity(points: usize) -> Permutation {
        assert!(points <= 1 << 16, "points are numbered with 16 bits");
        Permutation((0..points).map(|point| point as u16).collect())
    }

    /// The permutation that maps point `p` to `images[p]`, or `None` if two points share an image or an
    /// image is not a point.
    pub(crate) fn new(images: Vec<u16>) -> Option<Permutation> {
        let mut taken = vec![false; images.len()];
        let is_permutation = images.iter().all(|&image| {
            taken.get_mut(usize::from(image)).is_some_and(|taken| !std::mem::replace(taken, true))
        });
        is_permutation.then(|| Permutation(images.into_boxed_slice()))
    }

    /// A permutation from images that are known to be distinct points.
    pub(super) fn from_checked(images: Vec<u16>) -> Permutation {
        debug_assert!(Permutation::new(images.clone()).is_some());
        Permutation(images.into_boxed_slice())
    }

    /// Where a point goes.
    ///
    /// # Panics
    /// If the permutation has no such point.
    #[inline]
    pub(crate) fn apply(&self, point: u16) -> u16 {
        self.0[usize::from(point)]
    }

    /// The images of the points `0..n` in order.
    #[inline]
    pub(crate) fn images(&self) -> &[u16] {
        &self.0
    }

    /// First this permutation, then `next`.
    ///
    /// # Panics
    /// If `next` has fewer points.
    #[must_use]
    pub(crate) fn then(&self, next: &Permutation) -> Permutation {
        Permutation(self.0.iter().map(|&image| next.apply(image)).collect())
    }

    /// The permutation that undoes this one.
    #[cfg(test)]
    #[must_use]
    pub(crate) fn inverse(&self) -> Permutation {
        let mut inverse = vec![0; self.0.len()];
        for (point, &image) in self.0.iter().enumerate() {
            inverse[usize::from(image)] = point as u16;
        }
        Permutation(inverse.into_boxed_slice())
    }

    /// Whether every point stays where it is.
    #[cfg(test)]
    pub(crate) fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(point, &image)| point == usize::from(image))
    }
}
