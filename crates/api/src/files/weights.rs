//! Files of learned weights.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use connect_toe_eval::learned::Weights;
use connect_toe_players::Catalogue;

/// The catalogue of the command line and of programs on this machine: texts of players can name files of learned weights, as
/// `alpha-beta:depth=4,eval=learned,file=FILE`.
///
/// ```
/// use connect_toe_api::catalogue_with_files;
/// let error = catalogue_with_files().player("minimax:eval=learned,file=Cargo.toml").expect_err("other text");
/// assert_eq!(error.to_string(), "cannot read weights from Cargo.toml: this is not a file of learned weights");
/// ```
pub fn catalogue_with_files() -> Catalogue {
    Catalogue::new().with_weights(read_weights)
}

/// The learned weights in a file.
///
/// # Errors
/// A file that cannot be read, or has something else, in words for a user.
pub fn read_weights(file: &str) -> Result<Arc<Weights>, String> {
    let read = || {
        let bytes = bytes_of(Path::new(file), Weights::MOST_BYTES).map_err(|error| error.to_string())?;
        Weights::from_bytes(&bytes).map_err(|error| error.to_string())
    };
    read().map(Arc::new).map_err(|reason: String| format!("cannot read weights from {file}: {reason}"))
}

/// The bytes of a regular file that is not larger than this.
///
/// # Errors
/// A larger file, one that is not regular, and the file system's.
pub fn bytes_of(path: &Path, most_bytes: u64) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    let invalid = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    // Opening a pipe would wait until another program writes into it.
    if !found.is_file() {
        return invalid("it is not a regular file".to_owned());
    }
    if found.len() > most_bytes {
        return invalid(format!("it is larger than {} MB", most_bytes >> 20));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most_bytes).read_to_end(&mut bytes)?;
    Ok(bytes)
}
