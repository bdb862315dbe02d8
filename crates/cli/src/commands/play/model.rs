//! The state of the full screen, and how it changes: no drawing, no terminal, no clock.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use connect_toe_api::ReviewedMove;
use connect_toe_game::Cell;

use super::command::Command;
use super::cursor::{Cursor, Step};
use super::entry::read_move;
use super::last_move::{LastMove, Reasons};
use super::replay::Replay;
use super::session::{Session, Turn, capital, capitalised, refusal};
use super::thinking::{Answer, Evaluation, Look, Question, hint_text};

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// A cell of the board was clicked.
    Click(Cell),
    /// The mouse wheel was turned.
    Wheel(Step),
    /// The computer is still at work.
    Working { nodes: u64, seconds: u64, look: Option<Look> },
    /// A review has judged moves of the position of that number.
    Judged(u64, Vec<ReviewedMove>),
    /// The computer has answered a question about the position of that number.
    Answer(u64, Answer),
}

/// Why the screen closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Quit,
    Interrupted,
}

/// A line for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Note(String),
    Refusal(String),
}

/// All that the screen shows.
#[derive(Debug)]
pub(super) struct Model {
    session: Session,
    cursor: Cursor,
    input: String,
    /// Whether what is typed was refused: Backspace mends it, any other key begins afresh.
    is_refused: bool,
    message: Option<Message>,
    hint: Hint,
    panel: bool,
    evaluation: Option<Evaluation>,
    /// The page in place of the board, and its first line that is shown.
    page: Option<(Page, u16)>,
    /// The first line of the evaluation that is shown.
    panel_line: u16,
    replay: Option<Replay>,
    /// The move that the computer has just made.
    last: Option<LastMove>,
    /// Whether the computer's moves are told with their reasons.
    reasons: Reasons,
    /// A command that would end the game, and has to be confirmed.
    unconfirmed: Option<Command>,
    /// Number of the position: answers to questions about earlier ones come too late.
    position: u64,
    working: Working,
    /// Whether the computer is to answer now.
    is_hurried: bool,
    exit: Option<Exit>,
}

/// A hint for this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    NotAsked,
    Asked,
    Given(Cell),
}

/// How far the computer is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Working {
    /// Positions that it has looked at.
    pub(super) nodes: u64,
    pub(super) seconds: u64,
    /// Its last complete look ahead.
    pub(super) look: Option<Look>,
    /// Counts up while the computer works.
    pub(super) beat: usize,
}

/// A text that is shown in place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Help,
    /// The legal moves.
    Moves,
    /// The winning lines through the cell at the cursor.
    Lines,
}

/// Lines or moves that a leap is worth.
const LEAP: u16 = 10;

impl Model {
    pub(super) fn new(session: Session) -> Model {
        let cursor = Cursor::new(&session);
        Model {
            session,
            cursor,
            input: String::new(),
            is_refused: false,
            message: None,
            hint: Hint::NotAsked,
            panel: false,
            evaluation: None,
            page: None,
            panel_line: 0,
            replay: None,
            last: None,
            reasons: Reasons::default(),
            unconfirmed: None,
            position: 0,
            working: Working::default(),
            is_hurried: false,
            exit: None,
        }
    }

    /// What the screen shows: the game, or a part of it in a replay.
    pub(super) fn session(&self) -> &Session {
        self.replay.as_ref().map_or(&self.session, Replay::session)
    }

    /// The game as it was played so far.
    pub(super) fn played(&self) -> &Session {
        &self.session
    }

    pub(super) fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Whether the computer is to answer now, with the best that it has found.
    pub(super) fn is_hurried(&self) -> bool {
        self.is_hurried
    }

    /// Says what happened outside the game.
    pub(super) fn note(&mut self, text: String) {
        self.message = Some(Message::Note(text));
    }

    /// Says why something outside the game failed.
    pub(super) fn report(&mut self, failure: String) {
        self.refuse(failure);
    }

    pub(super) fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    pub(super) fn input(&self) -> &str {
        &self.input
    }

    pub(super) fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    pub(super) fn hint(&self) -> Option<Cell> {
        match self.hint {
            Hint::Given(cell) if self.replay.is_none() => Some(cell),
            Hint::Given(_) | Hint::NotAsked | Hint::Asked => None,
        }
    }

    /// Whether the evaluation panel is open.
    pub(super) fn panel(&self) -> bool {
        self.panel
    }

    pub(super) fn evaluation(&self) -> Option<&Evaluation> {
        self.evaluation.as_ref()
    }

    /// The page in place of the board, and its first line that is shown.
    pub(super) fn page(&self) -> Option<(Page, u16)> {
        self.page
    }

