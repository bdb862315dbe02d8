//! Bytes that say what they are and whether they are whole.

/// Why bytes are not sealed content of a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The bytes are of another kind.
    #[error("this is not a file of {0}")]
    OtherKind(&'static str),
    /// The bytes are of a version that this program does not know.
    #[error("this file of {kind} has version {version}, and this program knows version {known}")]
    Version {
        /// What the bytes are.
        kind: &'static str,
        /// Their version.
        version: String,
        /// The version that this program knows.
        known: u32,
    },
    /// The bytes are not whole.
    #[error("this file of {kind} is damaged: {what}")]
    Damaged {
        /// What the bytes should be.
        kind: &'static str,
        /// What is wrong.
        what: &'static str,
    },
}

/// A kind of sealed content.
///
/// A file is a line of text, such as `connect-toe learned weights 1` with the version at the end, the length of the
/// content (8 bytes, little-endian), its CRC-32 (4 bytes, little-endian), and the content.
///
/// ```
/// use connect_toe_eval::learned::Sealed;
/// const NOTES: Sealed = Sealed { kind: "notes", version: 1 };
/// let bytes = NOTES.seal(b"4 in a row");
/// assert!(bytes.starts_with(b"connect-toe notes 1\n"));
/// assert_eq!(NOTES.open(&bytes), Ok(&b"4 in a row"[..]));
/// let error = NOTES.open(&bytes[..25]).expect_err("the end is missing");
/// assert_eq!(error.to_string(), "this file of notes is damaged: its end is missing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// What the content is.
    pub kind: &'static str,
    /// The version of its form.
    pub version: u32,
}

/// More bytes than any kind and version take.
const LONGEST_LINE: usize = 100;

impl Sealed {
    /// The content behind a header that says what it is.
    pub fn seal(self, content: &[u8]) -> Vec<u8> {
        let mut bytes = format!("connect-toe {} {}\n", self.kind, self.version).into_bytes();
        bytes.extend((content.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(content).to_le_bytes());
        bytes.extend(content);
        bytes
    }

    /// The content.
    ///
    /// # Errors
    /// The bytes are not this kind's, or not whole.
    pub fn open(self, bytes: &[u8]) -> Result<&[u8], SealError> {
        let Sealed { kind, version: known } = self;
        let other = SealError::OtherKind(kind);
        let line = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n').ok_or(other.clone())?;
        let (line, rest) = (&bytes[..line], &bytes[line + 1..]);
        let line = std::str::from_utf8(line).map_err(|_| other.clone())?;
        let version = line.strip_prefix("connect-toe ").and_then(|line| line.strip_prefix(kind));
        let version = version.and_then(|version| version.strip_prefix(' ')).ok_or(other)?;
        if version != known.to_string() {
            return Err(SealError::Version { kind, version: version.escape_debug().to_string(), known });
        }
        let damaged = |what| SealError::Damaged { kind, what };
        let end_is_missing = damaged("its end is missing");
        let (length, rest) = rest.split_first_chunk().ok_or(end_is_missing.clone())?;
        let (checksum, content) = rest.split_first_chunk().ok_or(end_is_missing.clone())?;
        match (content.len() as u64).cmp(&u64::from_le_bytes(*length)) {
            std::cmp::Ordering::Less => Err(end_is_missing),
            std::cmp::Ordering::Greater => Err(damaged("there is more behind its end")),
            std::cmp::Ordering::Equal if crc32fast::hash(content) == u32::from_le_bytes(*checksum) => {
                Ok(content)
            }
            std::cmp::Ordering::Equal => Err(damaged("its checksum is another")),
        }
    }

    /// The error for content that is whole and makes no sense.
    pub fn damaged(self, what: &'static str) -> SealError {
        SealError::Damaged { kind: self.kind, what }
    }
}

/// Reads content from its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    kind: Sealed,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads the content of sealed bytes.
    ///
    /// # Errors
    /// As [`Sealed::open`].
    pub fn open(kind: Sealed, bytes: &'a [u8]) -> Result<Reader<'a>, SealError> {
        Ok(Reader { kind, rest: kind.open(bytes)? })
    }

    /// The next bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], SealError> {
        let end_is_missing = self.kind.damaged("it is shorter than it says");
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(end_is_missing)?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next bytes as an array.
    ///
    /// # Errors
    /// There are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], SealError> {
        let taken = self.take(N)?;
        taken.try_into().map_err(|_| self.kind.damaged("it is shorter than it says"))
    }

    /// The next bytes, whose number comes first, in 4 bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn block(&mut self) -> Result<&'a [u8], SealError> {
        let length = u32::from_le_bytes(self.array()?);
        self.take(length as usize)
    }

    /// A text, with its length first, in 4 bytes.
    ///
    /// # Errors
    /// There are fewer bytes, or they are not UTF-8.
    pub fn text(&mut self) -> Result<&'a str, SealError> {
        let kind = self.kind;
        std::str::from_utf8(self.block()?).map_err(|_| kind.damaged("a text in it is not UTF-8"))
    }

    /// Everything that has not been read.
    pub fn rest(self) -> &'a [u8] {
        self.rest
    }

    /// Whether everything has been read.
    ///
    /// # Errors
    /// Something is left.
    pub fn end(self) -> Result<(), SealError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.kind.damaged("it is longer than it says")) }
    }
}
