//! Lines of the Gomocup protocol.

use connect_toe_gomocup::{Command, Line, Lines, Reply};

/// Reads bytes as lines, and each line as what a manager and as what a brain may write.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let mut lines = Lines::new(bytes);
    while let Some(line) = lines.next_line().expect("bytes can be read") {
        let Line::Text(text) = line else { continue };
        if let Ok(command) = Command::parse(&text)
            && !matches!(command, Command::WrongInfo)
        {
            let printed = command.to_string();
            assert_eq!(Command::parse(&printed), Ok(command), "{text:?} prints as {printed:?}");
        }
        if let Some(reply) = Reply::parse(&text) {
            let printed = reply.to_string();
            assert_eq!(Reply::parse(&printed), Some(reply), "{text:?} prints as {printed:?}");
        }
    }
}

/// Some lines.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        "START 15\r\nINFO timeout_turn 100\r\nTURN 7,7",
        "BOARD\n1,2,1\n3,4,2\nDONE",
        "1,2 3,4\rOK\rFORBID .",
        "END",
    ]
    .map(Into::into)
    .into()
}