    /// The first line of the evaluation that is shown.
    pub(super) fn panel_line(&self) -> u16 {
        self.panel_line
    }

    /// Sets which lines of a page and of the evaluation were really shown: their ends depend on the window.
    pub(super) fn showed(&mut self, page_line: u16, panel_line: u16) {
        self.page = self.page.map(|(page, _)| (page, page_line));
        self.panel_line = panel_line;
    }

    pub(super) fn working(&self) -> &Working {
        &self.working
    }

    pub(super) fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// The question that the computer should be at work on, with the number of the position.
    pub(super) fn question(&self) -> Option<(u64, Question)> {
        let over = matches!(self.session.turn(), Turn::Over(_));
        let question = if let Some(replay) = &self.replay {
            if replay.is_reviewed() {
                return None;
            }
            Question::Review
        } else if let Turn::Computer(_) = self.session.turn() {
            Question::Move
        } else if !over && self.hint == Hint::Asked {
            Question::Hint
        } else if self.panel && self.evaluation.is_none() {
            Question::Evaluation
        } else {
            return None;
        };
        Some((self.position, question))
    }

    /// What Enter would do with what is typed.
    pub(super) fn input_meaning(&self) -> Option<String> {
        if self.input.is_empty() {
            return None;
        }
        if let Some(command) = Command::parse(&self.input, self.session.game()) {
            return Some(format!("Enter: {}", command.word()));
        }
        let cell = read_move(self.session.game(), &self.input).ok()?;
        Some(format!("Enter: play {}", self.session.game().geometry().cell_text(cell)))
    }

    pub(super) fn update(&mut self, event: Event) {
        match event {
            Event::Key(key) => self.press(key),
            Event::Paste(text) => self.paste(&text),
            Event::Click(cell) => self.click(cell),
            Event::Wheel(step) => self.turn_wheel(step),
            Event::Working { nodes, seconds, look } => {
                let beat = self.working.beat.wrapping_add(1);
                self.working = Working { nodes, seconds, look, beat };
            }
            Event::Judged(position, judged) if position == self.position => {
                if let Some(replay) = &mut self.replay {
                    replay.learn(judged);
                }
            }
            Event::Answer(position, answer) if position == self.position => self.hear(answer),
            Event::Answer(..) | Event::Judged(..) => {}
        }
    }

    fn hear(&mut self, answer: Answer) {
        self.working = Working::default();
        self.is_hurried = false;
        match answer {
            Answer::Move(chosen, left) => {
                // The answer is to a question about this position, so the move is legal.
                let cell = self.session.game().geometry().parse_cell(&chosen.cell);
                if let (Turn::Computer(side), Ok(cell)) = (self.session.turn(), cell)
                    && self.session.play(cell).is_ok()
                {
                    self.session.set_time_left(side, left);
                    self.position_changed();
                    let last = LastMove { side, chosen };
                    self.message = Some(Message::Note(last.told(&self.session, self.reasons)));
                    self.last = Some(last);
                    self.look_back();
                }
            }
            Answer::Hint(chosen) => {
                let game = self.session.game();
                self.message = Some(Message::Note(format!("Hint: {}", hint_text(&self.session, &chosen))));
                self.hint = game.geometry().parse_cell(&chosen.cell).map_or(Hint::NotAsked, Hint::Given);
            }
            Answer::Evaluation(evaluation) => self.evaluation = Some(*evaluation),
            Answer::Review(reviewed) => {
                if let Some(replay) = &mut self.replay {
                    replay.conclude(*reviewed);
                    self.point_at_last_move();
                }
            }
        }
    }

    /// Why the computer's last move, and what it thinks of it.
    fn why(&self) -> Message {
        match &self.last {
            Some(last) => Message::Note(last.why(&self.session)),
            None => Message::Refusal("The computer has not just moved".to_owned()),
        }
    }

    fn point_at_last_move(&mut self) {
        if let Some(cell) = self.session().last_move() {
            self.cursor.place_on(self.session.game(), cell);
        }
    }

    fn position_changed(&mut self) {
        self.position += 1;
        self.last = None;
        self.hint = Hint::NotAsked;
        self.evaluation = None;
        self.working = Working::default();
        self.is_hurried = false;
        self.cursor.settle(&self.session);
    }

    /// At the end of a game its moves are named.
    fn look_back(&mut self) {
        if let Turn::Over(_) = self.session.turn() {
            self.message = Some(Message::Note(format!("Moves: {}", self.session.moves_text())));
        }
    }

    fn refuse(&mut self, text: impl Into<String>) {
        self.message = Some(Message::Refusal(text.into()));
    }

