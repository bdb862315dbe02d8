//! CSV text.

use serde::Serialize;

/// Rows as CSV text: a line each, with quotes around fields that need them. If the rows have field names, as structures
/// do, the first line has the names.
///
/// ```
/// assert_eq!(connect_toe_report::csv_text([("7x6:4:-2", 69), ("a,b", 1)])?, "7x6:4:-2,69\n\"a,b\",1\n");
/// # Ok::<(), csv::Error>(())
/// ```
///
/// # Errors
/// If a field is a structure or a list of several values.
pub fn csv_text<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A number of CSV text: four digits behind the point, as far as they are not 0.
///
/// ```
/// assert_eq!([1.0, 0.25, 1.0 / 3.0].map(connect_toe_report::csv_number), ["1", "0.25", "0.3333"]);
/// ```
pub fn csv_number(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_first_and_commas_are_quoted() {
        #[derive(Serialize)]
        struct Row {
            player: &'static str,
            games: u64,
        }
        let rows =
            [Row { player: "alpha-beta:depth=2,eval=runs", games: 3 }, Row { player: "a \"b\"", games: 4 }];
        let expected = "player,games\n\"alpha-beta:depth=2,eval=runs\",3\n\"a \"\"b\"\"\",4\n";
        assert_eq!(csv_text(rows).expect("rows"), expected);
        assert_eq!(csv_text([vec!["plies", "games"], vec!["7", "1"]]).expect("rows"), "plies,games\n7,1\n");
    }
}
