//! Draws the model. Everything is said in characters; colours and styles only add to it.

mod board;
mod keys;
mod palette;
mod panel;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use connect_toe_stats::numbers::counted;

use crate::answer::wrap;

use super::command::{COMMANDS, Command};
use super::model::{Message, Model, Page};
use super::picture::{Grid, example, legend, lines_through};
use super::replay::Replay;
use super::session::{Turn, capital, capitalised};
use super::thinking::MARKS;

pub(super) use board::Scroll;
pub(super) use palette::Palette;

/// The smallest window that a game can be played in.
const SMALLEST: (u16, u16) = (24, 8);
/// Windows lower than this show the board and little else.
const LOW: u16 = 14;

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame, model: &Model, scroll: &mut Scroll, palette: Palette) {
    let area = frame.area();
    scroll.forget_places();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return draw_too_small(frame, area);
    }
    if let Some((page, line)) = model.page() {
        return draw_page(frame, area, model, scroll, page, line);
    }
    let low = area.height < LOW;
    let summary = model.replay().map_or_else(String::new, Replay::summary);
    let (text, style) = match model.message() {
        None => (summary.as_str(), palette.note()),
        Some(Message::Note(text)) => (text.as_str(), palette.note()),
        Some(Message::Refusal(text)) => (text.as_str(), palette.refusal()),
    };
    let lines = message_lines(text, area.width).clamp(1, if low { 2 } else { 3 });
    let text = Paragraph::new(text).style(style).wrap(Wrap { trim: true });
    let heights = if low { [0, 0, 1, lines, 1, 1] } else { [1, 1, 1, lines, 1, 2] };
    let heights = heights.map(Constraint::Length);
    let [title, players, turn, message, input, footer] = heights;
    let areas: [Rect; 7] =
        Layout::vertical([title, players, turn, Constraint::Min(1), message, input, footer]).areas(area);
    let [title, players, turn, middle, message, input, footer] = areas;

    let session = model.session();
    let heading = format!("{}: {}", session.title(), session.goal());
    frame.render_widget(Line::from(heading).style(Palette::title()), title);
    frame.render_widget(Line::from(capitalised(&session.players())), players);
    frame.render_widget(turn_line(model, palette), turn);
    draw_middle(frame, middle, model, scroll, palette);
    frame.render_widget(text, message);
    draw_input(frame, input, model, palette);
    if model.replay().is_some() {
        return;
    }
    let keys: Vec<Line> = keys::footer(model, area.width.into()).into_iter().map(Line::from).collect();
    let from = usize::from(low);
    frame.render_widget(Paragraph::new(keys[from..].to_vec()).style(palette.quiet()), footer);
}

/// Lines that a message may take when its words are wrapped.
fn message_lines(text: &str, width: u16) -> u16 {
    /// The end of a line that a word may leave empty.
    const RAGGED: usize = 8;
    let (length, width) = (text.chars().count(), usize::from(width));
    if length <= width { 1 } else { length.div_ceil(width - RAGGED) as u16 }
}

fn draw_too_small(frame: &mut Frame, area: Rect) {
    let text = format!(
        "Window too small ({}x{}): make it {}x{} or larger. Ctrl-C leaves.",
        area.width, area.height, SMALLEST.0, SMALLEST.1
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// The board, and beside it the evaluation if it is asked for.
fn draw_middle(frame: &mut Frame, area: Rect, model: &Model, scroll: &mut Scroll, palette: Palette) {
    /// Columns of the evaluation.
    const PANEL: u16 = 40;
    /// Windows narrower than this show the evaluation in place of the board.
    const BOTH: u16 = 64;
    if let Some(replay) = model.replay() {
        if area.width < BOTH {
            return board::draw(frame.buffer_mut(), area, model, scroll, palette);
        }
        let [board, panel] = Layout::horizontal([Constraint::Min(1), Constraint::Length(PANEL)]).areas(area);
        board::draw(frame.buffer_mut(), board, model, scroll, palette);
        return panel::draw_replay(frame, panel, replay, palette);
    }
    if !model.panel() {
        // The drawing does not show lines that are not rows, so they stand beside it.
        if area.width < BOTH || model.session().game().lines_are_rows() {
            return board::draw(frame.buffer_mut(), area, model, scroll, palette);
        }
        let [board, beside] = Layout::horizontal([Constraint::Min(1), Constraint::Length(PANEL)]).areas(area);
        board::draw(frame.buffer_mut(), board, model, scroll, palette);
        return draw_lines_beside(frame, beside, model, palette);
    }
    if area.width < BOTH {
        return panel::draw(frame, area, model, scroll, palette);
    }
    let [board, panel] = Layout::horizontal([Constraint::Min(1), Constraint::Length(PANEL)]).areas(area);
    board::draw(frame.buffer_mut(), board, model, scroll, palette);
    panel::draw(frame, panel, model, scroll, palette);
}

/// The winning lines through the cell at the cursor, as many as there is room for.
fn draw_lines_beside(frame: &mut Frame, area: Rect, model: &Model, palette: Palette) {
    let game = model.session().game();
    let Some(cell) = model.cursor().cell(game) else { return };
    let mut lines = lines_through(game, cell);
    let room = usize::from(area.height).saturating_sub(1);
    if lines.len() > room && room > 0 {
        let left = lines.split_off(room - 1).len();
        let key = Command::Lines.key_text(game);
        lines.push(format!("and {left} more: {key}"));
    }
    let area = Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area };
    let lines: Vec<Line> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(palette.note()), area);
}