    // --- Keys ----------------------------------------------------------------------------------------

    fn press(&mut self, key: KeyEvent) {
        // Control with Alt is AltGr, which types brackets on many keyboards.
        if key.modifiers.contains(KeyModifiers::CONTROL) && !key.modifiers.contains(KeyModifiers::ALT) {
            match key.code {
                KeyCode::Char('c') => self.exit = Some(Exit::Interrupted),
                KeyCode::Char('u') => self.input.clear(),
                _ => {}
            }
            return;
        }
        if let Some((page, line)) = self.page {
            let line = match key.code {
                KeyCode::Down => Some(line.saturating_add(1)),
                KeyCode::Up => Some(line.saturating_sub(1)),
                KeyCode::PageDown => Some(line.saturating_add(LEAP)),
                KeyCode::PageUp => Some(line.saturating_sub(LEAP)),
                KeyCode::Home => Some(0),
                KeyCode::End => Some(u16::MAX),
                _ => None,
            };
            self.page = line.map(|line| (page, line));
            return;
        }
        if self.replay.is_some() {
            return self.press_in_replay(key.code);
        }
        if let Some(command) = self.unconfirmed.take() {
            self.message = None;
            let yes = match key.code {
                KeyCode::Enter | KeyCode::Char('y' | 'Y') => true,
                KeyCode::Char('q' | 'Q') => command == Command::Quit,
                _ => false,
            };
            if yes {
                self.obey_at_once(command);
            }
            return;
        }
        match key.code {
            KeyCode::Enter => self.enter(),
            KeyCode::Char(' ') if self.input.is_empty() => self.play_at_cursor(),
            KeyCode::Esc => {
                self.input.clear();
                self.message = None;
                self.hint = Hint::NotAsked;
            }
            KeyCode::Backspace => {
                self.is_refused = false;
                self.input.pop();
            }
            KeyCode::F(1) => self.obey_at_once(Command::Help),
            KeyCode::Char(letter) => self.press_character(letter),
            code => self.move_cursor(code),
        }
    }

    fn press_in_replay(&mut self, code: KeyCode) {
        self.message = None;
        let Some(replay) = &mut self.replay else { return };
        let shown = replay.shown();
        match code {
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => replay.go_to(shown.saturating_sub(1)),
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => replay.go_to(shown + 1),
            KeyCode::PageUp => replay.go_to(shown.saturating_sub(LEAP.into())),
            KeyCode::PageDown => replay.go_to(shown + usize::from(LEAP)),
            KeyCode::Home => replay.go_to(0),
            KeyCode::End => replay.go_to(usize::MAX),
            KeyCode::Char('b' | 'B') if replay.go_to_mistake() => {}
            KeyCode::Char('b' | 'B') => {
                self.message = Some(Message::Note("No mistake after this move".to_owned()));
            }
            KeyCode::Char('d' | 'D') if replay.go_to_decisive() => {}
            KeyCode::Char('d' | 'D') => {
                self.message = Some(Message::Note("No move decided the game alone".to_owned()));
            }
            KeyCode::Char('s' | 'S') => self.is_hurried = !replay.is_reviewed(),
            KeyCode::Esc | KeyCode::Char('r' | 'R' | 'q' | 'Q') => {
                self.replay = None;
                self.is_hurried = false;
                self.working = Working::default();
                return self.cursor.settle(&self.session);
            }
            _ => {}
        }
        self.point_at_last_move();
    }

    fn press_character(&mut self, character: char) {
        if std::mem::take(&mut self.is_refused) {
            self.input.clear();
        }
        match character {
            '[' => self.step(2, Step::Back),
            ']' => self.step(2, Step::Forth),
            '{' => self.step(3, Step::Back),
            '}' => self.step(3, Step::Forth),
            '<' => self.panel_line = self.panel_line.saturating_sub(LEAP),
            '>' if self.panel => self.panel_line = self.panel_line.saturating_add(LEAP),
            _ => match Command::of_key(character, self.session.game()).filter(|_| self.input.is_empty()) {
                Some(command) => self.obey(command),
                None => self.type_character(character),
            },
        }
    }

    fn type_character(&mut self, character: char) {
        /// Longer than every cell and every command word.
        const LONGEST: usize = 40;
        let continues = if self.input.is_empty() { character == ':' } else { matches!(character, '.' | ',') };
        if (character.is_ascii_alphanumeric() || continues) && self.input.len() < LONGEST {
            self.input.push(character.to_ascii_lowercase());
            self.message = None;
            // What is typed is shown on the board at once.
            if let Ok(cell) = read_move(self.session.game(), &self.input) {
                self.cursor.place_on(self.session.game(), cell);
            }
        }
    }

