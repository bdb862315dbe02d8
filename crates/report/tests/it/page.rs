use connect_toe_work::Stop;
use std::ops::ControlFlow;

use connect_toe_experiment::{Openings, Tally, play};
use connect_toe_report::{Extras, Report};
use connect_toe_stats::GameResult;

use crate::plans;

fn page(plan: &connect_toe_experiment::Plan) -> String {
    plans::report(plan).html().expect("can be made")
}

#[test]
fn five_hundred_cells_are_below_half_a_megabyte() {
    for plan in [plans::five_hundred(), plans::round_robin(), plans::faces(), plans::depths()] {
        let size = page(&plan).len();
        assert!(size <= 500_000, "{}: {size}", plan.title);
    }
}

#[test]
fn nothing_is_fetched() {
    for plan in [plans::round_robin(), plans::faces(), plans::depths()] {
        let page = page(&plan);
        for outside in ["http:", "https:", "src=", "@import", "url(", "<link", "<img"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains(r#"<meta name="viewport""#));
    }
}

#[test]
fn elements_are_closed() {
    let page = page(&plans::faces());
    let elements = [
        "section", "table", "caption", "tr", "td", "th", "div", "figure", "svg", "p", "dl", "details", "pre",
        "text",
    ];
    for element in elements {
        let opened =
            page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
        assert!(opened > 0, "{element}");
    }
}

#[test]
fn every_drawing_has_a_text_and_every_table_a_caption() {
    for plan in [plans::round_robin(), plans::faces(), plans::depths()] {
        let page = page(&plan);
        assert_eq!(page.matches("<svg ").count(), page.matches(r#"role="img" aria-label=""#).count());
        assert_eq!(page.matches("<svg ").count(), page.matches("<figcaption>").count());
        assert_eq!(page.matches("<table ").count(), page.matches("<caption>").count());
        assert!(page.matches("<svg ").count() > 5);
    }
}

/// Drawings are on the page only, and so are their headings.
#[test]
fn markdown_has_no_empty_sections() {
    for plan in [plans::round_robin(), plans::faces(), plans::depths()] {
        let markdown = plans::report(&plan).markdown();
        let lines: Vec<&str> = markdown.lines().filter(|line| !line.is_empty()).collect();
        for pair in lines.windows(2) {
            assert!(!(pair[0].starts_with("## ") && pair[1].starts_with("## ")), "{}", pair[0]);
        }
        // Pictures are told in words.
        assert!(markdown.contains("\n## The games\n\n- `"), "{markdown}");
    }
}

#[test]
fn names_on_the_page_are_unique() {
    for plan in [plans::round_robin(), plans::faces(), plans::depths()] {
        let page = page(&plan);
        let mut names: Vec<&str> =
            page.split(r#" id=""#).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}

#[test]
fn the_file_is_shown_and_escaped() {
    let page = page(&plans::depths());
    assert!(page.contains("&#60;made by hand&#62; &#38; not played"));
    assert!(page.contains("A processor &#38; a half") && page.contains("made-up.toml"));
}

/// No counts give a number that is none.
#[test]
fn odd_counts_have_no_odd_numbers() {
    for plan in [plans::round_robin(), plans::depths(), plans::faces(), plans::player_first(plans::depths())]
    {
        let results = GameResult::ALL.into_iter().map(|result| plans::uniform(&plan, result));
        let one_condition = {
            let mut tally = plans::unplayed(&plan);
            tally.conditions[1] = plans::played(&plan, 1.0).conditions[1].clone();
            tally
        };
        for tally in results.chain([plans::unplayed(&plan), plans::played(&plan, 0.02), one_condition]) {
            let report = Report::new(&plan, &tally, plans::provenance(&plan, 0.5), Extras::default());
            let made = [report.html(), report.csv(), report.json()].map(|text| text.expect("can be made"));
            for text in made.into_iter().chain([report.markdown(), report.latex()]) {
                for odd in ["NaN", ">inf", "-inf", "+inf", " inf", ",inf", "∞"] {
                    assert!(!text.contains(odd), "{}: {odd}", plan.title);
                }
            }
        }
    }
}

/// The data of drawings name players as they are called, and who they are.
#[test]
fn data_of_drawings_name_players() {
    let tournament = page(&plans::round_robin());
    // The best first.
    assert!(tournament.contains("<pre>player / opponent (points per game),alpha-beta depth 5 runs,"));
    assert!(
        tournament.contains("\ntwo-ply weighted-lines,")
            && !tournament.contains("\ntwo-ply weighted-lines 2,")
    );
    let plan = plans::read(
        "One player",
        r#"
        [[study]]
        name = "s"
        let = { depth = [1, 2] }
        game = "3x3:3"
        player = "minimax:depth={depth}"
        opponent = ["random", "two-ply"]
        "#,
    );
    let page = page(&plan);
    assert!(page.contains("<pre>opponent,depth,score,low,high\ntwo-ply,1,"), "{page}");
    assert!(page.contains(">against random</text>"), "{page}");
}

/// Every search, heuristic and setting that occurs is defined, and no other.
#[test]
fn players_are_defined() {
    let plan = plans::round_robin();
    let report = plans::report(&plan);
    let (page, markdown, latex) = (report.html().expect("can be made"), report.markdown(), report.latex());
    for name in [
        "random",
        "two-ply",
        "alpha-beta",
        "weighted-lines",
        "undecided",
        "open-lines",
        "runs",
        "depth",
        "ties",
    ] {
        assert_eq!(page.matches(&format!("<dt>{name}</dt>")).count(), 1, "{name}");
        assert_eq!(markdown.matches(&format!("- **{name}**: ")).count(), 1, "{name}");
        assert_eq!(latex.matches(&format!("\\item[{name}] ")).count(), 1, "{name}");
    }
    for name in ["minimax", "optimistic", "weights", "nodes", "eval"] {
        assert!(!page.contains(&format!("<dt>{name}</dt>")), "{name}");
    }
    assert!(page.contains("<dt>Ply</dt>") && page.contains("<dt>Nodes/move</dt>"));
}

/// Findings first, numbers behind them folded, both once.
#[test]
fn a_summary_is_a_list() {
    let plan = plans::round_robin();
    let report = plans::report(&plan);
    let (page, markdown) = (report.html().expect("can be made"), report.markdown());
    let summary = page.split("</section>").next().expect("a summary");
    let (findings, details) = summary.split_once("<details class=\"all\">").expect("details");
    for finding in
        ["significant on each of the 3 games alone.", "In 165 of 273 cells, one", "Moving first scores 57"]
    {
        assert!(findings.contains(finding) && !details.contains(finding), "{finding}");
    }
    for detail in ["scores most on <code>connect-four</code>", "of these games are drawn."] {
        assert!(details.contains(detail) && !findings.contains(detail), "{detail}");
    }
    assert!(summary.contains("<h3><a href=\"#study-1\">Everybody against everybody</a></h3>"));
    // Who is best stands in the answer, and nowhere else.
    assert!(!summary.contains("has the highest"), "{summary}");
    assert!(
        markdown.contains("\n- The lead of `alpha-beta depth 5 runs` over all others is significant on each")
            && markdown.contains("<summary>Details</summary>\n\n- Moving first")
    );
}

/// The page after the plan has really been played.
fn page_of_games(plan: &connect_toe_experiment::Plan) -> String {
    let mut tally = Tally::new(plan);
    play(plan, &plan.everything(), &Stop::new(), |pair| {
        if let Some(pair) = pair {
            tally.count(&pair);
        }
        ControlFlow::Continue(())
    })
    .expect("can be played");
    plans::report_of(plan, &tally).html().expect("can be made")
}

#[test]
fn games_that_repeat_each_other_are_warned_of() {
    let mut plan = plans::read(
        "No chance",
        r#"
        [[study]]
        name = "one"
        games_per_cell = 200
        game = "3x3:3"
        player = "alpha-beta:depth=1,eval=runs,ties=first"
        opponent = ["minimax:depth=1,ties=last", "random"]
        "#,
    );
    let fixed = page_of_games(&plan);
    assert!(
        fixed.contains("<p class=\"notice\">Caution: in ")
            && fixed.contains(
                "minimax depth 1 ties last</code> on <code>tic-tac-toe</code>: 2 different games among 200."
            )
            && fixed.contains("a game that comes again is no new evidence"),
        "{fixed}"
    );
    // There are 72 ways to play two plies, and 200 games.
    plan.conditions[0].protocol.openings = Openings::Random { plies: 2 };
    let drawn = page_of_games(&plan);
    assert!(drawn.contains("Caution: in ") && drawn.contains("count it once"), "{drawn}");
    // So many ways that no two of a few games begin alike.
    plan.conditions[0].protocol.openings = Openings::Random { plies: 6 };
    plan.conditions[0].game = "9x9:5".parse().expect("a game");
    plan.conditions[0].protocol.games = 10;
    plan.conditions[1].game = "9x9:5".parse().expect("a game");
    plan.conditions[1].protocol.games = 10;
    assert!(!page_of_games(&plan).contains("Caution"));
    plan.conditions[0].protocol.limits.milliseconds = Some(5);
    plan.studies[0].protocol.limits.milliseconds = Some(5);
    assert!(page(&plan).contains("5 ms a move") && page(&plan).contains("depend on the machine"));
}

/// They stand in `tmp` of the target folder, a folder for each, for people to look at.
#[test]
fn pages_are_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let plans = [
        ("tournament", plans::round_robin()),
        ("depths", plans::depths()),
        ("faces", plans::faces()),
        ("five-hundred", plans::five_hundred()),
    ];
    for (name, plan) in plans {
        std::fs::create_dir_all(folder.join(name)).expect("a folder");
        let texts = plans::report(&plan).texts().expect("can be made");
        for (file, text) in Report::FILES.iter().zip(texts) {
            std::fs::write(folder.join(name).join(file), text).expect("can be written");
        }
    }
    let blocks = crate::document::document().html().expect("can be made");
    std::fs::write(folder.join("blocks.html"), blocks).expect("can be written");
}

#[test]
fn a_level_is_defined_by_the_player_that_it_is_in_each_game() {
    let plan = plans::read(
        "Levels",
        r#"
        [[study]]
        name = "levels"
        game = ["tic-tac-toe", "connect-four"]
        player = "casual"
        opponent = "random"
        "#,
    );
    let stands_for = |game: usize| {
        let condition = &plan.conditions[game];
        format!("in {} <code>{}</code>", condition.game, condition.player.for_game(&condition.game))
    };
    let page = page(&plan);
    let definition =
        format!("A level: a player that depends on the game, {}, {}.", stands_for(0), stands_for(1));
    assert!(page.contains(&definition), "{definition}");
}
