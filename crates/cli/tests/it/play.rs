//! `play` line by line: what a pipe, a script or a screen reader sees.

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, ends_with};

/// Plays with these options and this input.
fn play(options: &[&str], input: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary of this package");
    command.arg("play").args(options).write_stdin(input.to_owned()).assert()
}

fn output(options: &[&str], input: &str) -> String {
    String::from_utf8(play(options, input).success().get_output().stdout.clone()).expect("text")
}

#[test]
fn two_people_play_to_the_end() {
    let text = output(&["tic-tac-toe", "--you", "both"], "b2\na1\nc3\na3\na2\nc2\nb1\nb3\nc1\n");
    assert!(text.starts_with("tic-tac-toe (3x3:3): 3 in a row wins; X and O are people.\n"), "{text}");
    assert!(text.contains("X plays b2\n3 . . .\n2 . X .\n1 . . .\n  a b c\n"), "{text}");
    assert!(text.ends_with("A draw: no move is left.\n"), "{text}");
}

#[test]
fn the_end_of_the_input_ends_a_game_that_is_going_on() {
    play(&["connect-four"], "").success().stdout(contains("you are X"));
    play(&["connect-four", "--you", "both"], "d1").success().stdout(contains("X plays d1"));
}

#[test]
fn the_computer_answers_and_the_same_seed_plays_the_same_game() {
    let options = ["connect-four", "--opponent", "random", "--seed", "7"];
    let first = output(&options, "4\n4\n4\n");
    assert_eq!(first.matches("O plays").count(), 3, "{first}");
    assert_eq!(first, output(&options, "4\n4\n4\n"));
    let undone = output(&options, "4\nundo\n4\n4\n4\n");
    let moves = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("O plays")).map(str::to_owned).collect()
    };
    assert_eq!(moves(&undone)[1..], moves(&first), "asking again gives the same move");
    let other = output(&["connect-four", "--opponent", "random", "--seed", "8"], "4\n4\n4\n");
    assert_ne!(moves(&other), moves(&first));
}

#[test]
fn the_computer_can_begin_and_play_alone() {
    let text = output(&["tic-tac-toe", "--you", "o", "--opponent", "perfect"], "");
    assert_eq!(text.matches("X plays").count(), 1, "{text}");
    let text = output(&["tic-tac-toe", "--you", "none", "--opponent", "perfect"], "");
    assert!(text.ends_with("A draw: no move is left.\n"), "{text}");
    let text = output(&["tic-tac-toe", "--you", "o", "--moves", "a1 a2 b1 b2", "--opponent", "perfect"], "");
    assert!(text.ends_with("You lose: X has a1 b1 c1.\n"), "{text}");
}

#[test]
fn refused_moves_say_why_and_the_game_goes_on() {
    let text = output(&["connect-four", "--you", "both", "--moves", "444444"], "4\nd9\nz\nd3\na3\na1\n");
    assert!(text.contains("4: the column is full\n"), "{text}");
    assert!(text.contains("\n`d9` is off the board"), "{text}");
    assert!(text.contains("d3: the cell is taken by x\n"), "{text}");
    assert!(
        text.contains("a3: a stone dropped through an open face (-2) cannot come to rest there"),
        "{text}"
    );
    assert!(text.contains("X plays a1\n"), "{text}");
}

#[test]
fn a_column_is_named_by_its_letter() {
    let text = output(&["connect-four", "--you", "both"], "d\nd\nE\nd3\n");
    for (side, cell) in [("X", "d1"), ("O", "d2"), ("X", "e1"), ("O", "d3")] {
        assert!(text.contains(&format!("{side} plays {cell}\n")), "{text}");
    }
    let text = output(&["score-four", "--you", "both"], "b3\nb3\n");
    assert!(text.contains("O plays b3.2\n"), "{text}");
}

