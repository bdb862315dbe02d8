//! Printed values for games of any experiment that the paper played too.

use connect_toe_experiment::{Adjudication, Condition, Limits, Openings, Plan};
use connect_toe_players::FirstMover;
use connect_toe_report::{Reference, References};

use crate::{Pairing, PrintedTable, Settings, TableColumn, TableKind, pairings, plan, printed_tables};

/// The printed value of each condition that the paper played too: the same game and players, from the empty board to
/// the end, the player always first. `None` if there is no such condition.
///
/// ```
/// use connect_toe_experiment::{Plan, Protocol};
/// use connect_toe_paper::references;
/// use connect_toe_players::FirstMover;
///
/// let player = "alpha-beta:eval=optimistic,depth=1";
/// let protocol = Protocol { first: FirstMover::Player, ..Protocol::new(10) };
/// let plan = Plan::of_match("3x3:3".parse()?, player.parse()?, "random".parse()?, protocol, 1);
/// let references = references(&plan).expect("the paper played this");
/// assert_eq!(references.of_conditions[0].as_ref().map(|printed| printed.table), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn references(experiment: &Plan) -> Option<References> {
    let settings = Settings::default();
    let paper = plan(&settings).ok()?;
    let pairings = pairings(&settings, &paper);
    let reference = |condition: &Condition| {
        let pairing = pairings.iter().find(|pairing| is_same(condition, pairing))?;
        printed(pairing)
    };
    let of_conditions: Vec<Option<Reference>> = experiment.conditions.iter().map(reference).collect();
    of_conditions.iter().any(Option::is_some).then(|| References {
        name: "paper".to_owned(),
        source: "the 2004 paper".to_owned(),
        note: NOTE.to_owned(),
        of_conditions,
    })
}

const NOTE: &str = "What Mercialdi & Wilamowska, “General Heuristic for Tic-Tac-Toe-Like Games” (2004), print for the same \
                    game between the same players, where the player always moved first.";

/// Whether a condition's games are those of a pairing.
fn is_same(condition: &Condition, pairing: &Pairing) -> bool {
    let protocol = &condition.protocol;
    protocol.first == FirstMover::Player
        && protocol.openings == Openings::None
        && protocol.limits == Limits::default()
        && protocol.adjudication == Adjudication::default()
        && !protocol.swap
        && condition.game == pairing.game
        && condition.player == pairing.player_spec
        && condition.opponent == pairing.opponent_spec
}

/// What the paper prints for a pairing.
fn printed(pairing: &Pairing) -> Option<Reference> {
    let kind = TableKind::ByOpponent(pairing.player);
    let of_player = |table: &&PrintedTable| table.experiment == pairing.experiment && table.kind == kind;
    let table = printed_tables().iter().find(of_player)?;
    let value = table.value(pairing.row, TableColumn::Opponent(pairing.opponent))?;
    Some(Reference {
        table: table.number,
        printed: value.printed.clone(),
        rate: value.rate(),
        counts: value.possible_counts(),
    })
}

#[cfg(test)]
mod tests {
    use connect_toe_experiment::Protocol;

    use super::*;

    fn table(player: &str, opponent: &str, protocol: Protocol) -> Option<u32> {
        let [player, opponent] = [player, opponent].map(|text| text.parse().expect("a player"));
        let plan = Plan::of_match("3x3:3".parse().expect("a game"), player, opponent, protocol, 1);
        references(&plan).and_then(|references| references.of_conditions[0].as_ref().map(|one| one.table))
    }

    fn papers() -> Protocol {
        Protocol { first: FirstMover::Player, ..Protocol::new(10) }
    }

    #[test]
    fn players_are_compared_by_their_settings() {
        let undecided = "alpha-beta:depth=3,eval=undecided";
        assert_eq!(table("alpha-beta:ties=random,eval=pessimistic,depth=3", undecided, papers()), Some(3));
        assert_eq!(table("alpha-beta:eval=pessimistic,depth=3", undecided, papers()), Some(3));
        assert_eq!(table("alpha-beta:ties=last,eval=pessimistic,depth=3", undecided, papers()), None);
        assert_eq!(table("alpha-beta:eval=pessimistic,depth=4", undecided, papers()), None);
        assert_eq!(table("minimax:eval=pessimistic,depth=3", undecided, papers()), None);
    }

    #[test]
    fn only_games_under_the_papers_conditions_have_printed_values() {
        let (player, opponent) = ("published:depth=1,eval=undecided", "random");
        assert_eq!(table(player, opponent, papers()), Some(4));
        let others = [
            Protocol::new(10),
            Protocol { openings: Openings::Random { plies: 1 }, ..papers() },
            Protocol { limits: Limits { nodes: Some(10), milliseconds: None }, ..papers() },
            Protocol { adjudication: Adjudication { empty_cells: Some(2) }, ..papers() },
            Protocol { swap: true, ..papers() },
        ];
        for protocol in others {
            assert_eq!(table(player, opponent, protocol), None);
        }
    }

    #[test]
    fn every_pairing_of_the_paper_has_its_printed_value() {
        let plan = plan(&Settings::default()).expect("can be played");
        let references = references(&plan).expect("is the paper");
        assert!(references.of_conditions.iter().all(Option::is_some));
    }
}
