use connect_toe_experiment::{Condition, Openings, Override, Plan, Request};
use connect_toe_players::FirstMover;

use crate::read;

const TWO_STUDIES: &str = r#"
title = "Two studies"
seed = 7
games_per_cell = 10

[let]
depth = "{1..3}"
eval = ["runs", "undecided"]

[[study]]
name = "boards"
game = { sizes = "{3..4}x3", run = 3, faces = ["free", "-2"], rules = ["", "misere"] }
player = { search = "alpha-beta", depth = 1, eval = ["runs", "open-lines"] }

[[study]]
name = "depth"
first = "player"
openings = { plies = 2, choose = "all" }
let = { eval = "runs" }
game = "3x3:3"
player = "alpha-beta:depth={depth},eval={eval}"
opponent = ["random", { search = "minimax", depth = "{depth}", eval = "{eval}" }]
"#;

#[test]
fn cells_are_every_combination() {
    let plan = read(TWO_STUDIES).expect("is a plan");
    assert_eq!((plan.studies.len(), plan.conditions.len(), plan.games()), (2, 8 + 6, 140));
    assert!(plan.studies[0].is_round_robin() && plan.studies[0].factors.is_empty());
    assert_eq!(plan.studies[1].factors[0].numbers(), Some(vec![1.0, 2.0, 3.0]));
    let games: Vec<String> = plan.conditions_of(0).map(|(_, cell)| cell.game.to_string()).collect();
    assert_eq!(
        games,
        [
            "3x3:3",
            "3x3:3:free:misere",
            "3x3:3:-2",
            "3x3:3:-2:misere",
            "4x3:3",
            "4x3:3:free:misere",
            "4x3:3:-2",
            "4x3:3:-2:misere"
        ]
    );
    let last = plan.conditions.last().expect("has cells");
    let levels: Vec<&str> = plan.studies[1].levels_of(last).map(|(_, level)| level.text()).collect();
    assert_eq!((last.levels.as_slice(), levels.as_slice()), ([2].as_slice(), ["3"].as_slice()));
    assert_eq!(last.player.to_string(), "alpha-beta:depth=3,eval=runs");
    assert_eq!(last.opponent.to_string(), "minimax:depth=3,eval=runs");
    assert_eq!(
        (last.protocol.first, last.protocol.openings.clone()),
        (FirstMover::Player, Openings::All { plies: 2 })
    );
    assert_eq!(plan.pairs_in(4..100).len(), 14);
    let part = |condition, pairs| Request { condition, pairs };
    assert_eq!(plan.pairs_in(4..7), [part(0, 4..5), part(1, 0..2)]);
    assert_eq!(plan.numbers_of(&plan.pairs_in(4..7)), [4..5, 5..7]);
}

#[test]
fn what_is_played_has_one_identity_however_it_is_written() {
    let plan = read(TWO_STUDIES).expect("is a plan");
    let other = TWO_STUDIES
        .replace("Two studies", "Another title")
        .replace("depth = \"{1..3}\"", "depth = [1, 2, 3] # as before");
    assert_eq!(read(&other).expect("is a plan").hash(), plan.hash());
    let more = TWO_STUDIES.replace("games_per_cell = 10", "games_per_cell = 12");
    assert_ne!(read(&more).expect("is a plan").hash(), plan.hash());
    let seeds: std::collections::HashSet<u64> =
        plan.conditions.iter().map(|condition| condition.seed(plan.seed)).collect();
    assert_eq!(seeds.len(), plan.conditions.len());
}

#[test]
fn a_cell_keeps_its_seed_whatever_else_is_played() {
    let plan = read(TWO_STUDIES).expect("is a plan");
    let alone = TWO_STUDIES.replace("depth = \"{1..3}\"", "depth = [3, 9]");
    let alone = read(&alone).expect("is a plan");
    let seed = |plan: &Plan| {
        let at_three = |cell: &&Condition| plan.studies[cell.study].levels_text(cell) == "depth=3";
        let condition = plan.conditions.iter().find(at_three).expect("has depth 3");
        condition.seed(plan.seed)
    };
    assert_eq!(seed(&plan), seed(&alone));
}