    /// Text that was pasted is typed as a move and commands nothing: only its first line counts, and Enter plays it.
    fn paste(&mut self, text: &str) {
        if self.page.is_some() || self.replay.is_some() || self.unconfirmed.is_some() {
            return;
        }
        if std::mem::take(&mut self.is_refused) {
            self.input.clear();
        }
        // Terminals send the line ends of a paste as the Enter key does.
        let line = text.split(['\r', '\n']).next().unwrap_or_default();
        line.chars().for_each(|character| self.type_character(character));
    }

    fn step(&mut self, dimension: usize, step: Step) {
        self.input.clear();
        self.cursor.step(&self.session, dimension, step);
    }

    fn move_cursor(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.step(0, Step::Back),
            KeyCode::Right => self.step(0, Step::Forth),
            KeyCode::Down => self.step(1, Step::Back),
            KeyCode::Up => self.step(1, Step::Forth),
            KeyCode::PageUp => self.cursor.step_layer(&self.session, Step::Back),
            KeyCode::PageDown => self.cursor.step_layer(&self.session, Step::Forth),
            KeyCode::Tab => self.cursor.next_legal(&self.session, Step::Forth),
            KeyCode::BackTab => self.cursor.next_legal(&self.session, Step::Back),
            KeyCode::Home => {
                if let Some(cell) = self.session.last_move() {
                    self.cursor.place_on(self.session.game(), cell);
                }
            }
            _ => return,
        }
        self.input.clear();
    }

    // --- The mouse -----------------------------------------------------------------------------------

    /// Plays where the mouse was clicked: on the cell, or in its column where stones drop.
    fn click(&mut self, cell: Cell) {
        if self.page.take().is_some() || self.replay.is_some() {
            return;
        }
        if self.unconfirmed.take().is_some() {
            self.message = None;
            return;
        }
        self.input.clear();
        self.is_refused = false;
        self.cursor.place_on(self.session.game(), cell);
        self.play_at_cursor();
    }

    fn turn_wheel(&mut self, step: Step) {
        let code = match step {
            Step::Back => KeyCode::Up,
            Step::Forth => KeyCode::Down,
        };
        let is_layered = self.session.game().geometry().sizes().len() > 2;
        if self.page.is_some() || self.replay.is_some() {
            self.press(KeyEvent::new(code, KeyModifiers::NONE));
        } else if self.panel {
            let line = self.panel_line;
            self.panel_line =
                if step == Step::Back { line.saturating_sub(1) } else { line.saturating_add(1) };
        } else if is_layered {
            self.cursor.step_layer(&self.session, step);
        } else {
            self.move_cursor(code);
        }
    }

    // --- Moves and commands --------------------------------------------------------------------------

    fn enter(&mut self) {
        if self.input.is_empty() {
            return self.play_at_cursor();
        }
        if let Some(command) = Command::parse(&self.input, self.session.game()) {
            self.input.clear();
            return self.obey(command);
        }
        match read_move(self.session.game(), &self.input) {
            Ok(cell) => self.play(cell),
            Err(refusal) => self.refuse(refusal),
        }
        self.is_refused = !self.input.is_empty();
    }

    fn play_at_cursor(&mut self) {
        if let Some(cell) = self.cursor.destination(&self.session) {
            self.play(cell);
        }
    }

    fn play(&mut self, cell: Cell) {
        if let Turn::Computer(side) = self.session.turn() {
            return self.refuse(format!("It is not your turn: {} is thinking", capital(side)));
        }
        let text = self.session.game().geometry().cell_text(cell);
        match self.session.play(cell) {
            Ok(()) => {
                self.input.clear();
                self.message = None;
                self.cursor.place_on(self.session.game(), cell);
                self.position_changed();
                self.look_back();
            }
            Err(reason) => self.refuse(refusal(&text, &reason)),
        }
    }

    /// Does what is asked, or asks back if that would break a game off.
    fn obey(&mut self, command: Command) {
        let leaves = matches!(command, Command::Quit | Command::New);
        if leaves && self.session.is_going_on() {
            self.unconfirmed = Some(command);
            let what = if command == Command::Quit { "Quit" } else { "Begin a new game" };
            return self.refuse(format!("The game is going on. {what}? Y or Enter: yes, N or Esc: no"));
        }
        self.obey_at_once(command);
    }

    fn obey_at_once(&mut self, command: Command) {
        self.message = None;
        match command {
            Command::Quit => self.exit = Some(Exit::Quit),
            Command::New => {
                self.session.restart();
                self.cursor = Cursor::new(&self.session);
                self.position_changed();
            }
            Command::Undo => match self.session.undo() {
                Ok(_) => self.position_changed(),
                Err(reason) => self.refuse(capitalised(reason)),
            },
            Command::Swap => match self.session.swap() {
                Ok(()) => {
                    self.position_changed();
                    self.message = Some(Message::Note(capitalised(&self.session.players())));
                }
                Err(reason) => self.refuse(capitalised(reason)),
            },
            Command::Hint => match self.session.turn() {
                Turn::Person(_) => self.hint = Hint::Asked,
                Turn::Computer(_) => self.refuse("It is not your turn"),
                Turn::Over(_) => self.refuse("The game is over"),
            },
            Command::Now => match self.question() {
                Some((_, Question::Move | Question::Hint)) => self.is_hurried = true,
                _ => self.refuse("The computer is not thinking about a move"),
            },
            Command::Evaluate => self.panel = !self.panel,
            Command::Help => self.page = Some((Page::Help, 0)),
            Command::Moves => self.page = Some((Page::Moves, 0)),
            Command::Lines => self.page = Some((Page::Lines, 0)),
            Command::Why => self.message = Some(self.why()),
            Command::Reasons => {
                self.message = Some(Message::Note(capitalised(self.reasons.change())));
            }
            Command::Review if self.session.game().moves().is_empty() => self.refuse("No move has been made"),
            Command::Review => {
                self.replay = Some(Replay::new(&self.session));
                self.press_in_replay(KeyCode::End);
            }
            // The board is always there.
            Command::Board => {}
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::session::tests::{NOBODY, TWO_PEOPLE, YOU_ARE_O, YOU_ARE_X, session};
    use super::super::thinking::Task;
    use super::*;
    use connect_toe_api::Work;

    impl Model {
        /// Presses keys: characters for themselves, names in angle brackets for others.
        pub(in super::super) fn keys(&mut self, keys: &str) -> &mut Model {
            let mut rest = keys;
            while let Some(first) = rest.chars().next() {
                let named = rest.strip_prefix('<').and_then(|after| after.split_once('>'));
                let (code, modifiers) = match named {
                    Some((name, _)) => match name {
                        "enter" => (KeyCode::Enter, KeyModifiers::NONE),
                        "esc" => (KeyCode::Esc, KeyModifiers::NONE),
                        "tab" => (KeyCode::Tab, KeyModifiers::NONE),
                        "left" => (KeyCode::Left, KeyModifiers::NONE),
                        "right" => (KeyCode::Right, KeyModifiers::NONE),
                        "up" => (KeyCode::Up, KeyModifiers::NONE),
                        "down" => (KeyCode::Down, KeyModifiers::NONE),
                        "end" => (KeyCode::End, KeyModifiers::NONE),
                        "pgdn" => (KeyCode::PageDown, KeyModifiers::NONE),
                        "home" => (KeyCode::Home, KeyModifiers::NONE),
                        "back" => (KeyCode::Backspace, KeyModifiers::NONE),
                        "f1" => (KeyCode::F(1), KeyModifiers::NONE),
                        "ctrl-c" => (KeyCode::Char('c'), KeyModifiers::CONTROL),
                        name => panic!("no key has the name {name}"),
                    },
                    None => (KeyCode::Char(first), KeyModifiers::NONE),
                };
                rest = named.map_or_else(|| &rest[first.len_utf8()..], |(_, after)| after);
                self.update(Event::Key(KeyEvent::new(code, modifiers)));
            }
            self
        }

        /// Lets the computer answer until it has nothing to do.
        pub(in super::super) fn think(&mut self) -> &mut Model {
            while let Some((position, question)) = self.question() {
                let task = Task::new(self.played(), question).expect("sound players");
                let answer = task.answer(&Work::new(), |_| {}).expect("sound players");
                self.update(Event::Answer(position, answer));
            }
            self
        }

        /// The first line of the page that is shown.
        pub(in super::super) fn help(&self) -> Option<u16> {
            self.page.map(|(_, line)| line)
        }

        fn moves(&self) -> String {
            let game = self.session.game();
            let cells: Vec<String> =
                game.moves().iter().map(|&cell| game.geometry().cell_text(cell)).collect();
            cells.join(" ")
        }

        fn cursor_text(&self) -> String {
            let game = self.session.game();
            self.cursor.cell(game).map_or_else(String::new, |cell| game.geometry().cell_text(cell))
        }

        fn refusal(&self) -> &str {
            match &self.message {
                Some(Message::Refusal(text)) => text,
                _ => "",
            }
        }
    }

    #[test]
    fn moves_are_made_with_the_cursor_and_by_typing() {
        let mut model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
        model.keys("<enter>c3<enter><left><up><enter>");
        assert_eq!(model.moves(), "b2 c3 b3");
        let mut model = Model::new(session("connect-four", "", TWO_PEOPLE));
        model.keys("<right><enter>5<enter>e3<enter> ");
        assert_eq!(model.moves(), "e1 e2 e3 e4", "space drops too");
        let mut model = Model::new(session("qubic", "", TWO_PEOPLE));
        model.keys("]<right><enter>B3.4<enter><pgdn><enter>");
        assert_eq!(model.moves(), "c2.3 b3.4 b3.1");
    }

    #[test]
    fn what_is_typed_is_shown_on_the_board_and_can_be_taken_back() {
        let mut model = Model::new(session("gomoku", "", TWO_PEOPLE));
        model.keys("b1");
        assert_eq!((model.cursor_text().as_str(), model.input()), ("b1", "b1"));
        assert_eq!(model.input_meaning().as_deref(), Some("Enter: play b1"));
        model.keys("0");
        assert_eq!(model.cursor_text(), "b10");
        model.keys("<back><esc>");
        assert_eq!(model.input(), "");
        model.keys(":quit");
        assert_eq!(model.input_meaning().as_deref(), Some("Enter: quit"));
        assert_eq!(model.exit(), None, "a word waits for Enter");
        model.keys("<enter>");
        assert_eq!(model.exit(), Some(Exit::Quit), "no game is going on, so there is nothing to ask");
    }

    #[test]
    fn refusals_say_why() {
        let mut model = Model::new(session("tic-tac-toe", "b2", TWO_PEOPLE));
        model.keys("<enter>");
        assert_eq!(model.refusal(), "b2: the cell is taken by x");
        model.keys("d1<enter>");
        assert_eq!(model.refusal(), "`d1` is off the board: coordinate 1 must be a to c");
        assert_eq!(model.input(), "d1", "it stays to be mended");
        model.keys("<back>");
        assert_eq!(model.input(), "d");
        model.keys("9<enter>a1");
        assert_eq!(model.input(), "a1", "any other key begins afresh");
        model.keys("<esc>d1<enter>u");
        assert_eq!((model.input(), model.moves().as_str()), ("", ""), "commands too");
        let mut model = Model::new(session("connect-four", "444444", TWO_PEOPLE));
        model.keys("4<enter>");
        assert_eq!(model.refusal(), "4: the column is full");
        let mut model = Model::new(session("tic-tac-toe", "a1 a2 b1 b2 c1", TWO_PEOPLE));
        model.keys("c3<enter>");
        assert_eq!(model.refusal(), "c3: the game is over (x has won)");
    }

    #[test]
    fn letters_name_columns_or_commands() {
        let mut model = Model::new(session("connect-four", "", TWO_PEOPLE));
        model.keys("d<enter>d<enter>e<enter>");
        assert_eq!(model.moves(), "d1 d2 e1");
        model.keys("uu");
        assert_eq!(model.moves(), "d1");
        assert!(model.keys("h").help().is_some());
        model.keys("<esc>q");
        assert!(model.refusal().contains("Quit?"), "{}", model.refusal());
        model.keys("q");
        assert_eq!(model.exit(), Some(Exit::Quit));
    }

    #[test]
    fn the_computer_answers_and_late_answers_are_not_heard() {
        let mut model = Model::new(session("tic-tac-toe", "", YOU_ARE_X));
        assert_eq!(model.question(), None);
        model.keys("<enter>");
        let Some((position, Question::Move)) = model.question() else { panic!("the computer must move") };
        let task = Task::new(model.session(), Question::Move).expect("sound players");
        let answer = task.answer(&Work::new(), |_| {}).expect("sound players");
        model.keys("a1<enter>");
        assert_eq!(model.refusal(), "It is not your turn: O is thinking");
        model.keys("<esc>U");
        assert_eq!((model.moves().as_str(), model.question()), ("", None));
        model.update(Event::Answer(position, answer));
        assert_eq!(model.moves(), "", "the question was about a position that is gone");
        model.keys("<enter>").think();
        assert_eq!(model.session().game().moves().len(), 2);
        let mut model = Model::new(session("tic-tac-toe", "", NOBODY));
        model.think();
        assert!(matches!(model.session().turn(), Turn::Over(_)));
    }

    #[test]
    fn a_hint_is_given_once_and_forgotten_with_the_position() {
        let mut model = Model::new(session("tic-tac-toe", "a1 b2 a2 c3", YOU_ARE_X));
        model.keys("?").think();
        let hint = model.hint().expect("a hint");
        assert_eq!(model.session().game().geometry().cell_text(hint), "a3");
        assert!(
            matches!(model.message(), Some(Message::Note(text)) if text.starts_with("Hint: best thinks a3 (W1 for X): "))
        );
        model.keys("a3<enter>");
        assert_eq!(model.hint(), None);
        model.keys("?");
        assert_eq!(model.refusal(), "The game is over");
    }

    #[test]
    fn the_panel_follows_the_position() {
        let mut model = Model::new(session("tic-tac-toe", "", YOU_ARE_X));
        model.keys("E").think();
        assert_eq!(model.evaluation().map(|found| found.analysis.moves.len()), Some(9));
        model.keys("<enter>").think();
        assert_eq!(model.evaluation().map(|found| found.analysis.moves.len()), Some(7));
        model.keys("E");
        assert!(!model.panel());
    }

    #[test]
    fn leaving_a_game_is_asked_once() {
        let mut model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
        model.keys("<enter>Q");
        assert_eq!(model.exit(), None);
        assert!(model.refusal().contains("Quit?"));
        model.keys("x");
        assert_eq!((model.exit(), model.input(), model.message()), (None, "", None));
        model.keys("QQ");
        assert_eq!(model.exit(), Some(Exit::Quit));
        let mut model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
        model.keys("<enter>N<enter>");
        assert_eq!(model.moves(), "");
        model.keys("<enter><ctrl-c>");
        assert_eq!(model.exit(), Some(Exit::Interrupted));
        for (answer, leaves) in [("y", true), ("Y", true), ("n", false), ("N", false), ("<esc>", false)] {
            for command in ["Q", "N"] {
                let mut model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
                model.keys("<enter>").keys(command);
                assert!(model.refusal().ends_with("? Y or Enter: yes, N or Esc: no"), "{}", model.refusal());
                model.keys(answer);
                let has_left = model.exit() == Some(Exit::Quit) || model.moves().is_empty();
                assert_eq!((has_left, model.message()), (leaves, None), "{command} {answer}");
            }
        }
    }

    #[test]
    fn swapping_sides_gives_the_computer_the_turn() {
        let mut model = Model::new(session("tic-tac-toe", "", YOU_ARE_X));
        model.keys("S");
        assert!(matches!(model.question(), Some((_, Question::Move))));
        model.think();
        assert_eq!(model.session().game().moves().len(), 1);
        let mut model = Model::new(session("tic-tac-toe", "", YOU_ARE_O));
        model.think();
        assert_eq!(model.session().game().moves().len(), 1, "the computer begins as X");
    }

    #[test]
    fn a_game_is_replayed_and_its_blunders_found() {
        let mut model = Model::new(session("tic-tac-toe", "a1 b2 b1 c3 c1", TWO_PEOPLE));
        model.keys("r").think();
        let replay = model.replay().expect("a replay");
        assert_eq!((replay.shown(), replay.is_reviewed()), (4, true), "it shows the decisive move");
        assert!(replay.text(4).contains("?? c1"), "{}", replay.text(4));
        model.keys("<home>");
        assert_eq!(model.session().game().moves().len(), 0);
        model.keys("b");
        let is_mistake = |model: &Model| {
            let replay = model.replay().expect("a replay");
            replay.found(replay.shown()).is_some_and(|found| found.mistake.is_some())
        };
        assert!(is_mistake(&model));
        model.keys("<end>d");
        assert_eq!(model.replay().map(Replay::shown), Some(4), "back to the decisive move");
        assert!(is_mistake(&model));
        model.keys("b");
        assert!(matches!(model.message(), Some(Message::Note(text)) if text == "No mistake after this move"));
        model.keys("<left><right><right><right><right><right><right>");
        assert_eq!(model.session().game().moves().len(), 5);
        model.keys("<esc>");
        assert!(model.replay().is_none());
        assert_eq!(model.moves(), "a1 b2 b1 c3 c1", "the game is as it was");
        let mut model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
        assert_eq!(model.keys("R").refusal(), "No move has been made");
    }

    #[test]
    fn the_computer_can_be_hurried_while_it_thinks() {
        let mut model = Model::new(session("tic-tac-toe", "", YOU_ARE_X));
        assert_eq!(model.keys("m").refusal(), "The computer is not thinking about a move");
        model.keys("<enter>m");
        assert!(model.is_hurried());
        model.think();
        assert!(!model.is_hurried(), "only for this move");
    }

    #[test]
    fn the_end_of_a_game_names_its_moves() {
        let mut model = Model::new(session("tic-tac-toe", "a1 a2 b1 b2", TWO_PEOPLE));
        model.keys("c1<enter>");
        assert!(matches!(model.message(), Some(Message::Note(text)) if text == "Moves: a1 a2 b1 b2 c1"));
    }

    #[test]
    fn values_take_the_persons_view_throughout() {
        let mut model = Model::new(session("tic-tac-toe", "a1 a2 b1", YOU_ARE_X));
        model.keys("<esc>").think();
        let mut lost = Model::new(session("tic-tac-toe", "a1 b1 a2 b2 c3", YOU_ARE_X));
        lost.think();
        let Some(Message::Note(text)) = lost.message() else { panic!("the computer has moved") };
        assert!(text.starts_with("Moves: "), "{text}");
        let mut model = Model::new(session("connect-four", "1", YOU_ARE_O));
        model.keys("?").think();
        assert!(
            matches!(model.message(), Some(Message::Note(text)) if text.contains(" for O)")),
            "{model:?}"
        );
    }

    #[test]
    fn help_opens_scrolls_and_closes() {
        let mut model = Model::new(session("tic-tac-toe", "", TWO_PEOPLE));
        model.keys("H<down>");
        assert_eq!(model.help(), Some(1));
        model.keys("x<f1>");
        assert_eq!(model.help(), Some(0));
        model.keys(" ");
        assert_eq!(model.help(), None, "Space is one of the keys that go back");
        assert_eq!(model.moves(), "");
    }

    #[test]
    fn pasted_text_is_a_move_and_commands_nothing() {
        let mut model = Model::new(session("connect-four", "d1", TWO_PEOPLE));
        model.update(Event::Paste("Q\nq\ny\n".to_owned()));
        assert_eq!((model.input(), model.exit(), model.moves().as_str()), ("q", None, "d1"));
        model.keys("<back>").update(Event::Paste("\u{1b}[31md2\rq\r".to_owned()));
        assert_eq!(model.input(), "31md2");
        model.update(Event::Paste("d".repeat(10_000)));
        assert!(model.input().len() <= 40);
        for before in ["<enter>H", "<enter>Q"] {
            let mut model = Model::new(session("connect-four", "", TWO_PEOPLE));
            model.keys(before).update(Event::Paste("n".to_owned()));
            assert_eq!((model.input(), model.moves().as_str()), ("", "d1"), "{before}");
        }
    }

    #[test]
    fn the_mouse_plays_and_scrolls() {
        let cell =
            |model: &Model, text: &str| model.session().game().geometry().parse_cell(text).expect("a cell");
        let mut model = Model::new(session("connect-four", "", TWO_PEOPLE));
        for (clicked, moves) in [("d6", "d1"), ("d1", "d1 d2"), ("a3", "d1 d2 a1")] {
            model.update(Event::Click(cell(&model, clicked)));
            assert_eq!(model.moves(), moves, "a click in a column drops a stone there");
        }
        let corner = cell(&model, "a1");
        model.keys("Q").update(Event::Click(corner));
        assert_eq!((model.moves().as_str(), model.exit()), ("d1 d2 a1", None), "it is not a yes");
        model.keys("H").update(Event::Wheel(Step::Forth));
        assert_eq!(model.help(), Some(1));
        model.update(Event::Click(corner));
        assert_eq!((model.moves().as_str(), model.help()), ("d1 d2 a1", None), "it closes the help");
        let mut model = Model::new(session("tic-tac-toe", "b2", TWO_PEOPLE));
        model.update(Event::Click(cell(&model, "b2")));
        assert_eq!(model.refusal(), "b2: the cell is taken by x");
        let mut model = Model::new(session("4x4x4x4:4", "", TWO_PEOPLE));
        model.update(Event::Wheel(Step::Forth));
        assert_eq!(model.cursor_text(), "b2.3.2", "a layer on");
    }

    #[test]
    fn home_goes_to_the_last_move() {
        let mut model = Model::new(session("gomoku", "a1 o15", TWO_PEOPLE));
        model.keys("<home>");
        assert_eq!(model.cursor_text(), "o15");
    }

    #[test]
    fn no_key_panics_on_any_kind_of_board() {
        let all = "<left><right><up><down><pgdn><tab><home>[]{}<back><enter>xyz<enter><esc>1,1<enter>?E<esc>U N<enter>S H<down><esc>";
        for text in
            ["1:1", "5:3:+1", "1x1:1", "3x3x1:3:+3", "2x2x2x2x2:2", "3x3:3:all", "2x1x3:4:-3", "3x3:9"]
        {
            let mut model = Model::new(session(text, "", TWO_PEOPLE));
            model.keys(all).think().keys(all);
            model.keys("<esc><enter>R").think().keys("<home>b<right><pgdn><left><esc>L<pgdn><up><esc>M><");
        }
    }
}
