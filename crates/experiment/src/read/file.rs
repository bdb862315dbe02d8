//! The form of an experiment file, and reading it: what a file may have where, in its writer's words.

use std::ops::Range;

use connect_toe_game::closest;
use indexmap::IndexMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::source::PlanError;

/// A table of a file: its fields, and what these are called there.
macro_rules! table {
    (
        $(#[$about:meta])* $type:ident: $expected:literal, $needed:expr,
        $($name:literal $field:ident: $form:ty),+ $(,)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub(crate) struct $type {
            $(pub(crate) $field: $form,)+
        }

        impl Form for $type {
            const EXPECTED: &str = $expected;
            const NEEDED: Option<&str> = $needed;

            fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
                let DeValue::Table(table) = value.get_ref() else { return Err(wrong::<Self>(source, value)) };
                let fields = Fields { source, span: value.span(), table };
                fields.check(&[$($name),+])?;
                Ok($type { $($field: fields.read($name)?),+ })
            }
        }
    };
}

table! {
    /// A whole file.
    File: "a table", None,
    "title" title: Option<String>,
    "question" question: Option<String>,
    "seed" seed: Option<u64>,
    "games_per_cell" games_per_cell: Option<Spanned<u64>>,
    "first" first: Option<Spanned<String>>,
    "openings" openings: Option<Spanned<OpeningsTable>>,
    "limits" limits: Option<Spanned<LimitsTable>>,
    "adjudicate" adjudicate: Option<Spanned<AdjudicateTable>>,
    "swap" swap: Option<bool>,
    "let" variables: IndexMap<String, Spanned<Values>>,
    "study" study: Vec<Spanned<StudyTable>>,
}

table! {
    /// `[[study]]`.
    StudyTable: "a table: write [[study]]",
    Some("an experiment has at least one [[study]] with a name, a game and a player"),
    "name" name: Spanned<String>,
    "title" title: Option<String>,
    "question" question: Option<String>,
    "about" about: Option<String>,
    "games_per_cell" games_per_cell: Option<Spanned<u64>>,
    "first" first: Option<Spanned<String>>,
    "openings" openings: Option<Spanned<OpeningsTable>>,
    "limits" limits: Option<Spanned<LimitsTable>>,
    "adjudicate" adjudicate: Option<Spanned<AdjudicateTable>>,
    "swap" swap: Option<bool>,
    "let" variables: IndexMap<String, Spanned<Values>>,
    "game" game: Spanned<Items>,
    "player" player: Spanned<Items>,
    "opponent" opponent: Option<Spanned<Items>>,
}

table! {
    /// `openings = { plies = 2, choose = "all" }`, or `moves`, or `file`.
    OpeningsTable: "a table such as { plies = 2 }, { moves = [\"d1\"] } or { file = \"openings.txt\" }", None,
    "plies" plies: Option<u32>,
    "choose" choose: Option<String>,
    "moves" moves: Option<Vec<String>>,
    "file" file: Option<String>,
}

table! {
    /// `limits = { nodes = 10000 }`.
    LimitsTable: "a table such as { nodes = 10000 }", None,
    "nodes" nodes: Option<u64>,
    "milliseconds" milliseconds: Option<u64>,
}

table! {
    /// `adjudicate = { empty_cells = 10 }`.
    AdjudicateTable: "a table such as { empty_cells = 10 }", None,
    "empty_cells" empty_cells: Option<u32>,
}

/// One value or a list of values, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Values(pub(crate) Vec<String>);

/// A game or player: text with braces, or a table whose values are to be combined.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Text(String),
    Grid(IndexMap<String, Values>),
}

/// One game or player, or a list.
#[derive(Clone, Debug)]
pub(crate) enum Items {
    One(Item),
    Many(Vec<Spanned<Item>>),
}

/// A number, text or truth value, as text.
struct Scalar(String);

impl File {
    /// Reads the text of a file.
    pub(crate) fn parse(source: &str) -> Result<File, PlanError> {
        let table = DeTable::parse(source).map_err(|wrong| {
            let error = PlanError::new(wrong.message().trim());
            wrong.span().map_or(error.clone(), |span| error.at(source, span))
        })?;
        File::read(source, &Spanned::new(table.span(), DeValue::Table(table.into_inner())))
    }
}

/// The fields of a table.
struct Fields<'a> {
    source: &'a str,
    span: Range<usize>,
    table: &'a DeTable<'a>,
}

impl Fields<'_> {
    /// Refuses fields with other names.
    fn check(&self, names: &[&str]) -> Result<(), PlanError> {
        let Some(unknown) = self.table.keys().find(|key| !names.contains(&key.get_ref().as_ref())) else {
            return Ok(());
        };
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let expected = match &quoted[..] {
            [one] => one.clone(),
            [one, other] => format!("{one} or {other}"),
            many => format!("one of {}", many.join(", ")),
        };
        let name = unknown.get_ref();
        let error = PlanError::new(format!("unknown field `{name}`, expected {expected}"));
        let error = error.at(self.source, unknown.span());
        Err(match closest(name, names.iter().copied()) {
            Some(known) => error.hint(format!("did you mean `{known}`?")),
            None => error,
        })
    }

    fn read<T: Form>(&self, name: &str) -> Result<T, PlanError> {
        if let Some(value) = self.table.get(name) {
            return T::read(self.source, value);
        }
        T::missing().ok_or_else(|| {
            let error = PlanError::new(format!("missing field `{name}`")).at(self.source, self.span.clone());
            T::NEEDED.map_or(error.clone(), |needed| error.hint(needed))
        })
    }
}

