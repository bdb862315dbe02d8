//! Arrays as `NumPy` reads them: `.npy` files in a ZIP archive, not compressed.

use std::io::{self, Cursor};

use npyz::{AutoSerialize, WriteOptions, WriterBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// An archive that arrays are added to. The same arrays give the same bytes: its files have no times.
pub(super) struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    pub(super) fn new() -> Archive {
        Archive(ZipWriter::new(Cursor::new(Vec::new())))
    }

    /// Adds an array of this shape.
    ///
    /// # Errors
    /// More than the format can hold.
    pub(super) fn add<T: AutoSerialize + Copy>(
        &mut self,
        name: &str,
        shape: &[u64],
        values: &[T],
    ) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            // It may have more than 4 GB.
            .large_file(true);
        self.0.start_file(format!("{name}.npy"), options)?;
        let mut array = WriteOptions::new().default_dtype().shape(shape).writer(&mut self.0).begin_nd()?;
        array.extend(values.iter().copied())?;
        array.finish()
    }

    /// The whole archive.
    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}
