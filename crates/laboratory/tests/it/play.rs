//! Matches and tournaments: the same games in memory, in a file, for any number of threads.

use connect_toe_api::Work;
use connect_toe_laboratory::{
    ExperimentFile, ExportExperiment, ExportForm, GameOfExperiment, Match, MatchResult, RankedPlayer,
    ReportExperiment, RunExperiment, Start, StatusOfExperiment, TestVerdict, Tournament, WrittenReport,
};

const STRONG: &str = "alpha-beta:depth=2,eval=runs";

fn on(threads: usize) -> Work {
    Work::new().with_threads(threads)
}

fn tested() -> Match {
    Match { games: Some(2000), sprt: Some("0,60".to_owned()), ..Match::new("4x4:3:-2", STRONG, "two-ply") }
}

#[test]
fn a_sequential_test_stops_at_its_verdict_whatever_the_threads() {
    let one = tested().run(&on(1)).expect("is played");
    let test = one.sprt.expect("was asked for");
    assert_ne!(test.verdict, TestVerdict::Continue);
    assert!(one.games < 2000 && !one.partial, "{one:?}");
    for threads in [2, 5] {
        assert_eq!(tested().run(&on(threads)).expect("is played"), one);
    }
    // The games counted are the first ones: a match of that length has the same.
    let same_length =
        Match { games: Some(one.games), sprt: None, ..tested() }.run(&on(3)).expect("is played");
    assert_eq!(MatchResult { sprt: one.sprt, ..same_length }, one);
}

/// A hundred games hardly ever decide a test, so that a match with one goes on for longer unless it is told otherwise.
#[test]
fn a_test_has_the_games_that_it_takes() {
    let test = Match { sprt: Some("0,20".to_owned()), ..Match::new("3x3:3", "random", "random") };
    let result = test.run(&on(2)).expect("is played");
    let sprt = result.sprt.expect("was asked for");
    assert!(sprt.accepted().is_some() && result.games > Match::GAMES, "{} {sprt:?}", result.games);
    let without = Match { sprt: None, ..test }.run(&on(2)).expect("is played");
    assert_eq!(without.games, Match::GAMES);
}

#[test]
fn a_results_file_changes_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for request in [tested(), Match { games: Some(31), ..Match::new("3x3:3", "two-ply", "random") }] {
        let in_memory = request.run(&on(2)).expect("is played");
        let name = format!("{}.db", in_memory.games);
        let kept = Match { results: Some(path(&name)), ..request };
        assert_eq!(kept.run(&on(3)).expect("is played"), in_memory);
        assert_eq!(kept.run(&on(2)).expect("is there"), in_memory, "nothing is played again");
    }
    let other = Match { seed: 1, results: Some(path("31.db")), ..Match::new("3x3:3", "two-ply", "random") };
    let error = other.run(&on(1)).expect_err("has another match");
    assert!(error.to_string().contains("has the results of a different experiment"), "{error}");

    // The laboratory's commands read the file.
    let file = ExperimentFile::new(path("31.db"));
    let status = StatusOfExperiment { file: file.clone() }.run(&on(1)).expect("is there");
    assert!(status.done && status.games == 31 && status.studies[0].name == "match");
    let mut table = Vec::new();
    let export = ExportExperiment { file: file.clone(), form: ExportForm::Csv };
    export.run(&on(1), &mut table).expect("is written");
    let table = String::from_utf8(table).expect("is text");
    assert_eq!(table.lines().count(), 32);
    let games = |form| {
        let mut text = Vec::new();
        let exported = ExportExperiment { file: file.clone(), form }.run(&on(1), &mut text);
        exported.map(|()| String::from_utf8(text).expect("is text"))
    };
    let psq = games(ExportForm::Psq).expect("is written");
    assert!(psq.starts_with("Piskvorky 3x3, 11:11, 0\n") && psq.matches("Piskvorky").count() == 31, "{psq}");
    assert_eq!(games(ExportForm::Sgf).expect("is written").matches("PB[two-ply]PW[random]").count(), 16);
    assert!(games(ExportForm::Digits).is_err_and(|error| error.to_string().contains("digits cannot hold")));
    let request = ReportExperiment { file: file.clone(), out: None, with_links: false };
    let report = request.run(&on(1)).expect("is written");
    assert!(report.files[0].ends_with("31-report/report.html") && !report.summary.is_empty());

    // Any of its games is found again, and the report says how.
    let ask = |cell: usize, number: u64| GameOfExperiment {
        file: file.clone(),
        study: None,
        cell: Some(cell),
        number: Some(number),
    };
    let game = ask(1, 30).run(&on(1)).expect("was played");
    let row = table.lines().nth(31).expect("the last game");
    let end = format!(",{},{},{}", game.moves, game.forfeited, game.swapped);
    assert!(row.ends_with(&end) && game.plies == game.moves.split(' ').count(), "{row}\n{game:?}");
    assert!(row.contains(&format!(",30,{},{},{},", game.seed, game.player_side, game.result)), "{row}");
    assert_eq!(
        (game.x.as_str(), game.o.as_str()),
        ("two-ply", "random"),
        "the player moves first in even games"
    );
    for (cell, number, what) in
        [(2, 0, "has the cells 1 to 1, not 2"), (0, 0, "not 0"), (1, 31, "games 0 to 30, not 31")]
    {
        let error = ask(cell, number).run(&on(1)).expect_err("is not there");
        assert!(error.to_string().contains(what), "{error}");
    }
    let other = GameOfExperiment { study: Some("mach".to_owned()), ..ask(1, 0) };
    assert!(other.run(&on(1)).expect_err("is not there").to_string().contains("no study `mach`"));
    let page = |report: &WrittenReport| std::fs::read_to_string(&report.files[0]).expect("is there");
    let html = page(&report);
    assert!(html.contains(" --study match --cell 1 --number 0</code>"), "the command of the first game");
    assert!(
        html.contains(&ask(1, 0).run(&on(1)).expect("was played").moves) && !html.contains("data-replay")
    );
    let html = page(&ReportExperiment { with_links: true, ..request }.run(&on(1)).expect("is written"));
    assert!(
        html.contains("<a data-replay target=\"_top\" href=\"/?game=3x3:3&#38;moves="),
        "a link on the web"
    );
}

