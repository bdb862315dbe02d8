//! Which side a player has: what the sides are called, and whether that matters more than who begins.

use connect_toe_game::{BySide, GameSpec, Side};

/// What is to be said of the sides of several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts about games that do not depend on each other")]
pub(crate) struct Sides {
    /// What they are called in the games in which they matter: X and O where the games call them differently.
    names: BySide<&'static str>,
    /// Whether all games have unlike sides of these names.
    are_named: bool,
    /// Whether both sides have the same rules in all games: then X is whoever moves first, and nothing else.
    are_alike: bool,
    /// Whether sides matter in any game.
    matter: bool,
    /// Whether the rules of any game have draws.
    has_draws: bool,
    /// Whether those of all games have.
    all_have_draws: bool,
}

const LETTERS: BySide<&str> = BySide { x: "X", o: "O" };

impl Sides {
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a GameSpec>) -> Sides {
        let mut names: Option<BySide<&'static str>> = None;
        let mut sides = Sides {
            names: LETTERS,
            are_named: true,
            are_alike: true,
            matter: false,
            has_draws: false,
            all_have_draws: true,
        };
        for game in games {
            let (of_game, matter) = (game.side_names(), !game.turns_are_equal());
            if matter {
                names = Some(if names.is_none_or(|names| names == of_game) { of_game } else { LETTERS });
            }
            sides.are_named &= !game.sides_are_alike();
            sides.are_alike &= game.sides_are_alike();
            sides.matter |= matter;
            sides.has_draws |= game.can_be_drawn();
            sides.all_have_draws &= game.can_be_drawn();
        }
        Sides { names: names.unwrap_or(LETTERS), ..sides }
    }

    /// Whether sides matter in any of the games, so that results are shown by side.
    pub(crate) fn matter(&self) -> bool {
        self.matter
    }

    /// What the sides are called in the games in which they matter.
    pub(crate) fn name(&self, side: Side) -> &'static str {
        self.names[side]
    }

    /// Whether a game can be drawn.
    pub(crate) fn has_draws(&self) -> bool {
        self.has_draws
    }

    /// Whether each of the games can be drawn.
    pub(crate) fn all_have_draws(&self) -> bool {
        self.all_have_draws
    }

    /// "the first mover", or where the sides have different rules, the name of X.
    pub(crate) fn first_mover(&self) -> &'static str {
        if self.are_alike { "the first mover" } else { self.name_of_x() }
    }

    /// The same at the head of a column.
    pub(crate) fn first_movers_score(&self) -> String {
        format!("{}’s score %", if self.are_alike { "first mover" } else { self.name_of_x() })
    }

    /// "moving first", or "playing Maker".
    pub(crate) fn moving_first(&self) -> String {
        if self.are_alike { "moving first".to_owned() } else { format!("playing {}", self.name_of_x()) }
    }

    /// "moves first", or "is Maker".
    pub(crate) fn moves_first(&self) -> String {
        if self.are_alike { "moves first".to_owned() } else { format!("is {}", self.name_of_x()) }
    }

    /// "the first move", or "playing Maker".
    pub(crate) fn first_move(&self) -> String {
        if self.are_alike { "the first move".to_owned() } else { self.moving_first() }
    }

    /// What X is called in all games.
    fn name_of_x(&self) -> &'static str {
        if self.are_named { self.names.x } else { LETTERS.x }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: &[&str]) -> Sides {
        let games: Vec<GameSpec> = games.iter().map(|text| text.parse().expect("is a game")).collect();
        Sides::of(&games)
    }

    #[test]
    fn sides_are_called_by_what_they_do() {
        let words = |games: &[&str]| {
            let sides = of(games);
            (sides.matter(), sides.moving_first(), sides.name(Side::O))
        };
        let (first, maker) = ("moving first".to_owned(), "playing Maker".to_owned());
        assert_eq!(words(&["3x3:3"]), (false, first.clone(), "O"));
        assert_eq!(words(&["3x3:3:free:turn=1+2"]), (true, first, "O"));
        assert_eq!(words(&["3x3:3:free:maker", "4x4:plane:free:maker"]), (true, maker, "Breaker"));
        // Among other games X is no Maker, but where sides matter it is.
        assert_eq!(words(&["3x3:3", "3x3:3:free:maker"]), (true, "playing X".to_owned(), "Breaker"));
        assert_eq!(words(&["15x15:5:free:renju", "3x3:3:free:maker"]), (true, "playing X".to_owned(), "O"));
    }

    #[test]
    fn draws_are_those_of_the_rules() {
        let draws = |games: &[&str]| (of(games).has_draws(), of(games).all_have_draws());
        assert_eq!(draws(&["3x3:3"]), (true, true));
        assert_eq!(draws(&["3x3:3", "3x3:3:free:maker"]), (true, false));
        assert_eq!(draws(&["3x3:3:free:maker"]), (false, false));
    }
}
