use serde::Serialize;

/// Rows as CSV text: a line each, fields quoted where they must be. Before rows with field names, such as structures,
/// stands a line with the names.
///
/// # Errors
/// For rows that are no rows: fields that are structures or lists of many values themselves.
pub fn csv_text<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