#[test]
fn unpaired_matches_have_no_pairs() {
    let request = Match { first: "player".to_owned(), ..Match::new("3x3:3", "random", "random") };
    let result = request.run(&on(2)).expect("is played");
    assert_eq!((result.games, result.pairs), (100, None));
    let test = Match { games: Some(5000), sprt: Some("-300,-100".to_owned()), ..request };
    let result = test.run(&on(2)).expect("is played");
    assert_eq!(result.sprt.map(|test| test.verdict), Some(TestVerdict::AcceptH1));
    let paired = Match::new("3x3:3", "random", "random").run(&on(2)).expect("is played");
    assert_eq!(paired.pairs.map(|pairs| pairs.iter().sum()), Some(50_u64));
}

#[test]
fn a_tournament_has_the_matches_of_its_players() {
    let players = ["random", STRONG, "two-ply"];
    let request = Tournament { games: 40, ..Tournament::new("4x4:3:-2", players) };
    let table = request.run(&on(2)).expect("is played");
    assert_eq!(request.run(&on(1)).expect("is played"), table);
    let strong = table.ranking.iter().find(|player| player.entry == 1).expect("is ranked");
    let result = Match { games: Some(40), ..Match::new("4x4:3:-2", STRONG, "two-ply") }
        .run(&on(2))
        .expect("is played");
    let counts = &strong.against.iter().find(|meeting| meeting.opponent == 2).expect("met").counts;
    assert_eq!(
        (counts.wins, counts.draws, counts.losses, counts.pairs),
        (result.wins, result.draws, result.losses, result.pairs)
    );
    assert_eq!((counts.elo, counts.score_interval), (result.elo, result.score_interval));
    let ratings: Vec<f64> =
        table.ranking.iter().map(|player| player.rating.expect("is rated").value).collect();
    assert!(ratings.is_sorted_by(|one, other| one >= other) && ratings.iter().sum::<f64>().abs() < 1e-6);
    assert_eq!(table.ranking[2].player, "random");
    let sum = |share: &dyn Fn(&RankedPlayer) -> Option<f64>| -> f64 {
        table.ranking.iter().filter_map(share).sum()
    };
    assert!((sum(&|player| Some(player.nash?.share)) - 1.0).abs() < 1e-9);
    assert!((sum(&|player| player.alpha_rank) - 1.0).abs() < 1e-9);
    let truth = table.truth_of_elo.expect("three players");
    assert!(truth.circle.is_empty() && truth.fit.is_some_and(|fit| fit.degrees_of_freedom == 1), "{truth:?}");
    let two = Tournament { games: 4, ..Tournament::new("3x3:3", ["random", "two-ply"]) };
    let two = two.run(&on(2)).expect("is played");
    assert_eq!((two.truth_of_elo, two.ranking[0].nash), (None, None));
}