/// Whose turn it is, or how the game ended.
fn turn_line(model: &Model, palette: Palette) -> Line<'static> {
    let session = model.session();
    if let Some(replay) = model.replay() {
        let text = match replay.shown() {
            0 => "before the first move".to_owned(),
            shown => replay.text(shown),
        };
        let count = replay.moves().len();
        return Line::from(format!("Replay of {}: {}", counted(count as u64, "move"), text.trim_start()));
    }
    let last = session.last_move().map_or_else(String::new, |cell| {
        let side = session.game().stone_on(cell).map_or(' ', capital);
        let number = session.game().moves().len();
        format!("   last: {side} {}, move {number}", session.game().geometry().cell_text(cell))
    });
    match session.turn() {
        Turn::Over(outcome) => Line::from(vec![Span::styled(session.result(outcome), Palette::result())]),
        Turn::Person(side) => Line::from(vec![
            Span::styled(format!("{} to move", capital(side)), palette.stone(side)),
            Span::raw(if session.has_one_person() { ": your turn" } else { "" }),
            Span::raw(session.left_in_turn().map_or_else(String::new, |left| format!(", {left}"))),
            Span::raw(last),
            Span::raw(if model.question().is_some() {
                format!("   {}", busy(model, "looking"))
            } else {
                String::new()
            }),
        ]),
        Turn::Computer(side) => Line::from(vec![
            Span::styled(format!("{} is {}", capital(side), busy(model, "thinking")), palette.stone(side)),
            Span::raw(if model.working().seconds > 0 { String::new() } else { last }),
        ]),
    }
}

/// What the computer is doing, with something that moves and the best move so far.
fn busy(model: &Model, what: &str) -> String {
    let working = model.working();
    let spinner = ['|', '/', '-', '\\'][working.beat % 4];
    let nodes = match working.nodes {
        0 => String::new(),
        nodes @ 1..1_000_000 => format!(" {}k positions", nodes.div_ceil(1000)),
        nodes => format!(" {:.1}M positions", nodes as f64 / 1e6),
    };
    let look = working.look.as_ref();
    let look = look.map_or_else(String::new, |look| format!(", depth {}, best {}", look.plies, look.best));
    // The clock is of interest only when there is time to read it, and so is the way to stop it.
    let time = match working.seconds {
        0 => String::new(),
        seconds => {
            let key = Command::Now.key_text(model.session().game());
            format!(", {seconds} s. {key}: move now")
        }
    };
    format!("{what}... {spinner}{nodes}{look}{time}")
}

fn draw_input(frame: &mut Frame, area: Rect, model: &Model, palette: Palette) {
    if model.replay().is_some() {
        return frame.render_widget(Line::from(keys::of_replay(area.width.into())), area);
    }
    let mut spans = vec![Span::raw(format!("> {}", model.input()))];
    if let Turn::Over(_) = model.session().turn()
        && model.input().is_empty()
    {
        spans.push(Span::styled(keys::at_the_end(model, usize::from(area.width) - 2), palette.quiet()));
    } else if model.input().is_empty() {
        let text = format!("type a move as in {}, or use the arrow keys", example(model.session().game()));
        spans.push(Span::styled(text, palette.quiet()));
    } else {
        spans.push(Span::styled("_", Palette::cursor()));
        let meaning =
            model.input_meaning().map_or_else(|| "Esc: clear".to_owned(), |text| text + ", Esc: clear");
        spans.push(Span::styled(format!("   {meaning}"), palette.quiet()));
    }
    frame.render_widget(Line::from(spans), area);
}

