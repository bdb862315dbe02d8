//! The terminal in full screen: events in, drawings out, the computer on a thread of its own.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyEventKind,
    MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;

use crate::answer::print_text;
use crate::failure::{self, Failure};

use super::cursor::Step;
use super::model::{Event, Exit, Model};
use super::saved::Saver;
use super::session::{Session, Turn};
use super::thinking::{Job, Question};
use super::view::{self, Palette, Scroll};

/// How often the screen is updated while the computer works.
const BEAT: Duration = Duration::from_millis(80);
/// How long it sleeps when nothing is going on.
const REST: Duration = Duration::from_secs(1);
/// How long each move stays on the screen when the computer plays both sides.
const PAUSE: Duration = Duration::from_millis(600);

/// Whether the terminal is in full screen. It is held while something is drawn, so that nothing is drawn on a terminal
/// that was given back.
static FULL_SCREEN: Mutex<bool> = Mutex::new(false);

/// Gives the terminal back as it was, if it was taken; for every way out of the program.
pub(crate) fn restore_terminal() {
    let mut is_taken = FULL_SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut *is_taken) {
        // A terminal that is gone, as after a hangup, needs nothing back, and nobody would read a message.
        let _ = ratatui::try_restore();
        // Drawing hides the cursor.
        let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, Show);
    }
}

/// Gives the terminal back when it is dropped.
struct Taken;

impl Drop for Taken {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Plays until the person leaves.
pub(super) fn run(session: Session, mut saver: Option<Saver>) -> Result<(), Failure> {
    let mut model = Model::new(session);
    let exit = {
        *FULL_SCREEN.lock().unwrap_or_else(PoisonError::into_inner) = true;
        let _taken = Taken;
        // This also restores the terminal before a panic is reported.
        let mut terminal = ratatui::try_init()?;
        execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        play(&mut terminal, &mut model, saver.as_mut())?
    };
    say_how_it_went(model.played(), saver.as_ref())?;
    saver.map_or(Ok(()), Saver::finish)?;
    if exit == Exit::Interrupted {
        failure::end(Failure::INTERRUPTED);
    }
    Ok(())
}

/// Prints how the game stands below what the terminal showed before, so that it is not lost with the screen.
fn say_how_it_went(session: &Session, saver: Option<&Saver>) -> Result<(), Failure> {
    if session.game().moves().is_empty() {
        return Ok(());
    }
    let result = match session.turn() {
        Turn::Over(outcome) => session.result(outcome),
        Turn::Person(_) | Turn::Computer(_) => "The game is not over.".to_owned(),
    };
    let saved = saver.and_then(Saver::path).map_or_else(String::new, |path| {
        format!("Saved: connect-toe play --load {} goes on with it, or replays it.\n", path.display())
    });
    let text = format!("{}\nMoves: {}\n{result}\n{saved}", session.title(), session.moves_text());
    print_text(&text)
}

fn play(
    terminal: &mut ratatui::DefaultTerminal,
    model: &mut Model,
    mut saver: Option<&mut Saver>,
) -> Result<Exit, Failure> {
    let palette = Palette::from_environment();
    let mut scroll = Scroll::default();
    // What the computer is at work on, and the question.
    let mut job: Option<(Job, (u64, Question))> = None;
    loop {
        let wanted = model.question();
        if job.as_ref().map(|&(_, key)| key) != wanted {
            // Dropping the job that nobody waits for any more stops its search.
            let start = |key: (u64, Question)| Ok::<_, Failure>((Job::start(model.played(), key.1)?, key));
            job = wanted.map(start).transpose()?;
        }
        match saver.as_mut().map(|saver| saver.save(model.played())) {
            Some(Err(failure)) => model.report(failure),
            Some(Ok(Some(note))) => model.note(note),
            Some(Ok(None)) | None => {}
        }
        {
            let is_taken = FULL_SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
            if !*is_taken {
                return Ok(Exit::Interrupted);
            }
            terminal.draw(|frame| view::draw(frame, model, &mut scroll, palette))?;
        }
        model.showed(scroll.page_line, scroll.panel_line);
        if event::poll(if job.is_some() { BEAT } else { REST })? {
            // Whatever else happened, a change of the window's size for one, asks for a drawing at most.
            match event::read()? {
                event::Event::Key(key) if key.kind != KeyEventKind::Release => model.update(Event::Key(key)),
                event::Event::Paste(text) => model.update(Event::Paste(text)),
                event::Event::Mouse(mouse) => {
                    if let Some(event) = of_mouse(mouse, &scroll) {
                        model.update(event);
                    }
                }
                _ => {}
            }
        } else if let Some((job, (position, _))) = &job {
            let judged = job.take_judged();
            if !judged.is_empty() {
                model.update(Event::Judged(*position, judged));
            }
            let (nodes, look) = job.progress();
            model.update(Event::Working { nodes, seconds: job.elapsed().as_secs(), look });
        }
        if let Some((job, _)) = job.as_ref().filter(|_| model.is_hurried()) {
            job.hurry();
        }
        if let Some(exit) = model.exit() {
            return Ok(exit);
        }
        if let Some((found, (position, question))) = &job
            && (!is_paced(model, *question) || found.elapsed() >= PAUSE)
            && let Some(answer) = found.answer_within(Duration::ZERO)?
        {
            let position = *position;
            job = None;
            model.update(Event::Answer(position, answer));
        }
    }
}

/// What the mouse did, if it means anything here.
fn of_mouse(mouse: MouseEvent, scroll: &Scroll) -> Option<Event> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => scroll.cell_at(mouse.column, mouse.row).map(Event::Click),
        MouseEventKind::ScrollUp => Some(Event::Wheel(Step::Back)),
        MouseEventKind::ScrollDown => Some(Event::Wheel(Step::Forth)),
        _ => None,
    }
}

/// Whether a move must not come at once, so that a person can follow the game.
fn is_paced(model: &Model, question: Question) -> bool {
    model.played().is_watched() && question == Question::Move
}