/// What a value of a file can be read as.
trait Form: Sized {
    /// What a file may have there, in words.
    const EXPECTED: &str;
    /// What a file needs that does not have it.
    const NEEDED: Option<&str> = None;

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError>;

    /// What stands for a field that a file may leave out.
    fn missing() -> Option<Self> {
        None
    }
}

/// The error of a value that has another form.
fn wrong<T: Form>(source: &str, value: &Spanned<DeValue<'_>>) -> PlanError {
    let found = match value.get_ref() {
        DeValue::String(text) => format!("the text {text:?}"),
        DeValue::Integer(number) => format!("`{number}`"),
        DeValue::Float(number) => format!("`{number}`"),
        DeValue::Boolean(truth) => format!("`{truth}`"),
        DeValue::Datetime(time) => format!("`{time}`"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    };
    PlanError::new(format!("{found} is not {}", T::EXPECTED)).at(source, value.span())
}

/// A form that one kind of value has.
macro_rules! form {
    ($type:ty, $expected:expr, $pattern:pat => $read:expr) => {
        impl Form for $type {
            const EXPECTED: &str = $expected;

            fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
                let read = if let $pattern = value.get_ref() { $read } else { None };
                read.ok_or_else(|| wrong::<Self>(source, value))
            }
        }
    };
}

form!(String, "text in quotation marks", DeValue::String(text) => Some(text.to_string()));
form!(bool, "true or false", DeValue::Boolean(truth) => Some(*truth));
form!(
    u64,
    "a whole number from 0 to 18446744073709551615",
    DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok()
);
form!(
    u32,
    "a whole number from 0 to 4294967295",
    DeValue::Integer(number) => u32::from_str_radix(number.as_str(), number.radix()).ok()
);

impl Form for Scalar {
    const EXPECTED: &str = "a number or text";

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        let text = match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => {
                i128::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number.to_string())
            }
            DeValue::Float(number) => number.as_str().parse().ok().map(|number: f64| number.to_string()),
            DeValue::Boolean(truth) => Some(truth.to_string()),
            DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
        };
        text.map(Scalar).ok_or_else(|| wrong::<Self>(source, value))
    }
}

impl<T: Form> Form for Option<T> {
    const EXPECTED: &str = T::EXPECTED;

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        T::read(source, value).map(Some)
    }

    fn missing() -> Option<Self> {
        Some(None)
    }
}

impl<T: Form> Form for Spanned<T> {
    const EXPECTED: &str = T::EXPECTED;
    const NEEDED: Option<&str> = T::NEEDED;

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        Ok(Spanned::new(value.span(), T::read(source, value)?))
    }
}

impl<T: Form> Form for Vec<T> {
    const EXPECTED: &str = "a list";
    const NEEDED: Option<&str> = T::NEEDED;

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        let DeValue::Array(items) = value.get_ref() else { return Err(wrong::<Self>(source, value)) };
        items.iter().map(|item| T::read(source, item)).collect()
    }
}

impl<T: Form> Form for IndexMap<String, T> {
    const EXPECTED: &str = "a table";

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        let DeValue::Table(table) = value.get_ref() else { return Err(wrong::<Self>(source, value)) };
        table.iter().map(|(key, value)| Ok((key.get_ref().to_string(), T::read(source, value)?))).collect()
    }

    fn missing() -> Option<Self> {
        Some(IndexMap::new())
    }
}

impl Form for Values {
    const EXPECTED: &str = "a number, text, or a list of them";

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        let values = match value.get_ref() {
            DeValue::Array(_) => Vec::<Scalar>::read(source, value)?,
            DeValue::Table(_) | DeValue::Datetime(_) => return Err(wrong::<Self>(source, value)),
            _ => vec![Scalar::read(source, value)?],
        };
        Ok(Values(values.into_iter().map(|Scalar(text)| text).collect()))
    }
}

impl Form for Item {
    const EXPECTED: &str = "text or a table";

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(Item::Text(text.to_string())),
            DeValue::Table(_) => IndexMap::read(source, value).map(Item::Grid),
            _ => Err(wrong::<Self>(source, value)),
        }
    }
}

impl Form for Items {
    const EXPECTED: &str = "text, a table, or a list of them";

    fn read(source: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, PlanError> {
        match value.get_ref() {
            DeValue::Array(_) => Vec::read(source, value).map(Items::Many),
            DeValue::String(_) | DeValue::Table(_) => Item::read(source, value).map(Items::One),
            _ => Err(wrong::<Self>(source, value)),
        }
    }
}
