use connect_toe_experiment::{Ending, Forfeits, GamePlayed, Openings, Plan, Protocol, Sample, Tally};
use connect_toe_game::{Position, Side};
use connect_toe_players::own::{Heuristic, Search};
use connect_toe_players::{Catalogue, PlayerSpec};
use connect_toe_search::{SearchReport, Stopped, Task, Watch};
use connect_toe_stats::GameResult;

use crate::play::play_on;

/// Fails wherever it is asked.
struct Failing;

impl Search for Failing {
    fn search(&mut self, _: &Position, _: &Task, _: &mut dyn Heuristic, _: Watch) -> SearchReport {
        SearchReport::of_one_best(0, Vec::new(), 0, Stopped::Failed)
    }
}

#[test]
fn who_fails_before_the_game_loses_it() {
    let catalogue = Catalogue::new().with_search("failing", |_| Ok(Failing)).expect("a new name");
    let failing = catalogue.player("failing").expect("a player");
    let random: PlayerSpec = "random".parse().expect("a player");
    for openings in [Openings::None, Openings::List(vec!["a1 b1".to_owned()].into())] {
        let is_empty = openings == Openings::None;
        let protocol = Protocol { openings, swap: true, ..Protocol::new(2) };
        let game = "3x3:3".parse().expect("a game");
        let plan = Plan::of_match(game, failing.clone(), random.clone(), protocol, 1);
        let pairs = play_on(1, &plan, &plan.everything());
        let games: Vec<GamePlayed> = pairs.into_iter().flat_map(|pair| pair.games).collect();
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!((game.result, game.ending, game.swapped), (GameResult::Loss, Ending::Forfeit, false));
            // With the first move it fails in making it; with the second one in choosing.
            let made = if is_empty && game.player_side == Side::X { 0 } else { game.opening_plies as usize };
            assert_eq!(game.moves.len(), made);
        }
    }
}

/// A game that is lost by a player that gives no move says nothing about how well it plays.
#[test]
fn forfeited_games_count_only_if_it_is_asked_for() {
    let catalogue = Catalogue::new().with_search("failing", |_| Ok(Failing)).expect("a new name");
    let failing = catalogue.player("failing").expect("a player");
    let random: PlayerSpec = "random".parse().expect("a player");
    let plan = Plan::of_match("3x3:3".parse().expect("a game"), random, failing, Protocol::new(10), 1);
    let of = |forfeits| {
        let mut tally = Tally::with_forfeits(&plan, forfeits);
        for pair in play_on(1, &plan, &plan.everything()) {
            tally.count(&pair);
        }
        let condition = tally.conditions.remove(0);
        assert_eq!((condition.wdl().wins, condition.forfeited), (10, 10));
        assert!(condition.has_many_forfeits());
        (Sample::of_player(&plan.conditions[0], &condition), condition.rated_pairings(0, 1))
    };
    let (omitted, rated) = of(Forfeits::default());
    assert_eq!((omitted.score(), omitted.games.wins, omitted.score_interval().low), (None, 10, 0.0));
    assert!(rated.iter().all(|pairing| pairing.results.games() == 0));
    let (counted, rated) = of(Forfeits::Count);
    assert_eq!(counted.score(), Some(1.0));
    assert_eq!(rated.iter().map(|pairing| pairing.results.games()).sum::<u64>(), 10);
}

fn games(game: &str, players: [&str; 2], openings: &[&str], number: u64) -> Vec<GamePlayed> {
    let openings: Vec<String> = openings.iter().map(|&text| text.to_owned()).collect();
    let openings = if openings.is_empty() { Openings::None } else { Openings::List(openings.into()) };
    let protocol = Protocol { openings, swap: true, ..Protocol::new(number) };
    let [player, opponent] = players.map(|text| text.parse().expect("a player"));
    let plan = Plan::of_match(game.parse().expect("a game"), player, opponent, protocol, 1);
    let reread = Plan::read(&plan.text, &[], &|_| Err(String::new())).expect("is an experiment");
    assert_eq!(reread.hash(), plan.hash());
    let pairs = play_on(1, &plan, &plan.everything());
    assert_eq!(play_on(3, &plan, &plan.everything()), pairs);
    pairs.into_iter().flat_map(|pair| pair.games).collect()
}

const NOBODY_SWAPS: [(Side, bool); 2] = [(Side::X, false), (Side::O, false)];
const BOTH_SWAP: [(Side, bool); 2] = [(Side::O, true), (Side::X, true)];

#[test]
fn the_second_player_takes_the_better_side() {
    let cases = [
        // X to move wins.
        ("3x3:3", "a1 b1", BOTH_SWAP, [GameResult::Loss, GameResult::Win]),
        ("3x3:3", "b2 a1", NOBODY_SWAPS, [GameResult::Draw; 2]),
        // O to move wins, and loses.
        ("4x3:3", "a2", NOBODY_SWAPS, [GameResult::Loss, GameResult::Win]),
        ("4x3:3", "b2", BOTH_SWAP, [GameResult::Loss, GameResult::Win]),
    ];
    for (game, opening, sides, results) in cases {
        let all = games(game, ["perfect", "perfect"], &[opening], 2);
        let plies = opening.split(' ').count();
        assert!(all.iter().all(|game| game.opening_plies as usize == plies), "{game}, {opening}");
        let found: Vec<_> = all.iter().map(|game| (game.player_side, game.swapped)).collect();
        assert_eq!(found, sides, "{game}, {opening}");
        assert_eq!(all.iter().map(|game| game.result).collect::<Vec<_>>(), results, "{game}, {opening}");
    }
}

#[test]
fn players_without_values_keep_their_side() {
    let all = games("3x3:3", ["perfect", "random"], &["a1 b1"], 2);
    let found: Vec<_> = all.iter().map(|game| (game.player_side, game.swapped, game.result)).collect();
    assert_eq!(found, [(Side::X, false, GameResult::Win), (Side::X, true, GameResult::Win)]);
}

#[test]
fn without_an_opening_the_first_move_is_as_even_as_can_be() {
    // In a row of three cells two neighbours win: the middle wins, the ends draw. In misère Tic-Tac-Toe only the middle
    // draws.
    for (game, even) in [("3:2", &[0, 2][..]), ("3x3:3:free:misere", &[4])] {
        let geometry = connect_toe_game::Geometry::of(&game.parse().expect("a game")).expect("is sound");
        for played in games(game, ["perfect", "perfect"], &[], 10) {
            assert_eq!(
                (played.opening_plies, played.swapped, played.result),
                (1, false, GameResult::Draw),
                "{game}"
            );
            assert!(even.contains(&geometry.rank(played.moves[0])), "{game}");
        }
    }
}

#[test]
fn a_first_move_that_ends_the_game_leaves_no_choice() {
    for played in games("2x2:1", ["perfect", "two-ply"], &[], 4) {
        assert_eq!((played.moves.len(), played.opening_plies, played.swapped), (1, 1, false));
    }
}
