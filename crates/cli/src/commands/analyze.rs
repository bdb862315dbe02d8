//! `analyze`: what a player thinks of every move.

use clap::Args;
use connect_toe_api::{Analysis, Analyze, AnalyzedLine, AnalyzedMove, FoundThreats, ThreatLine, Work, files};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::counted;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::book_argument::BookArgument;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::position::PositionArguments;
use crate::position_file::{Each, PositionFile, PositionList};
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "quiet"])))]
#[command(after_help = crate::player_help::SHORT, after_long_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    list: PositionFile,
    /// The player, NAME[:key=value,...]
    ///
    /// A value is the score that it expects for the side to move, in percent. W7, L12 and = are proven: a win in 7 plies, a
    /// loss in 12, a draw. W7? is a win that the player sees coming, without a proof.
    #[arg(long, value_name = "SPEC", default_value = Analyze::PLAYER, value_parser = players::player)]
    player: PlayerSpec,
    /// Node limit of the exact solver, 0 to leave it out
    ///
    /// Its proofs stand beside the values. The default takes a fraction of a second and always finds the same.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), hide_short_help = true)]
    exact_nodes: Option<u64>,
    /// Also look for wins by threats
    ///
    /// Shows how the side to move wins by threats, and how the opponent would win by threats with one answer each if it
    /// were the opponent's move.
    #[arg(long)]
    threats: bool,
    /// Also give reasons for and against each move
    ///
    /// What it completes, blocks, threatens, forces or allows, what is proven of it, and else the lines that it builds and
    /// closes. Each reason holds in the position, whatever the player has looked at.
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    book: BookArgument,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Analyze {
        game: arguments.game.clone(),
        position: arguments.position.position(),
        player: arguments.player.to_string(),
        exact_nodes: arguments.exact_nodes,
        threats: arguments.threats,
        why: arguments.why,
        book: arguments.book.choice(),
    };
    let answer = |PositionList { lines, name }, work: &Work, each: &mut Each<_>| {
        request.run_on_lines(lines, &name, work, each)
    };
    if arguments.list.answer(common, line_text, answer)? {
        return Ok(());
    }
    let analysis = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &analysis, |analysis| {
        arguments.position.heading(&arguments.game) + &text(analysis)
    })?;
    if analysis.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}

/// What the values mean.
const LEGEND: &str =
    "84 %: score that the player expects for the side to move; W7, L12, =: proven; W7?: believed";

fn text(analysis: &Analysis) -> String {
    if analysis.value.is_none() {
        return answer::game_over(analysis.outcome.as_deref().unwrap_or_default());
    }
    let moves = analysis.ranked_moves();
    let has_proofs = moves.iter().any(|found| found.worth.has_more_than_an_opinion());
    let row = |found: &AnalyzedMove| {
        let proof = has_proofs.then(|| found.worth.proof());
        [found.cell.clone(), found.worth.opinion()].into_iter().chain(proof).collect()
    };
    let rows: Vec<Vec<String>> = moves.iter().map(|found| row(found)).collect();
    let table = answer::table(&rows, 1);
    let lines = table.lines().zip(&moves).map(|(line, found)| {
        let why: Vec<&str> = found.reasons.iter().map(|reason| &*reason.text).collect();
        if why.is_empty() { line.to_owned() } else { format!("{line}  {}", why.join("; ")) }
    });
    let exact = solver_text(analysis).map(|text| {
        text + "
"
    });
    let threats = analysis.threats.as_ref().map(|threats| threats_text(threats, &analysis.to_move));
    format!(
        "{} to move{}, best {}\nplayer {}\n{}{}expected {}\n{}{}\n\n{}\n\n{LEGEND}",
        analysis.to_move,
        opinion_text(analysis),
        answer::cells(&analysis.best),
        analysis.player,
        exact.unwrap_or_default(),
        threats.unwrap_or_default(),
        analysis.line.join(" "),
        counted(analysis.nodes, "node"),
        if analysis.complete { "" } else { ", stopped early" },
        lines.collect::<Vec<_>>().join("\n")
    )
}

/// What the player makes of the position, after a comma: `, value 62 %`. Nothing if its values say nothing.
fn opinion_text(analysis: &Analysis) -> String {
    let opinion = analysis.worth.opinion();
    if opinion.is_empty() { opinion } else { format!(", value {opinion}") }
}

/// What threats decide, a line for each side: `threats: x wins in at most 3 plies by c3 b3 c2`.
fn threats_text(threats: &FoundThreats, to_move: &str) -> String {
    let by = |win: &ThreatLine| {
        format!("in at most {} by {}", counted(win.plies.into(), "ply"), win.line.join(" "))
    };
    let win = threats.win.as_ref().map(|win| format!("threats: {to_move} wins {}\n", by(win)));
    let opponent = if to_move == "x" { "o" } else { "x" };
    let against = threats
        .against
        .as_ref()
        .map(|win| format!("threats: were it {opponent}'s move, {opponent} would win {}\n", by(win)));
    let found = win.unwrap_or_default() + &against.unwrap_or_default();
    if found.is_empty() { "threats: no win found\n".to_owned() } else { found }
}

/// What is proven of a position beside the player's opinion: `exact solver: x wins in 7 plies`.
fn solver_text(analysis: &Analysis) -> Option<String> {
    let proven = analysis.proven_best();
    // The player may be as fond of a move that is proven to be worse.
    let is_narrower = !proven.is_empty() && analysis.best.iter().any(|best| !proven.contains(&&**best));
    let is_told = is_narrower || analysis.worth.has_more_than_an_opinion();
    let exact = analysis.worth.exact.as_ref().filter(|_| is_told)?;
    let with = if is_narrower { format!(" with {}", proven.join(" ")) } else { String::new() };
    let plies =
        exact.distance.map_or_else(String::new, |plies| format!(" in {}", counted(plies.into(), "ply")));
    let to_move = &analysis.to_move;
    Some(match exact.result.as_str() {
        "draw" => format!("exact solver: a draw{with}"),
        result => {
            format!("exact solver: {to_move} {}{plies}{with}", if result == "win" { "wins" } else { "loses" })
        }
    })
}

fn line_text(line: &AnalyzedLine) -> String {
    let AnalyzedLine { analysis, moves_played, cells } = line;
    let moves = answer::line_moves(moves_played, cells);
    if analysis.value.is_none() {
        return format!("{moves}: {}", answer::game_over(analysis.outcome.as_deref().unwrap_or_default()));
    }
    let early = if analysis.complete { "" } else { ", stopped early" };
    let (best, nodes) = (answer::cells(&analysis.best), counted(analysis.nodes, "node"));
    let proven = solver_text(analysis).map_or_else(String::new, |text| format!(", {text}"));
    let threats = analysis.threats.as_ref();
    let threats = threats.map_or_else(String::new, |threats| threats_text(threats, &analysis.to_move));
    let threats: String = threats.lines().flat_map(|line| ["; ", line]).collect();
    format!(
        "{moves}: {} to move{}, best {best}{proven}{threats}; {nodes}{early}",
        analysis.to_move,
        opinion_text(analysis)
    )
}
