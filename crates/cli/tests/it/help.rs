//! What people read when they ask for help, and the answers in text.

use assert_cmd::Command;

fn printed(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("connect-toe")
        .expect("the binary is built")
        .args(arguments)
        .env("COLUMNS", "100")
        .assert()
        .success()
        .get_output()
        .clone();
    // The help of options has lines of spaces, which would not survive in this file.
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn help() {
    insta::assert_snapshot!(printed(&["--help"]), @r"
    Play, search and measure k-in-a-row games of any dimension, size and gravity.

    A game is SIZES:K[:FACES[:FLAG]...] or a preset's name: 7x6:4:-2 is Connect Four, where stones drop
    through the face at the high end of dimension 2. `connect-toe games` lists the presets.

    Usage: connect-toe [OPTIONS] <COMMAND>

    Commands:
      games        List the named games
      describe     Describe a game: its cells, lines, symmetries and first moves
      perft        Count move sequences by length
      count        Count the positions that games lead to, by plies
      moves        List the legal moves of a position
      eval         Evaluate a position without looking ahead
      analyze      Search a position and give the value of every move
      review       Find the mistakes of a game
      solve        Solve a position: who wins, in how many plies, with which moves
      book         Solve all positions of a game's first plies into a file
      atlas        Find, show and export the exact values of whole families of games
      verify       Check a certificate of a solved position
      match        Play many games between two players
      tournament   Play a round robin of several players
      grade        Grade heuristics and players against exact values
      calibrate    Compare the scores that a player expects with those that come
      dataset      Make a data set: positions with exact values, as arrays
      playouts     Play uniformly random games
      train        Learn to value the positions of a game by self-play
      tune         Search for the settings with which a player scores best
      experiment   Run experiments from files: many games, statistics, a report
      shard        Play parts of an experiment on several machines and merge them
      statistics   Analyze counts of games: intervals, Elo, tests, games needed
      paper        Run the 2004 paper's experiments and write a report
      play         Play a game in the terminal
      puzzles      Make puzzles: positions with exactly one good move
      web          Serve a page to play, analyze and explain games
      gomocup      Play five in a row as the brain of a Gomocup manager
      bench        Run fixed workloads: node counts and speeds
      completions  Print a shell's completion script
      man          Print a manual page in the format of man
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help
              Print help (see a summary with '-h')

      -V, --version
              Print version

    Global options:
          --format <FORMAT>
              Output format: text or json [default: text]

              Text is for people, JSON for programs.

          --seed <N>
              Seed of all random choices [default: 2004]

              The same seed gives the same output. The default of an experiment is the seed in its file.

          --threads <N>
              Number of threads [default: all cores]

              Only what `train` learns of patterns depends on it.

          --quiet
              Do not show progress

    Exit codes: 0 done, 1 the run failed, 2 the request is wrong, 130 interrupted
    ");
}

#[test]
fn help_is_the_same_under_another_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("ct");
    std::os::unix::fs::symlink(assert_cmd::cargo::cargo_bin("connect-toe"), &other).expect("a link");
    let help_of = |mut program: Command| program.arg("-h").assert().success().get_output().stdout.clone();
    let own = help_of(Command::cargo_bin("connect-toe").expect("the binary is built"));
    assert_eq!(String::from_utf8(help_of(Command::new(other))), String::from_utf8(own));
}

#[test]
fn the_short_help_has_the_commands_in_groups() {
    insta::assert_snapshot!(printed(&["-h"]), @r"
    Play, search and measure k-in-a-row games of any dimension, size and gravity

    Usage: connect-toe [OPTIONS] <COMMAND>

    Commands (COMMAND -h shows its options, --help says what each one does):
      Games      games, describe, perft, count, moves
      Positions  eval, analyze, review, solve, book, atlas, verify, dataset
      Playing    play, puzzles, web, gomocup, match, tournament, playouts
      Studies    grade, calibrate, train, tune, experiment, shard, statistics, paper
      Program    bench, completions, man, help

    Options:
      -h, --help     Print help (see more with '--help')
      -V, --version  Print version

    Global options:
          --format <FORMAT>  Output format: text or json [default: text]
          --seed <N>         Seed of all random choices [default: 2004]
          --threads <N>      Number of threads [default: all cores]
          --quiet            Do not show progress
    ");
    let mut bare = Command::cargo_bin("connect-toe").expect("the binary is built");
    let bare = bare.assert().code(2);
    let told = String::from_utf8(bare.get_output().stderr.clone()).expect("text");
    assert_eq!(told.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"), printed(&["-h"]));
}

#[test]
fn help_of_commands() {
    insta::assert_snapshot!(printed(&["paper", "--help"]), @r"
    Run the 2004 paper's experiments and write a report

    Usage: connect-toe paper [OPTIONS]

    Options:
          --games <GAMES>
              Games in each cell; the paper played 10

              [default: 1000]

          --reading <READING>
              Search: exact (correct) or published (defective) [default: both]

          --experiment <EXPERIMENT>
              Only tic-tac-toe, connect-four or cubes [default: all]

          --out <DIR>
              Folder for report.html, results.json and results.csv

              [default: connect-toe-paper]

          --first <FIRST>
              Who moves first: player, alternate or random

              The player is the heuristic of the table.

              [default: player]

          --ties <TIES>
              Which of equally good moves is played: random, first or last

              [default: random]

          --cube-faces <CUBE_FACES>
              Where stones enter the cubes: -3, all or free

              [default: -3]

          --cube-depth <CUBE_DEPTH>
              Plies that players look ahead on the cubes

              [default: 3]

          --results <RESULTS>
              Keep the games in this file

              Only the missing games are played. The file is created if it does not exist.

      -h, --help
              Print help (see a summary with '-h')

    Global options:
          --format <FORMAT>
              Output format: text, json or csv [default: text]

          --seed <N>
              Seed of all random choices [default: 2004]

              The same seed gives the same output. The default of an experiment is the seed in its file.

          --threads <N>
              Number of threads [default: all cores]

              Only what `train` learns of patterns depends on it.

          --quiet
              Do not show progress
    ");
}

#[test]
fn help_on_players() {
    insta::assert_snapshot!(printed(&["analyze", "--help"]));
    insta::assert_snapshot!(printed(&["perft", "tic-tac-toe", "5"]), @r"
    plies  sequences  ended by a line
        0          1                0
        1          9                0
        2         72                0
        3        504                0
        4       3024                0
        5     15 120             1440
    ");
    insta::assert_snapshot!(printed(&["moves", "score-four"]), @"x to move: a1.1 a2.1 a3.1 a4.1 b1.1 b2.1 b3.1 b4.1 c1.1 c2.1 c3.1 c4.1 d1.1 d2.1 d3.1 d4.1");
    insta::assert_snapshot!(printed(&["analyze", "3x3:3", "--board", "xox/oox/___", "--player", "perfect"]), @r"
    x to move, value W1, best c1
    player perfect
    expected c1
    8 nodes

    c1  W1
    b1   =
    a1  L2

    84 %: score that the player expects for the side to move; W7, L12, =: proven; W7?: believed
    ");
    insta::assert_snapshot!(
        printed(&["match", "3x3:3", "--player", "two-ply", "--opponent", "random", "--games", "40", "--seed", "1"]),
        @r"
    two-ply against random on 3x3:3 from the empty board
    Caution: only 29 of 40 games are different. The players choose at random between few games, so
    intervals, ratings and tests are about these starts alone. Start from openings, such as random:2.
    40 games, 29 of them different: 37 won, 3 drawn, 0 lost
    100.0 % of the decided games (95 % interval 90.6–100.0 %)
    score 96.2 % (95 % interval 80.7–98.7 %)
    Elo +564 (+249 … +751)
    pairs with 0/0.5/1/1.5/2 points: 0/0/0/3/17
    "
    );
}

#[test]
fn statistics_of_counts() {
    insta::assert_snapshot!(printed(&["statistics", "60/25/15", "--sprt=0,50", "--plan", "20"]), @r"
    games                  100: 60 won, 25 drawn, 15 lost
    won of the decided     80.0 %
      Wilson               69.6–87.5 %
      Clopper-Pearson      69.2–88.4 %
    score                  72.5 %
      interval             64.6–79.1 %
      p against 50 %       < 0.0001
    Elo                    +168 (+105 … +231)
      normalized           +211
    better than the other  100.0 %
    log-likelihood ratio   7.36
      verdict              +50 Elo is accepted (bounds −2.94 and 2.94)
    to show +20 Elo        1779 games
      if                   25.0 % are drawn, as here

    intervals of 95.0 %
    ");
    insta::assert_snapshot!(printed(&["statistics", "1/98/1", "--plan", "20", "--against", "40/20/60"]), @r"
    games                   100: 1 won, 98 drawn, 1 lost
    won of the decided      50.0 %
      Wilson                9.5–90.5 %
      Clopper-Pearson       1.3–98.7 %
    score                   50.0 %
      interval              47.7–52.3 %
      p against 50 %        1.00
    Elo                     0 (−16 … +16)
      normalized            0
    better than the other   50.0 %
    other score             41.7 %
      score less the other  +8.3 percentage points
      interval              −0.1 … +16.4
      p                     0.0681
    to show +20 Elo         135 games
      if                    94.2 % are drawn, the most that this difference allows; with 98.0 %, as
                            here, the most is 6.9 Elo

    intervals of 95.0 %
    ");
    insta::assert_snapshot!(printed(&["statistics", "0/0/7"]), @r"
    games                  7: 0 won, 0 drawn, 7 lost
    won of the decided     0.0 %
      Wilson               0.0–35.4 %
      Clopper-Pearson      0.0–41.0 %
    score                  0.0 %
      interval             0.0–35.4 %
      p against 50 %       0.0082
    Elo                    ≤ −104
      normalized           –
    better than the other  0.4 %

    intervals of 95.0 %
    ");
    insta::assert_snapshot!(printed(&["statistics", "1/5/20/9/3", "--format", "json"]), @r#"{"games":76,"pairs":[1,5,20,9,3],"confidence":0.95,"score":0.5526315789473685,"score_interval":[0.4792701437247433,0.6253485740601561],"p_value":0.14582310048502486,"elo":{"value":36.70814934225818,"low":-14.412841409318824,"high":88.9979096038852},"normalized_elo":59.91604686346741,"likelihood_of_superiority":0.9310416998553153}"#);
}

#[test]
fn statistics_requests() {
    let refused = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
        let assertion = command.arg("statistics").args(arguments).assert().code(2);
        String::from_utf8(assertion.get_output().stderr.clone()).expect("text")
    };
    assert!(refused(&["1/2/3", "--errors", "0.6,0.6"]).contains("--sprt <LOW,HIGH>"));
    assert!(refused(&["1/2/3", "--sprt", "0,5", "--errors", "0.6,0.6"]).contains("sum to less than 1"));
    assert!(refused(&["1/2/3", "--plan", "0"]).contains("no number of games shows a difference of 0"));
    assert!(refused(&["1/2"]).contains("write WINS/DRAWS/LOSSES"));
}

/// Whatever the counts: an answer at once.
#[test]
fn statistics_are_quick_at_the_limits() {
    const MOST: &str = "1000000000000";
    let started = std::time::Instant::now();
    for counts in
        ["0/0/0", "1/0/0", "10000000/0/1", "8000000/0/3", "100000000/0/0", "M/0/M", "M/1/0", "1/0/M", "0/M/0"]
            .into_iter()
            .chain(["0/0/0/0/0", "M/M/M/M/M", "M/0/0/0/1", "0/0/M/0/0", "0/1/M/0/0"])
    {
        let counts = counts.replace('M', MOST);
        let more = ["--sprt=-1,1", "--plan=0.001", "--against=1/2/3", "--confidence=0.999999"];
        printed(&[&["statistics", &counts], &more[..]].concat());
    }
    // 14 runs of a few milliseconds; what used to hang took minutes.
    assert!(started.elapsed().as_secs() < 60);
}

/// Bash completes commands, the options of a command, and those of a command below it.
#[test]
#[cfg(target_os = "linux")]
fn bash_completes() {
    let completed = |words: &str| {
        let script = printed(&["completions", "bash"]);
        let ask = format!(
            "{script}\nCOMP_WORDS=(connect-toe {words})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _connect__toe connect-toe \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\necho \"${{COMPREPLY[*]}}\""
        );
        let bash = std::process::Command::new("bash").args(["-c", &ask]).output().expect("bash runs");
        String::from_utf8(bash.stdout).expect("text").trim().to_owned()
    };
    assert_eq!(completed("so"), "solve");
    assert_eq!(completed("match --op"), "--opponent --openings");
    assert_eq!(completed("experiment run --any"), "--any-version");
}

#[test]
fn shells_and_man_are_served() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("tournament") && script.contains("heuristic"), "{shell}");
    }
    let page = printed(&["man", "experiment", "run"]);
    assert!(page.contains(r"connect\-toe\-experiment\-run") && page.contains(r"\-\-any\-version"), "{page}");
    assert!(printed(&["man"]).contains(r"connect\-toe\-solve"));
    let version = concat!("\"connect-toe ", env!("CARGO_PKG_VERSION"), "\"");
    assert!(page.contains(version), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    printed(&["man", "--out", &pages.to_string_lossy()]);
    for page in ["connect-toe.1", "connect-toe-solve.1", "connect-toe-shard-merge.1"] {
        assert!(pages.join(page).is_file(), "{page}");
    }
    for page in std::fs::read_dir(&pages).expect("was made") {
        let text = std::fs::read_to_string(page.expect("can be read").path()).expect("is a page");
        // An option without a word about it.
        assert!(!text.contains("\n\n.TP"), "{text}");
    }
    let mut unknown = Command::cargo_bin("connect-toe").expect("the binary is built");
    let refused = unknown.args(["man", "sove"]).assert().code(2);
    let message = String::from_utf8(refused.get_output().stderr.clone()).expect("text");
    assert!(message.contains("did you mean solve?"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn text_fits_the_terminal() {
    let program = assert_cmd::cargo::cargo_bin("connect-toe");
    let command = format!("stty cols 60 rows 24; exec {} solve 6x6:7", program.display());
    let mut terminal = Command::new("script");
    let terminal = terminal.args(["-qefc", &command, "/dev/null"]).env("SHELL", "/bin/sh").assert().success();
    let text = String::from_utf8(terminal.get_output().stdout.clone()).expect("text");
    assert!(text.contains("x to move: draw") && text.contains("best a1"), "{text}");
    for line in text.lines().filter(|line| !line.contains('\u{1b}')) {
        assert!(line.trim_end().chars().count() <= 60, "{line}");
    }
}