/// Maker and Breaker are told apart, and draws are not told of where there are none.
#[test]
fn results_by_side() {
    let maker = Tournament { games: 20, ..Tournament::new("3x3:3:free:maker", ["random", STRONG]) };
    let table = maker.run(&on(2)).expect("is played");
    assert!(!table.can_be_drawn);
    assert_eq!(
        table.rating_model,
        "Bradley & Terry's model with an advantage of Maker (Davidson & Beaver 1977)"
    );
    for player in &table.ranking {
        let [x, o] = &player.by_side[..] else { panic!("two sides: {player:?}") };
        assert_eq!((x.name.as_str(), o.side.as_str(), o.name.as_str()), ("Maker", "o", "Breaker"));
        assert_eq!((x.counts.games, x.counts.wins + o.counts.wins), (10, player.wins));
    }
    let connect6 = Match { games: Some(10), ..Match::new("5x5:4:free:turn=1+2", "random", "random") };
    let result = connect6.run(&on(2)).expect("is played");
    // A player that meets itself has each side in every game.
    assert_eq!((result.by_side.len(), result.by_side[0].counts.games), (2, 10));
    assert!(result.can_be_drawn && result.by_side[1].name == "O");
    let rows = Match { games: Some(10), ..Match::new("3x3:3", "random", "two-ply") };
    assert!(rows.run(&on(2)).expect("is played").by_side.is_empty());
}

#[test]
fn an_anchor_moves_all_ratings_alike() {
    let plain = Tournament { games: 40, ..Tournament::new("4x4:3:-2", ["random", STRONG, "two-ply"]) };
    let rating = |request: &Tournament, entry: usize| {
        let table = request.run(&on(2)).expect("is played");
        let player = table.ranking.into_iter().find(|player| player.entry == entry).expect("is ranked");
        player.rating.expect("is rated").value
    };
    let anchored = Tournament { anchor: Some("random".to_owned()), ..plain.clone() };
    assert!(rating(&anchored, 0).abs() < 1e-9);
    let lead = rating(&plain, 1) - rating(&plain, 0);
    assert!(lead > 0.0 && (rating(&anchored, 1) - lead).abs() < 1e-6);
    let absent = Tournament { anchor: Some("perfect".to_owned()), ..plain };
    let error = absent.run(&on(2)).expect_err("the anchor does not play");
    assert_eq!(error.to_string(), "the anchor perfect does not play in this tournament");
}

#[test]
fn a_test_says_what_its_elo_means() {
    let normalized = Match { elo_model: "normalized".to_owned(), ..tested() };
    let (one, other) = (tested().run(&on(2)).expect("is played"), normalized.run(&on(2)).expect("is played"));
    assert_ne!(one.sprt, other.sprt);
    let wrong = Match { elo_model: "natural".to_owned(), ..tested() };
    let error = wrong.run(&on(1)).expect_err("is not a model");
    assert_eq!(error.to_string(), "`natural` is not a model of Elo: write logistic or normalized");
}

#[test]
fn a_match_goes_on_with_more_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = Some(folder.path().join("m.db").display().to_string());
    // The 31st game is alone at first, and has its second one later.
    let request = Match { games: Some(31), ..Match::new("4x4:3:-2", "two-ply", "random") };
    for games in [31, 80, 81] {
        let in_memory = Match { games: Some(games), ..request.clone() }.run(&on(1)).expect("is played");
        let kept = Match { games: Some(games), results: results.clone(), ..request.clone() };
        assert_eq!(kept.run(&on(2)).expect("goes on"), in_memory);
    }
    let fewer = Match { results: results.clone(), ..request.clone() };
    assert!(fewer.run(&on(1)).expect_err("is another match").to_string().contains("different experiment"));
    let other = Match { games: Some(100), seed: 1, results, ..request };
    assert!(other.run(&on(1)).expect_err("is another match").to_string().contains("different experiment"));
}

