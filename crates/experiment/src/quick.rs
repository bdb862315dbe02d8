//! Designs that need no file: a match, a round robin.

use std::fmt::Write as _;

use connect_toe_game::GameSpec;
use connect_toe_players::PlayerSpec;
use indexmap::IndexSet;

use crate::balanced::BalancedBooks;
use crate::design::{GamePattern, PlayerPattern, Study};
use crate::plan::Plan;
use crate::protocol::{Openings, Protocol};

/// The study of a match and of a round robin. A match has the same games as the meeting of its players in a round
/// robin, and as a study with this name in an experiment file.
const STUDY: &str = "match";

impl Plan {
    /// A match of two players: one study, `match`, with one condition.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use connect_toe_work::Stop;
    /// use connect_toe_experiment::{Plan, Protocol, Tally, play};
    /// let (game, player, opponent) = ("3x3:3".parse()?, "perfect".parse()?, "random".parse()?);
    /// let plan = Plan::of_match(game, player, opponent, Protocol::new(50), 1);
    /// let mut tally = Tally::new(&plan);
    /// play(&plan, &plan.everything(), &Stop::new(), |pair| {
    ///     pair.iter().for_each(|pair| tally.count(pair));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((tally.games(), tally.conditions[0].wdl().losses), (50, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_match(
        game: GameSpec,
        player: PlayerSpec,
        opponent: PlayerSpec,
        protocol: Protocol,
        seed: u64,
    ) -> Plan {
        Plan::quick("A match", game, vec![player], Some(vec![opponent]), protocol, seed)
    }

    /// A round robin: every player meets every later one, in one study, `match`.
    ///
    /// A player that is given twice enters once.
    pub fn of_round_robin(game: &GameSpec, players: &[PlayerSpec], protocol: Protocol, seed: u64) -> Plan {
        let different: IndexSet<PlayerSpec> = players.iter().cloned().collect();
        Plan::quick("A round robin", game.clone(), different.into_iter().collect(), None, protocol, seed)
    }

    fn quick(
        title: &str,
        game: GameSpec,
        players: Vec<PlayerSpec>,
        opponents: Option<Vec<PlayerSpec>>,
        protocol: Protocol,
        seed: u64,
    ) -> Plan {
        let patterns = |players: &Vec<PlayerSpec>| players.iter().map(PlayerPattern::fixed).collect();
        let study = Study {
            name: STUDY.to_owned(),
            title: title.to_owned(),
            question: None,
            about: None,
            factors: Vec::new(),
            games: vec![GamePattern::fixed(&game)],
            players: patterns(&players),
            opponents: opponents.as_ref().map(patterns),
            protocol,
            openings_line: None,
        };
        let placed = |players: Vec<PlayerSpec>| players.into_iter().enumerate().collect::<Vec<_>>();
        let (players, opponents) = (placed(players), opponents.map(placed));
        Plan {
            title: title.to_owned(),
            question: None,
            seed,
            conditions: study.conditions(0, &[], &[(0, game)], &players, opponents.as_deref()),
            text: file_text(&study, seed),
            studies: vec![study],
            overrides: Vec::new(),
            balanced: BalancedBooks::new(),
        }
    }
}

/// The experiment file that says the same.
fn file_text(study: &Study, seed: u64) -> String {
    let protocol = &study.protocol;
    let list = |players: &[PlayerPattern]| {
        let texts: Vec<String> = players.iter().map(|player| quoted(&player.text(&[]))).collect();
        format!("[{}]", texts.join(", "))
    };
    let mut text = format!(
        "title = {}\nseed = {seed}\ngames_per_cell = {}\nfirst = \"{}\"\n",
        quoted(&study.title),
        protocol.games,
        protocol.first
    );
    match &protocol.openings {
        Openings::None => {}
        Openings::All { plies } => {
            let _ = writeln!(text, "openings = {{ plies = {plies}, choose = \"all\" }}");
        }
        Openings::Random { plies } => {
            let _ = writeln!(text, "openings = {{ plies = {plies} }}");
        }
        Openings::Balanced { plies } => {
            let _ = writeln!(text, "openings = {{ plies = {plies}, choose = \"balanced\" }}");
        }
        Openings::List(list) => {
            let moves: Vec<String> = list.moves.iter().map(|moves| quoted(moves)).collect();
            let _ = writeln!(text, "openings = {{ moves = [{}] }}", moves.join(", "));
        }
    }
    if protocol.swap {
        text += "swap = true\n";
    }
    let limits = [("nodes", protocol.limits.nodes), ("milliseconds", protocol.limits.milliseconds)];
    let limits: Vec<String> =
        limits.iter().filter_map(|(name, limit)| limit.map(|limit| format!("{name} = {limit}"))).collect();
    if !limits.is_empty() {
        let _ = writeln!(text, "limits = {{ {} }}", limits.join(", "));
    }
    if let Some(cells) = protocol.adjudication.empty_cells {
        let _ = writeln!(text, "adjudicate = {{ empty_cells = {cells} }}");
    }
    let game = study.games.first().map_or_else(String::new, |game| game.text.text(&[]));
    let _ = write!(
        text,
        "\n[[study]]\nname = \"{}\"\ntitle = {}\ngame = {}\nplayer = {}\n",
        study.name,
        quoted(&study.title),
        quoted(&game),
        list(&study.players),
    );
    if let Some(opponents) = &study.opponents {
        let _ = writeln!(text, "opponent = {}", list(opponents));
    }
    text
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Adjudication, Limits, ListedOpenings};

    fn players(texts: &[&str]) -> Vec<PlayerSpec> {
        texts.iter().map(|text| text.parse().expect("a player")).collect()
    }

    fn reread(plan: &Plan) -> Plan {
        Plan::read(&plan.text, &[], &|_| Err(String::new())).expect("is an experiment file")
    }

    #[test]
    fn the_files_text_stands_for_the_same_plan() {
        let game: GameSpec = "4x4:3".parse().expect("a game");
        let protocol = Protocol {
            openings: Openings::List(ListedOpenings::from(["a1 b1".to_owned(), "c2".to_owned()])),
            limits: Limits { nodes: Some(100), milliseconds: None },
            adjudication: Adjudication { empty_cells: Some(3) },
            ..Protocol::new(31)
        };
        let players = players(&["random", "two-ply", "minimax:depth=2", "random"]);
        for plan in [
            Plan::of_match(game.clone(), players[0].clone(), players[1].clone(), protocol.clone(), 5),
            Plan::of_round_robin(&game, &players, protocol, 5),
            Plan::of_match(game, players[1].clone(), players[1].clone(), Protocol::new(10), 5),
        ] {
            let again = reread(&plan);
            assert_eq!(again.canonical(), plan.canonical());
            assert_eq!(
                (&again.conditions, &again.studies[0].players),
                (&plan.conditions, &plan.studies[0].players)
            );
        }
    }

    #[test]
    fn a_match_has_the_games_of_its_players_in_a_round_robin() {
        let game: GameSpec = "4x4:3".parse().expect("a game");
        let players = players(&["random", "two-ply", "minimax:depth=2"]);
        let all = Plan::of_round_robin(&game, &players, Protocol::new(10), 7);
        let one = Plan::of_match(game, players[0].clone(), players[2].clone(), Protocol::new(10), 7);
        assert_eq!(all.conditions[1].seed(7), one.conditions[0].seed(7));
    }
}