#[test]
fn commands_are_obeyed() {
    let text = output(
        &["tic-tac-toe", "--opponent", "perfect", "--moves", "a1 a2 b1 b2"],
        "moves\nhint\neval\nc1\nc2\nundo\nundo\nswap\nnew\nhelp\nquit\nb3\n",
    );
    assert!(text.contains("5 legal moves: a3 b3 c1 c2 c3\n"), "{text}");
    assert!(text.contains("hint: best thinks c1 (W1 for X): wins at once: a1 b1 c1\n"), "{text}");
    assert!(text.contains("open-lines"), "{text}");
    assert!(text.contains("\nc1  W1\n"), "{text}");
    assert!(
        text.contains("  L2\n%: expected score; W7?: seems to win\nW7, L12, =: proven, plies to the end\n"),
        "{text}"
    );
    assert!(text.contains("You win: X has a1 b1 c1.\n"), "{text}");
    assert!(text.contains("c2: the game is over (x has won)\n"), "{text}");
    assert!(text.contains("1 move taken back\n"), "{text}");
    assert!(text.contains("2 moves taken back\n"), "{text}");
    assert!(text.contains("you are O, X is perfect\n"), "{text}");
    assert!(text.contains("take moves back"), "{text}");
    assert!(!text.contains("plays b3"), "nothing is read after quit:\n{text}");
}

/// As X sees it, who is the person: O, who is to move at first, can only draw.
#[test]
fn hints_and_values_know_what_the_solver_proves() {
    let text = output(&["tic-tac-toe", "--you", "both", "--moves", "b2"], "hint\neval\na1\neval\n");
    assert!(text.contains("(=, a draw): "), "{text}");
    assert!(text.contains("  =\n") && text.contains("  W"), "{text}");
    // Where nothing is proven in time, the search's expectation stands alone.
    let text = output(&["gomoku", "--you", "both", "--moves", "h8"], "hint\neval\n");
    assert!(text.contains(" % for X)") && !text.contains("  =\n"), "{text}");
}

#[test]
fn the_end_names_the_moves_and_a_replay_marks_blunders() {
    let options = ["tic-tac-toe", "--you", "both", "--moves", "a1 b2 b1"];
    let text = output(&options, "c3\nc1\nreplay\n");
    assert!(text.contains("\nMoves: a1 b2 b1 c3 c1\nX wins: X has a1 b1 c1.\n"), "{text}");
    assert!(text.contains("values for X, by best:"), "{text}");
    assert!(text.contains("\n  4. O c3   W2 ?? c1 ="), "{text}");
    assert!(
        text.contains("O lost the game with move 4, c3: it turned a draw into a loss; c1 held (=)."),
        "{text}"
    );
    let text = output(&["tic-tac-toe"], "review\n");
    assert!(text.contains("no move has been made"), "{text}");
    // A board that is given is where the game begins.
    let board = ["tic-tac-toe", "--you", "both", "--board", "xx_/_o_/___", "--to-move", "o"];
    let text = output(&board, "a1\nc3\nreview\n");
    assert!(text.contains("O lost the game with move 1, a1: it turned a"), "{text}");
}

#[test]
fn the_computer_says_what_it_thinks_of_its_chances_when_it_is_asked() {
    let text = output(&["tic-tac-toe", "--level", "best", "--moves", "a1 c2 b3"], "why\nreasons\n");
    let told = text.lines().find(|line| line.starts_with("O plays ")).expect("the computer moves");
    let chances = ["proven", " for X)", "a draw"];
    assert!(chances.iter().all(|chances| !told.contains(chances)), "it is not asked: {told}");
    assert!(
        text.lines().any(|line| line.starts_with("O plays ") && line.ends_with(" (=, a draw)")),
        "{text}"
    );
    assert!(text.contains("reasons of the computer's moves are not told"), "{text}");
}