/// A factor that is mentioned by some opponents only.
#[test]
fn cells_that_play_the_same_do_not_play_the_same_games() {
    let text =
        TWO_STUDIES.replace("player = \"alpha-beta:depth={depth},eval={eval}\"", "player = \"perfect\"");
    let plan = read(&text).expect("is a plan");
    let seeds: std::collections::HashSet<u64> =
        plan.conditions.iter().map(|condition| condition.seed(plan.seed)).collect();
    assert_eq!(seeds.len(), plan.conditions.len());
}

#[test]
fn players_that_mean_the_same_enter_once() {
    let start = "games_per_cell = 4\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\n";
    let players =
        "player = [\"random:ties=random\", \"two-ply\", \"random\", \"two-ply:eval=weighted-lines\"]\n";
    let plan = read(&format!("{start}{players}")).expect("is a plan");
    // As the file first writes them.
    assert!(plan.canonical().contains("| random:ties=random | two-ply | 4 games"), "{}", plan.canonical());
    assert_eq!((plan.conditions.len(), plan.studies[0].players.len()), (1, 2));

    // At every level the cell's text is another one, and so are its games.
    let levels =
        "let = { ties = [\"random\", \"first\"] }\nplayer = \"random:ties={ties}\"\nopponent = \"random\"\n";
    let plan = read(&format!("{start}{levels}")).expect("is a plan");
    assert_eq!(plan.conditions.iter().map(Condition::is_of_equals).collect::<Vec<_>>(), [true, false]);
    let alone = read(&format!("{start}player = \"random:ties=random\"\nopponent = \"random\"\n"));
    assert_eq!(plan.conditions[0].seed(1), alone.expect("is a plan").conditions[0].seed(1));
}

#[test]
fn overrides_replace_variables_and_settings() {
    let overridden = |texts: &[&str]| {
        let overrides: Vec<Override> = texts.iter().map(|text| text.parse().expect("is one")).collect();
        Plan::read(TWO_STUDIES, &overrides, &|_| Err(String::new()))
    };
    let plan = overridden(&["depth={5,6}", "games_per_cell=4", "seed=1", "study=depth", "first=random"]);
    let plan = plan.expect("is a plan");
    assert_eq!((plan.conditions.len(), plan.games(), plan.seed), (4, 16, 1));
    assert!(plan.conditions.iter().all(|cell| cell.protocol.first == FirstMover::Random));
    let error = |text| overridden(&[text]).expect_err("is none").to_string();
    assert_eq!(error("dept=1"), "dept=1: no variable has the name `dept`");
    assert_eq!(error("study=deep"), "no study has the name `deep`");
    assert_eq!(error("games_per_cell=many"), "games_per_cell=many: this is not a value of games_per_cell");
}