/// Draws the help or the list of moves.
fn draw_page(frame: &mut Frame, area: Rect, model: &Model, scroll: &mut Scroll, page: Page, first: u16) {
    let lines = match page {
        Page::Help => help_lines(model),
        Page::Moves => move_lines(model, area.width.into()),
        Page::Lines => line_lines(model),
    };
    let first = usize::from(first).min(lines.len().saturating_sub(usize::from(area.height)));
    scroll.page_line = first as u16;
    let mut shown: Vec<Line> = lines.into_iter().skip(first).map(Line::from).collect();
    if first == 0 {
        shown[0] = std::mem::take(&mut shown[0]).style(Palette::title());
    }
    frame.render_widget(Paragraph::new(shown), area);
}

/// The legal moves, as many in a line as fit.
fn move_lines(model: &Model, width: usize) -> Vec<String> {
    let session = model.session();
    let heading = "any key goes back to the game, Up and Down scroll";
    let count = counted(session.legal().len() as u64, "legal move");
    let cells = session.legal().iter().map(|&cell| session.game().geometry().cell_text(cell));
    let text = wrap(&cells.collect::<Vec<_>>().join(" "), width);
    let mut lines = vec![format!("{count}: {heading}"), String::new()];
    lines.extend(text.lines().map(str::to_owned));
    if !session.forbidden().is_empty() {
        let text = wrap(&format!("forbidden: {}", session.game().moves_text(session.forbidden())), width);
        lines.push(String::new());
        lines.extend(text.lines().map(str::to_owned));
    }
    lines
}

/// The winning lines through the cell at the cursor.
fn line_lines(model: &Model) -> Vec<String> {
    let game = model.session().game();
    let mut lines = model.cursor().cell(game).map_or_else(Vec::new, |cell| lines_through(game, cell));
    if let Some(first) = lines.first_mut() {
        *first += ": any key goes back to the game, Up and Down scroll";
    }
    lines
}

fn help_lines(model: &Model) -> Vec<String> {
    let game = model.session().game();
    let mut lines = vec![
        "Help: any key goes back to the game, Up and Down scroll".to_owned(),
        String::new(),
        format!("Game    {}: {}", model.session().title(), model.session().goal()),
        format!("Move    type the cell, as in {}, and press Enter;", example(game)),
        "        or go there with the keys and press Enter or Space".to_owned(),
        "        (a letter that begins no cell is a command, and every letter with Shift;".to_owned(),
        "        : begins a command's word)".to_owned(),
        "Keys    Arrows    left, right, up, down".to_owned(),
        "        Tab       next cell that can be taken (Shift-Tab: back)".to_owned(),
        "        Home      the last move".to_owned(),
    ];
    if Grid::new(game).layers() > 1 {
        lines.push("        [ ]       along dimension 3;  { } along dimension 4".to_owned());
        lines.push("        PgUp      previous layer, PgDn next layer".to_owned());
    }
    lines.push("        Esc       clear what is typed, the message and the hint".to_owned());
    for row in COMMANDS {
        if row.key.is_some() {
            let keys = format!("{}, {}", row.command.key_text(game), row.word);
            lines.push(format!("        {keys:<17}{}", row.about));
        }
    }
    lines.push("        Ctrl-C           leave at once".to_owned());
    lines.push("Mouse   click to play, wheel to scroll; with Shift text can be selected".to_owned());
    lines.extend([format!("Values  {}", MARKS[0]), format!("        {}", MARKS[1])]);
    lines.push("Board   [.] cursor  (X) last move  *X* completed line  ?.? hint".to_owned());
    lines.extend(legend(game).into_iter().map(|sign| format!("        {sign}")));
    lines
}

#[cfg(test)]
mod tests {
    use super::super::model::Event;
    use super::super::session::tests::{TWO_PEOPLE, YOU_ARE_O, YOU_ARE_X, session};
    use super::super::thinking::{Answer, Evaluation, Look};
    use super::*;
    use connect_toe_api::{
        Analysis, AnalyzedMove, ChosenMove, Evaluation as Values, Mistake, ReviewedMove, StatedWorth,
    };
    use connect_toe_game::Side;
    use connect_toe_search::{ExactValue, Worth};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn screen(model: &Model, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal in memory");
        let mut scroll = Scroll::default();
        terminal.draw(|frame| draw(frame, model, &mut scroll, Palette::PLAIN)).expect("drawing in memory");
        terminal.backend().to_string()
    }