#[test]
fn a_move_that_is_taken_back_is_not_explained() {
    for taken_back in ["undo", "new"] {
        let text = output(&["tic-tac-toe", "--level", "best"], &format!("b2\n{taken_back}\nwhy\n"));
        let end: Vec<&str> = text.lines().rev().take(3).collect();
        assert!(end.iter().any(|line| line.contains("the computer has not just moved")), "{text}");
    }
}

#[test]
fn nobody_can_win_where_no_line_fits() {
    let text = output(&["9x9:100", "--you", "both"], "quit\n");
    assert!(text.contains("no run of 100 fits on this board, so every game of 9x9:100 is a draw"), "{text}");
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let file = file.to_str().expect("a name");
    let text = output(&["tic-tac-toe", "--opponent", "perfect", "--seed", "5", "--save", file], "b2\n");
    let answer = text.lines().rev().find(|line| line.starts_with("O plays")).expect("an answer").to_owned();
    let text = output(&["--load", file], "undo\nb2\n");
    assert!(text.starts_with("tic-tac-toe (3x3:3): 3 in a row wins; you are X, O is perfect.\n"), "{text}");
    assert!(text.contains(&answer), "the same players and the same seed: {text}");
    play(&["tic-tac-toe", "--save", file], "").code(2).stderr(contains("exists"));
    output(&["--load", file, "--save", file, "--you", "both"], "a1\na3\nc1\n");
    let saved = std::fs::read_to_string(file).expect("a file");
    assert!(saved.contains("\"x\": \"person\"") && saved.contains("\"o\": \"person\""), "{saved}");
    play(&["--load", file, "--moves", "a1"], "").code(2).stderr(contains("cannot be used with"));
    let wrong = saved.replace("not over", "O wins").replace("X wins", "O wins");
    std::fs::write(file, wrong).expect("it is written");
    let of_file = format!("{file}: the saved game says `O wins`");
    play(&["--load", file], "").code(2).stderr(contains(of_file));
    std::fs::write(file, saved.replace("\"b2 ", "\"b2 b2 ")).expect("it is written");
    play(&["--load", file], "")
        .code(2)
        .stderr(contains(format!("{file}: the saved move b2: the cell is taken")));
    std::fs::write(file, saved.replace("\"version\": 1", "\"clock\": 5, \"version\": 2"))
        .expect("it is written");
    play(&["--load", file], "")
        .code(2)
        .stderr(contains("its form is 2").and(contains("use the version of the program")));
    // It starts no programs.
    let engine = saved.replacen("\"person\"", "\"gomocup:cmd=/bin/true\"", 1);
    std::fs::write(file, engine).expect("it is written");
    play(&["--load", file], "").code(2).stderr(contains("a saved game can come from anywhere"));
    let players = saved.replacen("person", "random", 1).replacen("person", "perfect", 1);
    std::fs::write(file, players).expect("it is written");
    play(&["--load", file], "").code(2).stderr(contains("x and o are different players"));
    std::fs::write(file, "{}").expect("it is written");
    play(&["--load", file], "").code(2).stderr(contains("is not a saved game: "));
    play(&["--load", "/no/such/file"], "").code(2).stderr(contains("cannot read /no/such/file"));
    play(&["tic-tac-toe", "--save", "/no/such/file"], "")
        .code(2)
        .stderr(contains("cannot save the game in"))
        .stderr(contains("hint: name another file with --save"));
    play(&[], "").code(2);
}