#[test]
fn errors_show_the_line_and_a_hint() {
    let start = "[[study]]\nname = \"a\"\n";
    let cases = [
        ("games = 3\n", "line 1, column 1: unknown field `games`"),
        ("title = \"x\"\n", "line 1, column 1: missing field `study`"),
        (
            "seed = -1\n[[study]]\n",
            "line 1, column 8: `-1` is not a whole number from 0 to 18446744073709551615",
        ),
        ("title = 3\n[[study]]\n", "line 1, column 9: `3` is not text in quotation marks"),
        ("seed = 1.5\n[[study]]\n", "line 1, column 8: `1.5` is not a whole number from 0 to"),
        (
            "seed = 18446744073709551616\n[[study]]\n",
            "line 1, column 8: `18446744073709551616` is not a whole number from 0 to 18446744073709551615",
        ),
        ("swap = 'yes'\n[[study]]\n", "line 1, column 8: the text \"yes\" is not true or false"),
        ("seed = [1]\n[[study]]\n", "line 1, column 8: a list is not a whole number from 0 to"),
        (
            "openings = { plies = -4 }\n[[study]]\n",
            "line 1, column 22: `-4` is not a whole number from 0 to 4294967295",
        ),
        ("seed = \n", "line 1, column 8: string values must be quoted"),
        (&format!("{start}game = \"3x3\"\nplayer = \"random\"\n"), "line 3, column 8: "),
        (&format!("{start}game = \"3x3:3\"\nplayer = \"randm\"\n"), "line 4, column 10: randm: no player"),
        (
            &format!("{start}game = \"3x3:3\"\nplayer = [\n  \"random\",\n  \"minimax:eval=run\",\n]\n"),
            "line 6, column 3: minimax:eval=run: no heuristic has the name `run`",
        ),
        (
            &format!("{start}game = \"3x3:3\"\nplayer = \"random\"\n"),
            "line 4, column 10: the study `a` has no cells",
        ),
        (
            &format!("{start}game = \"3x3:3\"\nplayer = \"minimax:depth={{deep}}\"\n"),
            "line 4, column 10: `{deep}` is a variable, and there is no [let]",
        ),
        (
            &format!(
                "{start}let = {{ deep = 1 }}\ngame = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n"
            ),
            "line 3, column 16: nothing in this study mentions `{deep}`",
        ),
        (
            &format!(
                "let = {{ deep = 1 }}\n{start}game = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\n"
            ),
            "line 1, column 16: no study mentions `{deep}`",
        ),
        (
            &format!(
                "{start}game = {{ sizes = \"3x3\", k = 3 }}\nplayer = \"random\"\nopponent = \"random\"\n"
            ),
            "line 3, column 8: a game has no `k`: there are sizes, run, faces, rules",
        ),
        (
            &format!("{start}game = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\nfirst = \"me\"\n"),
            "line 6, column 9: `me` does not say who moves first",
        ),
        (
            &format!(
                "{start}game = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\nopenings = {{ plies = 2, choose = \"some\" }}\n"
            ),
            "line 6, column 12: `some` is not a way to choose openings",
        ),
        (
            &format!(
                "{start}game = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\nopenings = {{ file = \"book\" }}\n"
            ),
            "line 6, column 12: the file of openings book cannot be read: there is no book",
        ),
        (
            &format!(
                "{start}game = \"3x3:3\"\nplayer = \"random\"\nopponent = \"random\"\ngames_per_cell = 0\n"
            ),
            "line 6, column 18: a cell needs at least one game",
        ),
        (
            "[[study]]\nname = \"two words\"\ngame = \"3x3:3\"\nplayer = \"random\"\n",
            "line 2, column 8: `two words` is not a name for a study",
        ),
    ];
    for (text, message) in cases {
        let error = read(text).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}\n{error}\nwanted {message}");
    }
    let hint = |text: &str| read(text).expect_err(text).hint.unwrap_or_default();
    assert_eq!(hint("questoin = \"x\"\n[[study]]\n"), "did you mean `question`?");
}

/// `@FILE` is a game whose lines a file lists, wherever a game may stand.
#[test]
fn a_file_of_lines_is_a_game() {
    let text = "[let]\norder = [\"fano\", \"path\"]\n[[study]]\nname = \"a\"\ngame = [\"3x3:3\", \"@{order}.txt\"]\n\
                player = \"random\"\nopponent = \"random\"\n";
    let load = |name: &str| match name {
        "fano.txt" => Ok("7\na b d\nb c e\nc d f\nd e g\na e f\nb f g\na c g\n".to_owned()),
        "path.txt" => Ok("3\na b\nb c\n".to_owned()),
        other => Err(format!("there is no {other}")),
    };
    let plan = Plan::read(text, &[], &load).expect("is an experiment");
    let games: Vec<String> = plan.conditions.iter().map(|condition| condition.game.to_string()).collect();
    let fano = "7:lines=a+b+d/a+c+g/a+e+f/b+c+e/b+f+g/c+d+f/d+e+g";
    assert_eq!(games, ["3x3:3", fano, "3x3:3", "3:lines=a+b/b+c"]);
    let wrong = Plan::read(text, &[], &|_| Ok("3\na d\n".to_owned())).expect_err("is refused").to_string();
    assert!(wrong.starts_with("line 5, column 18: fano.txt: row 2: `d` is off the board"), "{wrong}");
}

