//! The form of an experiment file.

use std::fmt;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) title: Option<String>,
    pub(crate) question: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) games_per_cell: Option<Spanned<u64>>,
    pub(crate) first: Option<Spanned<String>>,
    pub(crate) openings: Option<Spanned<OpeningsTable>>,
    pub(crate) limits: Option<Spanned<LimitsTable>>,
    pub(crate) adjudicate: Option<Spanned<AdjudicateTable>>,
    pub(crate) swap: Option<bool>,
    #[serde(default, rename = "let")]
    pub(crate) variables: IndexMap<String, Spanned<Values>>,
    pub(crate) study: Vec<Spanned<StudyTable>>,
}

/// `[[study]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyTable {
    pub(crate) name: Spanned<String>,
    pub(crate) title: Option<String>,
    pub(crate) question: Option<String>,
    pub(crate) about: Option<String>,
    pub(crate) games_per_cell: Option<Spanned<u64>>,
    pub(crate) first: Option<Spanned<String>>,
    pub(crate) openings: Option<Spanned<OpeningsTable>>,
    pub(crate) limits: Option<Spanned<LimitsTable>>,
    pub(crate) adjudicate: Option<Spanned<AdjudicateTable>>,
    pub(crate) swap: Option<bool>,
    #[serde(default, rename = "let")]
    pub(crate) variables: IndexMap<String, Spanned<Values>>,
    pub(crate) game: Spanned<Items>,
    pub(crate) player: Spanned<Items>,
    pub(crate) opponent: Option<Spanned<Items>>,
}

/// `openings = { plies = 2, choose = "all" }`, or `moves`, or `file`.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table such as { plies = 2 }, { moves = [\"d1\"] } or { file = \"openings.txt\" }"
)]
pub(crate) struct OpeningsTable {
    pub(crate) plies: Option<u32>,
    pub(crate) choose: Option<String>,
    pub(crate) moves: Option<Vec<String>>,
    pub(crate) file: Option<String>,
}

/// `limits = { nodes = 10000 }`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { nodes = 10000 }")]
pub(crate) struct LimitsTable {
    pub(crate) nodes: Option<u64>,
    pub(crate) milliseconds: Option<u64>,
}

/// `adjudicate = { empty_cells = 10 }`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { empty_cells = 10 }")]
pub(crate) struct AdjudicateTable {
    pub(crate) empty_cells: Option<u32>,
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

macro_rules! scalars {
    ($of:expr) => {
        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok($of(text.to_owned()))
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
            Ok($of(number.to_string()))
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
            Ok($of(number.to_string()))
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
            Ok($of(number.to_string()))
        }

        fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Self::Value, E> {
            Ok($of(truth.to_string()))
        }
    };
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scalars;
        impl Visitor<'_> for Scalars {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or text")
            }

            scalars!(Scalar);
        }
        deserializer.deserialize_any(Scalars)
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMore;
        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, text, or a list of them")
            }

            scalars!(|text| Values(vec![text]));

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values, A::Error> {
                let mut values = Vec::new();
                while let Some(Scalar(value)) = list.next_element()? {
                    values.push(value);
                }
                Ok(Values(values))
            }
        }
        deserializer.deserialize_any(OneOrMore)
    }
}

fn grid<'de, A: MapAccess<'de>>(mut table: A) -> Result<Item, A::Error> {
    let mut grid = IndexMap::new();
    while let Some((key, values)) = table.next_entry()? {
        grid.insert(key, values);
    }
    Ok(Item::Grid(grid))
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;
        impl<'de> Visitor<'de> for TextOrTable {
            type Value = Item;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or a table")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Item, E> {
                Ok(Item::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Item, A::Error> {
                grid(table)
            }
        }
        deserializer.deserialize_any(TextOrTable)
    }
}

impl<'de> Deserialize<'de> for Items {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMore;
        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Items;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text, a table, or a list of them")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Items, E> {
                Ok(Items::One(Item::Text(text.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Items, A::Error> {
                grid(table).map(Items::One)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Items, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Items::Many(items))
            }
        }
        deserializer.deserialize_any(OneOrMore)
    }
}