#[test]
fn levels_are_players_with_a_name() {
    for level in ["beginner", "novice", "casual", "club", "strong", "expert", "master", "best"] {
        let text = output(&["connect-four", "--level", level], "d\n");
        let opponent = if level == "best" { "best.\n".to_owned() } else { format!("{level} (best:nodes=") };
        assert!(text.contains(&format!("you are X, O is {opponent}")), "{text}");
        assert!(text.contains("O plays "), "{text}");
        play(&["--help"], "").success().stdout(contains(format!("- {level}:")));
    }
    let default = output(&["connect-four"], "d\n");
    assert_eq!(default, output(&["connect-four", "--level", "casual"], "d\n"));
    assert_eq!(default, output(&["connect-four", "--opponent", "casual"], "d\n"));
    play(&["connect-four", "--level", "grandmaster"], "")
        .code(2)
        .stderr(contains("beginner, novice, casual, club, strong, expert, master, best"));
    play(&["connect-four", "--level", "club", "--opponent", "random"], "").code(2);
    // The levels are those that a game is offered.
    for (game, level, levels) in [
        ("1x1:1", "master", "beginner, casual, best"),
        ("tic-tac-toe", "novice", "beginner, casual, best"),
        ("4x4:4", "strong", "beginner, novice, casual, club, best"),
    ] {
        play(&[game, "--level", level], "").code(2).stderr(contains(format!(
            "is too small for the level {level}\n\nhint: its levels are {levels}\n"
        )));
        for level in levels.split(", ") {
            play(&[game, "--level", level], "quit\n").success();
        }
    }
}

#[test]
fn the_computer_moves_at_once_when_it_is_told() {
    // Without the command this search would take years.
    let options = ["connect-four", "--opponent", "alpha-beta:depth=42,eval=runs"];
    let text = output(&options, "d\nnow\nquit\n");
    assert!(text.contains("O plays "), "{text}");
    let text = output(&["connect-four", "--level", "beginner", "--moves", "44"], "now\n");
    assert!(text.contains("the computer is not thinking about a move\n"), "{text}");
    play(&["connect-four"], &"d".repeat(100_000)).code(1).stderr(contains("more than 4096 bytes"));
}

#[test]
fn boards_of_every_dimension_are_written() {
    let text = output(&["4:2", "--you", "both"], "b\n");
    assert!(text.contains(" . X . .\n a b c d\n"), "{text}");
    let text = output(&["cube-2", "--you", "both"], "b1.2\n");
    assert!(text.contains("layer .2\n 2 . .\n 1 . X\n   a b\n"), "{text}");
    let text = output(&["2x2x2x2:3", "--you", "both"], "b1.2.2\n");
    assert!(text.contains("layer .2.2\n"), "{text}");
}

#[test]
fn a_board_can_be_given() {
    let options = ["tic-tac-toe", "--you", "both", "--board", "xo_/___/___"];
    play(&options, "a1\n").success().stdout(contains("X plays a1\n3 X O .\n2 . . .\n1 X . .\n"));
    play(&["tic-tac-toe", "--board", "xx_/___/___"], "").code(2).stderr(contains("--to-move"));
}

#[test]
fn wrong_requests_are_refused() {
    play(&["tic-tac-toe", "--format", "json"], "")
        .code(2)
        .stdout("")
        .stderr(contains("has no JSON form").and(contains("hint: ")));
    play(&["tic-tac-to"], "").code(2).stdout("").stderr(contains("did you mean tic-tac-toe?"));
    play(&["tic-tac-toe", "--opponent", "alpha-bet"], "").code(2).stderr(contains("did you mean alpha-beta"));
    play(&["tic-tac-toe", "--moves", "a1 a1"], "").code(2).stderr(contains("the cell is taken by x"));
}

#[test]
fn a_default_opponent_answers_on_every_preset() {
    for game in ["tic-tac-toe", "connect-four", "qubic", "score-four", "cube-2", "four-sides"] {
        play(&[game, "--you", "o"], "quit\n").success().stdout(contains("X plays"));
    }
}

#[test]
fn a_command_works_with_windows_line_ends_and_capitals() {
    play(&["tic-tac-toe", "--you", "both"], "B2\r\nQUIT\r\n")
        .success()
        .stdout(contains("X plays b2").and(ends_with("1 . . .\n  a b c\n")));
}