/// What does not go together in a table of openings is named.
#[test]
fn contradictory_openings_are_explained() {
    let start = "[[study]]\nname = \"a\"\n";
    let openings = [
        ("{ moves = [] }", "`moves` is an empty list: it needs at least one opening"),
        ("{ choose = \"all\" }", "`choose` needs `plies`, the number of moves of an opening"),
        ("{ choose = \"all\", file = \"book\" }", "`choose` goes with `plies`, not with `file`"),
        (
            "{ plies = 2, moves = [\"a1\"] }",
            "`plies` and `moves` do not go together: openings are one of them",
        ),
    ];
    for (table, message) in openings {
        let text =
            format!("openings = {table}\n{start}game = \"3x3:3\"\nplayer = [\"random\", \"perfect\"]\n");
        let error = read(&text).expect_err(table);
        assert_eq!(error.message, message, "{table}");
        assert!(error.hint.is_some_and(|hint| hint.starts_with("write { plies = 2")), "{table}");
    }
}

#[test]
fn any_text_is_read_or_refused() {
    for end in 0..TWO_STUDIES.len() {
        for text in [&TWO_STUDIES[..end], &TWO_STUDIES[end..]] {
            if let Err(error) = read(text) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// What the schema says is what is read.
#[test]
fn the_schema_has_every_field() {
    let schema: serde_json::Value = serde_json::from_str(connect_toe_experiment::schema()).expect("is JSON");
    let fields_of = |text: &str| -> Vec<String> {
        let error = read(text).expect_err("has an unknown field");
        let (_, expected) = error.message.split_once("expected one of ").expect("lists the fields");
        let mut fields: Vec<String> = expected.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        fields.sort_unstable();
        fields
    };
    let in_schema = |pointer: &str| -> Vec<String> {
        let properties = schema.pointer(pointer).and_then(|found| found.as_object()).expect("is there");
        let mut fields: Vec<String> = properties.keys().cloned().collect();
        fields.sort_unstable();
        fields
    };
    assert_eq!(in_schema("/properties"), fields_of("zzz = 1"));
    assert_eq!(in_schema("/$defs/study/properties"), fields_of("[[study]]\nzzz = 1"));
    assert_eq!(in_schema("/$defs/openings/properties"), fields_of("openings = { zzz = 1 }"));
}

/// The reference for people names every field and every choice of the schema.
#[test]
fn the_reference_has_every_field() {
    fn words(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                for (name, inner) in fields {
                    if name == "properties" {
                        found.extend(inner.as_object().into_iter().flatten().map(|(field, _)| field.clone()));
                    } else if name == "enum" {
                        found.extend(
                            inner
                                .as_array()
                                .into_iter()
                                .flatten()
                                .filter_map(|it| it.as_str())
                                .map(str::to_owned),
                        );
                    }
                    words(inner, found);
                }
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| words(item, found)),
            _ => {}
        }
    }
    let reference = include_str!("../../../../docs/experiment-files.md");
    let schema: serde_json::Value = serde_json::from_str(connect_toe_experiment::schema()).expect("is JSON");
    let mut found = Vec::new();
    words(&schema, &mut found);
    assert!(found.len() > 20, "{found:?}");
    for word in found {
        let is_named = ["`", "\"", " "].iter().any(|before| {
            ["`", "\"", " ="].iter().any(|after| reference.contains(&format!("{before}{word}{after}")))
        });
        assert!(is_named, "{word} is not in the reference");
    }
}

#[test]
fn too_many_cells_are_refused_before_they_fill_the_memory() {
    let text = "[[study]]\nname = \"a\"\ngame = \"{1..64}x{1..64}:3\"\nplayer = \"minimax:depth={1..4000}\"\n\
                opponent = \"minimax:depth={1..4000}\"\n";
    let error = read(text).expect_err("are too many");
    assert!(
        error.to_string().starts_with("line 2, column 8: the experiment has more than 100000 cells"),
        "{error}"
    );
}

/// The experiments that come with the program say what they ask, and can be read.
#[test]
fn experiments_of_the_repository_are_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    let mut experiments = 0;
    for entry in std::fs::read_dir(folder).expect("is there") {
        let file = entry.expect("is read").path();
        let plan = read(&std::fs::read_to_string(&file).expect("is text"));
        let plan = plan.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(plan.question.is_some(), "{}", file.display());
        experiments += 1;
    }
    assert!(experiments >= 5);
}
