//! Where the pips of half a domino lie.

use quintet_engine::Neighbour;

/// How far an outer pip lies from the middle of its half, in shares of the half's side.
pub(in crate::draw) const REACH: f64 = 0.25;
/// The radius of a pip, likewise.
pub(in crate::draw) const RADIUS: f64 = 0.095;

/// Pips on a standing domino: steps from the middle, to the right and down.
const UPRIGHT: [&[(i8, i8)]; 7] = [
    &[],
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

/// The places of a value's pips from the middle of the half, in shares of its side. They lie along
/// the domino, so they turn with it; half a domino keeps them as they were when it stood, since
/// only standing dominoes are ever cut.
pub(in crate::draw) fn places(
    value: u8,
    joined: Option<Neighbour>,
) -> impl Iterator<Item = (f64, f64)> {
    let lies = matches!(joined, Some(Neighbour::Left | Neighbour::Right));
    let upright = UPRIGHT.get(usize::from(value)).copied().unwrap_or_default();
    upright.iter().map(move |&(right, down)| {
        let (right, down) = if lies { (-down, right) } else { (right, down) };
        (f64::from(right) * REACH, f64::from(down) * REACH)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pips as they look, one character for each of nine places.
    fn drawn(value: u8, joined: Option<Neighbour>) -> String {
        let mut grid = [['.'; 3]; 3];
        for (x, y) in places(value, joined) {
            grid[(y / REACH + 1.0) as usize][(x / REACH + 1.0) as usize] = 'o';
        }
        grid.map(|row| row.iter().collect::<String>()).join(" ")
    }

    /// D-90
    #[test]
    fn pips_lie_as_on_a_real_domino() {
        let standing = Some(Neighbour::Below);
        assert_eq!(drawn(0, standing), "... ... ...");
        assert_eq!(drawn(1, standing), "... .o. ...");
        assert_eq!(drawn(2, standing), "o.. ... ..o");
        assert_eq!(drawn(3, standing), "o.. .o. ..o");
        assert_eq!(drawn(4, standing), "o.o ... o.o");
        assert_eq!(drawn(5, standing), "o.o .o. o.o");
        assert_eq!(drawn(6, standing), "o.o o.o o.o");
        assert_eq!(drawn(6, None), drawn(6, standing));
    }

    #[test]
    fn pips_turn_with_a_domino_that_lies() {
        assert_eq!(drawn(6, Some(Neighbour::Right)), "ooo ... ooo");
        assert_eq!(drawn(2, Some(Neighbour::Left)), "..o ... o..");
        assert_eq!(drawn(5, Some(Neighbour::Left)), "o.o .o. o.o");
    }

    #[test]
    fn no_pip_touches_another_or_leaves_its_half() {
        const { assert!(RADIUS * 2.0 < REACH) };
        const { assert!(REACH + RADIUS < 0.5) };
    }
}