#[test]
fn a_line_that_is_not_text_is_refused_and_the_game_goes_on() {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    command.args(["play", "tic-tac-toe", "--you", "both"]).write_stdin(&b"b2\n\xe9\xff\na1\nquit\n"[..]);
    let played = command.assert();
    let text = String::from_utf8(played.get_output().stdout.clone()).expect("text");
    assert!(text.contains('\u{fffd}') && text.contains("1 O . ."), "{text}");
}

/// The command and a replay say the same.
#[test]
fn a_review_finds_the_moves_that_changed_who_wins() {
    let run = |more: &[&str]| {
        let moves = "d1 c1 d2 d3 c2 d4 e1 c3 b1 b2 f1 a1";
        let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
        let output =
            command.args(["review", "connect-four", "--moves", moves]).args(more).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let text = run(&[]);
    assert!(
        text.contains("  3. X  d2  =    ??  f1  W37\n  4. O  d3  =\n  5. X  c2  L32  ??  d4  =\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\n\nX lost the game with move 5, c2: it turned a draw into a loss; d4 held (=). Why: "
        ),
        "{text}"
    );
    assert_eq!(text.matches('?').count(), 4, "{text}");
    let found: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).expect("is JSON");
    let fifth = &found["moves"][4];
    assert_eq!((fifth["ply"].as_u64(), fifth["move"].as_str()), (Some(5), Some("c2")));
    assert_eq!((fifth["before"].as_f64(), fifth["after"].as_f64()), (Some(0.5), Some(0.0)));
    assert_eq!((fifth["exact"].as_bool(), fifth["mistake"].as_str()), (Some(true), Some("blunder")));
    assert_eq!(fifth["better"], serde_json::json!(["d4"]));
    assert_eq!(found["moves"][3]["mistake"], serde_json::Value::Null);
}

#[test]
fn games_of_the_wider_class_say_what_the_board_does_not_show() {
    let two = |game: &str, input: &str| output(&[game, "--you", "both"], input);
    // Points have their names, and their lines are asked for.
    let text = two("7:projective", "a\nlines b\nlines\nlines z\nb\n");
    assert!(text.contains("lines CELL names them.\n"), "{text}");
    assert!(text.contains("\na X   b .\nc .   d .\n"), "{text}");
    assert!(text.contains("3 winning lines through b\na(X) b g\n"), "{text}");
    assert!(text.contains("3 winning lines through a\n"), "{text}");
    assert!(text.contains("`z` is off the board"), "{text}");
    // A turn of several stones says how many are left.
    let text = two("6x6:4:free:turn=1+2", "a1\nb1\nc1\n");
    assert!(text.contains("; one stone first, then two a turn;"), "{text}");
    assert!(text.contains("O: 2 stones left in this turn\n"), "{text}");
    assert!(text.contains("O: 1 stone left in this turn\n"), "{text}");
    // Blocked cells, and what ends a game without a line.
    let text = two("3x1:3:free:blocked=b1:maker", "moves\nhelp\n");
    assert!(text.contains("so every game of 3x1:3:free:blocked=b1:maker is won by o"), "{text}");
    assert!(text.contains(" . # .\n"), "{text}");
    assert!(text.contains("  # a blocked cell: no stone stands there\n"), "{text}");
    let text = two("3x3:3:free:maker", "b2\na1\nc1\na3\na2\nc2\nb3\nb1\nc3\n");
    assert!(text.contains("Maker (X) wins with 3 in a row, Breaker (O) by preventing it"), "{text}");
    assert!(text.ends_with("O wins: no move is left, and X has no line.\n"), "{text}");
    // The cells that X may not take.
    let text = two("9x9:5:free:renju", "c5\na1\nd5\na3\ne6\na9\ne7\ni9\ne5\nmoves\n");
    assert!(text.contains("! a cell that X may not take now\n"), "{text}");
    assert!(text.contains("5 . . X X ! . . . .\n"), "{text}");
    assert!(text.contains("\ne5: ") && text.contains("\nforbidden: e5\n"), "{text}");
}