    #[test]
    fn tic_tac_toe() {
        let mut model = Model::new(session("tic-tac-toe", "b2 a1", YOU_ARE_X));
        model.keys("c");
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn connect_four_in_the_middle_of_a_game() {
        let mut model = Model::new(session("connect-four", "44533255", YOU_ARE_X));
        model.keys("<right>?");
        let worth = Worth::from(ExactValue::Win(7)).into();
        let hint = ChosenMove { cell: "d3".to_owned(), value: 0, worth, nodes: 9, reasons: Vec::new() };
        model.update(Event::Answer(0, Answer::Hint(hint)));
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn connect_four_with_the_evaluation() {
        let mut model = Model::new(session("connect-four", "44533255", YOU_ARE_X));
        model.keys("E");
        let expected = |score| StatedWorth { score: Some(score), ..StatedWorth::default() };
        let moves = [
            ("d3", StatedWorth::new(Worth::Claimed { wins: true, plies: Some(5) }, Some(ExactValue::Win(5)))),
            ("c3", expected(0.53)),
            ("a1", StatedWorth::from(Worth::Claimed { wins: false, plies: None })),
            ("b2", StatedWorth::from(Worth::from(ExactValue::Loss(2)))),
        ];
        let moves = moves.into_iter().zip((0..4).rev()).map(|((cell, worth), value)| AnalyzedMove {
            cell: cell.to_owned(),
            value,
            worth,
            reasons: Vec::new(),
        });
        let moves = moves.collect();
        let evaluation = Evaluation {
            side: Side::X,
            values: Values {
                values: [("terminal".to_owned(), 0), ("weighted-lines".to_owned(), -860)].into(),
                worth: [
                    ("terminal".to_owned(), expected(0.5)),
                    ("weighted-lines".to_owned(), expected(0.31)),
                ]
                .into(),
            },
            search: "alpha-beta:depth=2,eval=runs,hurry=true".parse().expect("a player"),
            analysis: Analysis { moves, ..Analysis::default() },
        };
        model.update(Event::Answer(0, Answer::Evaluation(Box::new(evaluation))));
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn qubic() {
        let mut model = Model::new(session("qubic", "a1.1 d4.4 b2.2 d1.4 c3.3", TWO_PEOPLE));
        model.keys("d4.3");
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn four_dimensions() {
        let mut model = Model::new(session("4x4x4x4:4", "a1.1.1 d4.4.4", TWO_PEOPLE));
        model.keys("<pgdn><left>");
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn points_stand_with_their_names_and_lines() {
        let mut model = Model::new(session("13:projective", "a e", YOU_ARE_X));
        model.keys("<left>");
        let text = screen(&model, 80, 24);
        assert!(text.contains(" a X  b .  c . ") && text.contains(" d .  e(O) f[.]"), "{text}");
        assert!(text.contains("4 winning lines through f") && text.contains("d e(O) f m"), "{text}");
        model.keys("<down>");
        assert!(screen(&model, 80, 24).contains("i[.]"));
        model.keys("<up><up><up>");
        assert!(screen(&model, 80, 24).contains("c[.]"));
        model.keys("P");
        let text = screen(&model, 80, 24);
        assert!(text.contains("4 winning lines through c: any key goes back"), "{text}");
    }

    #[test]
    fn cells_that_are_no_ordinary_ones_are_marked() {
        let model = Model::new(session("9x9:5:free:blocked=i1:renju", "c5 a1 d5 a3 e6 a9 e7 i9", YOU_ARE_X));
        let text = screen(&model, 80, 24);
        assert!(text.contains("5  .  .  X  X [!] .") && text.contains(" .  #"), "{text}");
    }

    #[test]
    fn a_turn_of_two_stones_says_how_many_are_left() {
        let model = Model::new(session("6x6:4:free:turn=1+2", "c3 d3", YOU_ARE_O));
        let text = screen(&model, 80, 24);
        assert!(text.contains("O to move: your turn, 1 stone left in this turn"), "{text}");
    }

    #[test]
    fn a_large_board_with_the_cursor_in_a_far_corner() {
        let mut model = Model::new(session("19x19:5", "j10 k10 j11", TWO_PEOPLE));
        model.keys("s1");
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn a_board_wider_than_the_window() {
        let mut model = Model::new(session("64x64:5", "a1 bl64", TWO_PEOPLE));
        model.keys("<home>");
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn a_finished_game() {
        let model = Model::new(session("connect-four", "4433552", YOU_ARE_X));
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn a_replay() {
        let mut model = Model::new(session("connect-four", "4433552", YOU_ARE_X));
        model.keys("R");
        let cells = model.replay().expect("a replay").moves().to_vec();
        let judge = |model: &Model, index: usize| {
            let side = if index.is_multiple_of(2) { Side::X } else { Side::O };
            let expected = |score| StatedWorth { score: Some(score), ..StatedWorth::default() };
            let best_worth = expected(if index == 3 { 0.44 } else { 0.53 });
            let worth = if index == 3 { Worth::from(ExactValue::Loss(3)).into() } else { best_worth.clone() };
            let cell = model.session().game().geometry().cell_text(cells[index]);
            ReviewedMove {
                ply: index + 1,
                side: side.to_string(),
                cell,
                before: best_worth.score,
                after: Some(0.0),
                exact: false,
                mistake: (index == 3).then_some(Mistake::Blunder),
                better: if index == 3 { vec!["b1".to_owned()] } else { Vec::new() },
                text: String::new(),
                reasons: Vec::new(),
                refutation: Vec::new(),
                best_worth,
                worth,
            }
        };
        let judged = (1..7).rev().map(|index| judge(&model, index)).collect();
        model.update(Event::Judged(0, judged));
        model.keys("<home>b");
        insta::assert_snapshot!(screen(&model, 80, 24));
    }

    #[test]
    fn thinking_tells_how_far_it_is() {
        let mut model = Model::new(session("connect-four", "4", YOU_ARE_X));
        let look = Look { plies: 9, best: "d2".to_owned() };
        model.update(Event::Working { nodes: 1_234_567, seconds: 3, look: Some(look) });
        let text = screen(&model, 80, 24);
        assert!(
            text.contains("O is thinking... / 1.2M positions, depth 9, best d2, 3 s. M: move now"),
            "{text}"
        );
    }

    #[test]
    fn one_dimension() {
        let model = Model::new(session("40:5", "c d", TWO_PEOPLE));
        insta::assert_snapshot!(screen(&model, 60, 12));
    }

    #[test]
    fn a_refusal_and_a_question() {
        let mut model = Model::new(session("tic-tac-toe", "b2", TWO_PEOPLE));
        assert!(screen(model.keys("b2<enter>"), 80, 24).contains("b2: the cell is taken by x"));
        model.keys("<esc><left><enter>");
        assert!(screen(model.keys("Q"), 80, 24).contains("Quit? Y or Enter: yes, N or Esc: no"));
    }

    #[test]
    fn help() {
        let mut model = Model::new(session("score-four", "", TWO_PEOPLE));
        insta::assert_snapshot!(screen(model.keys("H"), 80, 24));
    }

    #[test]
    fn what_is_longer_than_the_window_scrolls() {
        let mut model = Model::new(session("gomoku", "h8", TWO_PEOPLE));
        let show = |model: &mut Model, height| {
            let mut terminal = Terminal::new(TestBackend::new(80, height)).expect("a terminal in memory");
            let mut scroll = Scroll::default();
            let drawing = |frame: &mut Frame| draw(frame, model, &mut scroll, Palette::PLAIN);
            terminal.draw(drawing).expect("drawing in memory");
            model.showed(scroll.page_line, scroll.panel_line);
            terminal.backend().to_string()
        };
        let first = show(model.keys("L"), 9);
        assert!(first.contains("224 legal moves:") && !first.contains("o15"), "{first}");
        let last = show(model.keys("<pgdn><pgdn><pgdn><pgdn><pgdn>"), 9);
        assert!(last.contains(" o15"), "{last}");
        let before = model.help();
        show(model.keys("<up>"), 9);
        assert_eq!(model.help(), before.map(|line| line - 1), "nothing was scrolled past the end");
        model.keys("<esc>E").think();
        let first = show(&mut model, 24);
        assert!(first.contains("lines 1-") && first.contains("< and > scroll"), "{first}");
        for _ in 0..30 {
            model.keys(">");
        }
        let last = show(&mut model, 24);
        assert!(last.contains("-237 of 237") && !last.contains("terminal"), "{last}");
        assert_ne!(show(model.keys("<"), 24), last);
    }

    #[test]
    fn a_click_finds_the_cell_that_is_drawn_there() {
        for (text, width) in
            [("connect-four", 80), ("qubic", 80), ("64x64:5", 50), ("4x4x4x4:4", 80), ("19x19:5", 45)]
        {
            let model = Model::new(session(text, "", TWO_PEOPLE));
            let mut terminal = Terminal::new(TestBackend::new(width, 24)).expect("a terminal in memory");
            let mut scroll = Scroll::default();
            let drawing = |frame: &mut Frame| draw(frame, &model, &mut scroll, Palette::PLAIN);
            let buffer = terminal.draw(drawing).expect("drawing in memory").buffer.clone();
            let cursor = model.cursor().cell(model.session().game());
            let place = (0..24_u16)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .find(|&(x, y)| buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == "["))
                .expect("the cursor is shown");
            assert_eq!(scroll.cell_at(place.0 + 1, place.1), cursor, "{text}");
            assert_eq!(scroll.cell_at(0, 0), None, "{text}");
        }
    }

    #[test]
    fn help_and_quit_stay_in_a_narrow_window_and_every_key_that_is_shown_is_one() {
        for (game, width) in
            [("connect-four", 60), ("15x15:5", 60), ("15x15:5", 40), ("4x4x4:4", 30), ("30x30:5", 24)]
        {
            let model = Model::new(session(game, "", TWO_PEOPLE));
            let text = screen(&model, width, 24);
            let quit = Command::Quit.key_text(model.session().game());
            assert!(text.contains(&format!(" help  {quit} quit")), "{game} {width}\n{text}");
        }
        let mut wide = Model::new(session("15x15:5", "", TWO_PEOPLE));
        assert!(screen(&wide, 60, 24).contains("F1 help"), "h is a column");
        assert!(wide.keys("<f1>").help().is_some());
        let model = Model::new(session("connect-four", "", TWO_PEOPLE));
        let text = screen(&model, 100, 24);
        assert!(text.contains("Shift-E evaluate"), "e is a column\n{text}");
        let over = Model::new(session("connect-four", "4433552", YOU_ARE_X));
        assert!(screen(&over, 60, 24).contains("R: where did I go wrong?"));
        let mut replay = Model::new(session("connect-four", "4433552", YOU_ARE_X));
        assert!(screen(replay.keys("R"), 40, 24).contains("Esc: leave"));
    }

    #[test]
    fn a_tiny_window() {
        let model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
        insta::assert_snapshot!(screen(&model, 20, 5));
    }

    /// Windows of these widths and of all heights up to 27; without `RUN_SLOW_TESTS` every seventh of them, so that all
    /// widths and all heights have their turn.
    fn windows(widths: impl Iterator<Item = u16>) -> impl Iterator<Item = (u16, u16)> {
        let step = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1 } else { 7 };
        widths.flat_map(|width| (1..28).map(move |height| (width, height))).step_by(step)
    }

    #[test]
    fn every_window_shows_a_replay_and_the_moves() {
        for text in ["1:1", "5:3", "connect-four", "3x3x3x3:3", "64x64:5"] {
            let mut model = Model::new(session(text, "", TWO_PEOPLE));
            model.keys("<enter><tab><enter>R");
            for keys in ["", "<home>", "<esc>L"] {
                model.keys(keys);
                for (width, height) in windows((1..100).step_by(7)) {
                    screen(&model, width, height);
                }
            }
        }
    }

    #[test]
    fn every_window_shows_the_cursor_or_says_that_it_is_too_small() {
        let games = [
            "1:1",
            "4096:5",
            "tic-tac-toe",
            "connect-four",
            "qubic",
            "4x4x4x4:4",
            "64x64:5",
            "2x2x2x2x2x2x2x2:2",
        ];
        for text in games {
            let mut model = Model::new(session(text, "", TWO_PEOPLE));
            for keys in ["", "<tab><tab>", "E", "H", "<esc>"] {
                model.keys(keys);
                for (width, height) in windows((1..90).step_by(4)) {
                    let text = screen(&model, width, height);
                    let fine = text.contains('[') || width < SMALLEST.0 || height < SMALLEST.1;
                    let explained = text.contains("The window is too");
                    let covered = model.help().is_some() || model.panel() && width < 64;
                    assert!(fine || explained || covered, "{width}x{height}\n{text}");
                }
            }
        }
    }
}
