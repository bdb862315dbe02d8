//! Names that people type and files hold.

/// Gives an enum its list of all values, its names, `Display` and `FromStr` from one table.
macro_rules! names {
    ($type:ident, $what:literal, $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            /// Every value, in the order in which tables list them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name that people type and files hold.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = connect_toe_game::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let named = Self::ALL.iter().copied().find(|value| value.name() == text);
                let names = Self::ALL.iter().map(|value| value.name());
                named.ok_or_else(|| connect_toe_game::UnknownName::new($what, text, names))
            }
        }
    };
}

pub(crate) use names;

#[cfg(test)]
mod tests {
    use crate::{CubeFaces, Experiment, Heuristic, Opponent, Reading};

    #[test]
    fn every_name_round_trips() {
        fn check<T: std::str::FromStr + ToString + PartialEq + Copy + std::fmt::Debug>(all: &[T]) {
            assert!(!all.is_empty());
            for value in all {
                assert_eq!(value.to_string().parse().ok(), Some(*value));
            }
        }
        check(Experiment::ALL);
        check(Reading::ALL);
        check(Heuristic::ALL);
        check(Opponent::ALL);
        check(CubeFaces::ALL);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "chess".parse::<Experiment>().expect_err("no such experiment");
        assert_eq!(
            error.to_string(),
            "no experiment has the name `chess`: there are tic-tac-toe, connect-four, cubes"
        );
    }
}
