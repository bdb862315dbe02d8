//! `web`: the page and its API, on this machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::Args;
use connect_toe_web::{Options, Server, Token};

use crate::answer;
use crate::arguments::acting;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::number::whole;

#[derive(Debug, Args)]
#[command(mut_args(acting(&[])))]
#[command(after_long_help = "\
The first line on standard output is the page's address. Ctrl-C ends the server.

On the page people and the program's players play any game at any level. It shows how heuristics, searches and the exact \
solver value a position, which lines count, and which tree a search visits. Its Laboratory runs experiments and shows \
their reports.

POST /api/COMMAND takes the options of games, describe, moves, eval, analyze, solve, perft, playouts and match as JSON, \
with _ for -, and answers with the command's JSON: {\"game\": \"7x6:4:-2\", \"moves\": \"44\", \"all_moves\": true}. With \
`Accept: text/event-stream` it also reports its progress. There are also /api/choose (the move that a player plays), \
/api/levels, /api/lines, /api/tree and /api/experiments, to which an experiment file is posted. /api/openapi.json \
describes the whole API, /api/limits its limits.

With --files experiments keep their results in the folder, and requests can name openings, results and certificates in \
it. Without --files experiments are forgotten when the server ends.

Only this machine can connect, unless --host is another address: then whoever can reach that address and has the token of \
the printed page can use this machine within the limits, start and delete experiments, and use the files of --files. What \
is sent is not encrypted. The page keeps the token; a program sends it as `Authorization: Bearer TOKEN`.")]
pub(crate) struct Arguments {
    /// The port to listen on; 0 for a free one
    #[arg(long, value_name = "N", default_value_t = 4747, value_parser = whole(0..=u16::MAX))]
    port: u16,
    /// The address or name to listen on
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Answer only those who have this token [default: none for this machine alone, else a random one]
    #[arg(long, value_name = "TEXT", value_parser = str::parse::<Token>)]
    token: Option<Token>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Let requests use the files in this folder [default: no files]
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { port, host, token, open, files } = arguments;
    let (host, port) = (host.clone(), *port);
    let options = Options {
        host: host.clone(),
        port,
        files: files.clone(),
        token: token.clone(),
        ..Options::default()
    };
    let server = Server::bind(options).map_err(|error| {
        Failure::request(format!("cannot serve at {host}, port {port}: {error}")).hint(
            "--port 0 takes a free port; --host is an address of this machine, --files a folder that exists",
        )
    })?;
    interrupt::end_server(server.stopper());
    let url = server.url().to_owned();
    answer::print_text(&url)?;
    if server.is_open() {
        let files = files.as_ref().map_or_else(String::new, |folder| {
            format!(", and read and write files below {}", folder.display())
        });
        warn(&format!(
            "other machines can connect: whoever has the token in the address can search and play here, start and delete \
             experiments{files}; nothing is encrypted"
        ));
    }
    if *open {
        open_browser(url);
    }
    Ok(server.run()?)
}

/// Asks the system to show a page, without waiting for it.
fn open_browser(url: String) {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(&url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let open = move || match command.status() {
        Ok(status) if status.success() => {}
        Ok(_) => warn(&format!("{program} cannot open a browser; open {url} yourself")),
        Err(error) => warn(&format!("cannot open a browser ({program}: {error}); open {url} yourself")),
    };
    // Without a thread there is no browser either, and the address is on standard output.
    let _ = std::thread::Builder::new().name("browser".to_owned()).spawn(open);
}