#[test]
fn a_match_that_its_test_has_ended_is_not_unfinished() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("m.db").display().to_string();
    let tested = Match { results: Some(results.clone()), ..tested() };
    let result = tested.run(&on(2)).expect("is played");
    let file = ExperimentFile::new(results);
    let status = StatusOfExperiment { file: file.clone() }.run(&on(1)).expect("is there");
    let decided = status.sprt.expect("is kept");
    assert_eq!((decided.games, Some(decided.test)), (result.games, result.sprt));
    assert!(status.done && status.games < status.games_wanted);
    let resumed = RunExperiment { start: Start::Resume, ..RunExperiment::new(file.clone()) };
    assert_eq!(resumed.run(&on(2)).expect("has nothing to do"), status);
    let report = ReportExperiment { file: file.clone(), out: None, with_links: false }
        .run(&on(1))
        .expect("is written");
    assert!(report.summary.iter().any(|line| line.contains("ended the match")), "{:?}", report.summary);
    let markdown = std::fs::read_to_string(&report.files[1]).expect("is written");
    assert!(!markdown.contains("Not complete"));
    let played = format!("{} games in 1 cell: ", status.games);
    assert!(
        markdown.contains(&played)
            && markdown.contains(" of at most 1000. Each cell could have 2000 games; a ")
    );
    // A request for more games gets them, and then nothing has ended the match.
    let all = Match { games: Some(2000), sprt: None, ..tested }.run(&on(2)).expect("is played");
    assert_eq!(all.games, 2000);
    let status = StatusOfExperiment { file }.run(&on(1)).expect("is there");
    assert!(status.done && status.sprt.is_none() && status.games == 2000);
}

fn first_ties(depth: u32) -> String {
    format!("alpha-beta:depth={depth},eval=runs,ties=first")
}

/// From one start two players without chance have one pair, however often it is played.
#[test]
fn a_game_that_only_comes_again_is_no_evidence() {
    let again = |games| Match {
        games: Some(games),
        openings: "none".to_owned(),
        ..Match::new("connect-four", first_ties(3), first_ties(2))
    };
    let (twice, often) =
        (again(2).run(&on(2)).expect("is played"), again(400).run(&on(2)).expect("is played"));
    assert_eq!((often.games, often.distinct, often.score), (400, 2, twice.score));
    assert_eq!(
        (often.score_interval, often.elo, often.interval),
        (twice.score_interval, twice.elo, twice.interval)
    );
    assert!(often.score_interval[1] - often.score_interval[0] > 0.5, "{:?}", often.score_interval);
    assert!(
        twice.cautions.is_empty()
            && often.cautions[0].starts_with("Caution: only 2 of 400 games are different")
    );
    let test = Match { sprt: Some("-400,-100".to_owned()), ..again(400) };
    let test = test.run(&on(2)).expect("is played").sprt.expect("was asked for");
    assert_eq!(test.accepted(), None);
    // A results file keeps all games, and counts them in the same way.
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("m.db").display().to_string();
    let kept = Match { results: Some(results.clone()), ..again(400) };
    assert_eq!(kept.run(&on(2)).expect("is played"), often);
    assert_eq!(kept.run(&on(2)).expect("is there"), often);
    let status = StatusOfExperiment { file: ExperimentFile::new(results.clone()) };
    let standing = &status.run(&on(1)).expect("is there").studies[0].players[0];
    assert_eq!((standing.games, standing.interval), (400, often.score_interval));
    // Unless it is told otherwise, a match that is there goes on from where it began.
    let longer = Match { games: Some(402), openings: "auto".to_owned(), ..kept };
    assert_eq!(longer.run(&on(2)).expect("goes on").openings, "the empty board");
}

#[test]
fn matches_start_from_openings_where_players_can_repeat_themselves() {
    let usual = Match::new("connect-four", first_ties(3), first_ties(2)).run(&on(2)).expect("is played");
    assert_eq!((usual.games, usual.openings.as_str()), (100, "4 random plies"));
    assert!(usual.distinct > 90, "{}", usual.distinct);
    let against_random = Match::new("connect-four", first_ties(3), "random").run(&on(2)).expect("is played");
    assert!(
        against_random.distinct > 90 && against_random.openings == "the empty board",
        "{against_random:?}"
    );
    let table = Tournament {
        games: 10,
        ..Tournament::new("connect-four", [&first_ties(1), "random", &first_ties(2)])
    };
    assert_eq!(table.run(&on(2)).expect("is played").openings, "4 random plies");
}

/// Games drawn by chance count each, also where few are different; that is said.
#[test]
fn chance_draws_the_same_game_again() {
    let request = Match {
        games: Some(400),
        openings: "none".to_owned(),
        ..Match::new("3x3:3", "two-ply", "minimax:depth=2,eval=runs")
    };
    let drawn = request.run(&on(2)).expect("is played");
    assert!(
        drawn.distinct < 200 && drawn.cautions[0].contains("choose at random between few games"),
        "{drawn:?}"
    );
    assert!(drawn.score_interval[1] - drawn.score_interval[0] < 0.1, "{:?}", drawn.score_interval);
}
