//! Arrays as NumPy reads them: `.npy` files in a ZIP archive, not compressed.
//!
//! The formats are those of `numpy.lib.format` (version 1.0) and of PKWARE's APPNOTE 6.3. Times are those of nothing: the same
//! arrays give the same bytes.

/// An archive that arrays are added to.
#[derive(Debug, Default)]
pub(super) struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    files: u16,
}

/// The first day that the format knows: 1 January 1980.
const NO_TIME: [u8; 4] = [0, 0, 0x21, 0];
/// ZIP 2.0, stored as it is.
const VERSION: [u8; 2] = [20, 0];

/// A number as an array has it.
pub(super) trait Element: Copy {
    /// NumPy's name of its type.
    const TYPE: &str;

    /// Adds its bytes, the least significant first.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! element {
    ($($type:ty: $name:literal),*) => {$(
        impl Element for $type {
            const TYPE: &str = $name;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    )*};
}

element! { i8: "|i1", u8: "|u1", i16: "<i2", u16: "<u2", f32: "<f4", u64: "<u8" }

impl Archive {
    /// Adds an array of this shape.
    pub(super) fn add<T: Element>(&mut self, name: &str, shape: &[usize], values: &[T]) {
        let shape: String = shape.iter().map(|size| format!("{size}, ")).collect();
        let header =
            format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", T::TYPE, shape.trim_end());
        let mut array = b"\x93NUMPY\x01\x00".to_vec();
        // The values begin at a multiple of 64 bytes.
        let length = (array.len() + 2 + header.len() + 1).next_multiple_of(64) - array.len() - 2;
        array.extend((length as u16).to_le_bytes());
        array.extend(format!("{header:<width$}\n", width = length - 1).into_bytes());
        array.reserve(size_of_val(values));
        values.iter().for_each(|value| value.write(&mut array));
        self.add_file(&format!("{name}.npy"), &array);
    }

    fn add_file(&mut self, name: &str, content: &[u8]) {
        let place = (self.bytes.len() as u32).to_le_bytes();
        let size = (content.len() as u32).to_le_bytes();
        let mut facts = Vec::new();
        facts.extend(VERSION);
        facts.extend([0; 4]);
        facts.extend(NO_TIME);
        facts.extend(crc32fast::hash(content).to_le_bytes());
        facts.extend(size);
        facts.extend(size);
        facts.extend((name.len() as u16).to_le_bytes());
        facts.extend([0; 2]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&facts);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION);
        self.directory.extend(&facts);
        self.directory.extend([0; 10]);
        self.directory.extend(place);
        self.directory.extend(name.as_bytes());
        self.files += 1;
    }

    /// The whole archive.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let place = (self.bytes.len() as u32).to_le_bytes();
        let size = (self.directory.len() as u32).to_le_bytes();
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.files.to_le_bytes());
        self.bytes.extend(self.files.to_le_bytes());
        self.bytes.extend(size);
        self.bytes.extend(place);
        self.bytes.extend([0; 2]);
        self.bytes
    }
}
