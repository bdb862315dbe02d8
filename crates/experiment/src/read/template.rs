//! Texts with braces, each of which stands for several texts.
//!
//! | in braces | stands for |
//! | --- | --- |
//! | `{1..8}`, `{1..9..2}` | the numbers from 1 to 8; every second one from 1 to 9 |
//! | `{runs,terminal}` | each of these texts |
//! | `{depth}` | the value of the variable `depth` |

use connect_toe_game::closest;

use crate::design::{Piece, Template};

/// The most texts that one text may stand for.
const MOST: usize = 100_000;

/// A variable: its name, and what stands in a text where it is mentioned.
pub(crate) type Variable = (String, Piece);

enum Part<'a> {
    Plain(&'a str),
    Braces(&'a str),
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(['{', '}']) {
        let (plain, from) = rest.split_at(open);
        let inside = from.strip_prefix('{').ok_or_else(|| format!("`{text}` has a `}}` without a `{{`"))?;
        let close = inside.find(['{', '}']).filter(|&end| inside[end..].starts_with('}'));
        let close = close.ok_or_else(|| format!("`{text}` has a `{{` without a `}}`"))?;
        parts.extend([Part::Plain(plain), Part::Braces(inside[..close].trim())]);
        rest = &inside[close + 1..];
    }
    parts.push(Part::Plain(rest));
    Ok(parts)
}

/// The variables that a text mentions.
pub(crate) fn mentioned(text: &str) -> Vec<&str> {
    let braces = parts(text).unwrap_or_default().into_iter().filter_map(|part| match part {
        Part::Braces(inside) if !inside.contains(',') && !inside.contains("..") => Some(inside),
        _ => None,
    });
    braces.collect()
}

/// All texts that a text stands for, with slots for factors; what stands first varies slowest.
pub(crate) fn expand(text: &str, variables: &[Variable]) -> Result<Vec<Template>, String> {
    let mut texts = vec![Template::default()];
    for part in parts(text)? {
        let choices = match part {
            Part::Plain(plain) => vec![Piece::Text(plain.to_owned())],
            Part::Braces(inside) => choices(inside, variables)?,
        };
        if texts.len() * choices.len() > MOST {
            return Err(format!("`{text}` stands for more than {MOST} texts"));
        }
        let longer = |start: &Template, choice: &Piece| {
            let mut text = start.clone();
            text.push(choice.clone());
            text
        };
        texts =
            texts.iter().flat_map(|start| choices.iter().map(move |choice| longer(start, choice))).collect();
    }
    Ok(texts)
}

/// All texts that a text without variables stands for.
pub(crate) fn expand_plain(text: &str) -> Result<Vec<String>, String> {
    Ok(expand(text, &[])?.iter().map(|text| text.text(&[])).collect())
}

fn choices(inside: &str, variables: &[Variable]) -> Result<Vec<Piece>, String> {
    if inside.contains(',') {
        return Ok(inside.split(',').map(|choice| Piece::Text(choice.trim().to_owned())).collect());
    }
    if inside.contains("..") {
        return Ok(numbers(inside)?.into_iter().map(Piece::Text).collect());
    }
    if let Some((_, piece)) = variables.iter().find(|(name, _)| name == inside) {
        return Ok(vec![piece.clone()]);
    }
    let names = variables.iter().map(|(name, _)| name.as_str());
    Err(match (closest(inside, names.clone()), variables) {
        (Some(name), _) => format!("no variable has the name `{inside}` (did you mean {name}?)"),
        (None, []) => format!("`{{{inside}}}` is a variable, and there is no [let] that gives it a value"),
        (None, _) => {
            format!("no variable has the name `{inside}`: there are {}", names.collect::<Vec<_>>().join(", "))
        }
    })
}

fn numbers(range: &str) -> Result<Vec<String>, String> {
    let wrong =
        || format!("`{{{range}}}` is not a range: write {{1..8}}, or {{1..9..2}} for every second number");
    let bounds: Vec<u32> =
        range.split("..").map(|bound| bound.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let (from, to, step) = match bounds[..] {
        [from, to] => (from, to, 1),
        [from, to, step] if step > 0 => (from, to, step),
        _ => return Err(wrong()),
    };
    if from > to {
        return Err(format!("`{{{range}}}` is empty: the first number must not exceed the last"));
    }
    if (to - from) / step >= MOST as u32 {
        return Err(format!("`{{{range}}}` has more than {MOST} numbers"));
    }
    Ok((from..=to).step_by(step as usize).map(|number| number.to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, variables: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let variable = |(name, value): &(&str, &str)| ((*name).to_owned(), Piece::Text((*value).to_owned()));
        let variables: Vec<Variable> = variables.iter().map(variable).collect();
        Ok(expand(text, &variables)?.iter().map(|text| text.text(&[])).collect())
    }

    #[test]
    fn braces_stand_for_ranges_lists_and_variables() {
        let expanded = texts("{2..3}x{side}:{a, b}", &[("side", "5")]);
        assert_eq!(expanded, Ok(["2x5:a", "2x5:b", "3x5:a", "3x5:b"].map(str::to_owned).to_vec()));
        assert_eq!(texts("{1..9..4}", &[]).map(|texts| texts.join(" ")), Ok("1 5 9".to_owned()));
        assert_eq!(texts("7x6:4:{free,-2}", &[]).map(|texts| texts.len()), Ok(2));
        assert_eq!(texts("plain", &[]), Ok(vec!["plain".to_owned()]));
        assert_eq!(mentioned("{depth}-{1..2}-{a,b}-{eval}"), ["depth", "eval"]);
    }

    #[test]
    fn what_stands_for_nothing_is_refused() {
        for (text, message) in [
            ("{1..", "`{1..` has a `{` without a `}`"),
            ("1}", "`1}` has a `}` without a `{`"),
            ("{{1..2}}", "`{{1..2}}` has a `{` without a `}`"),
            ("{3..1}", "`{3..1}` is empty: the first number must not exceed the last"),
            ("{1..x}", "`{1..x}` is not a range: write {1..8}, or {1..9..2} for every second number"),
            ("{1..2..0}", "`{1..2..0}` is not a range: write {1..8}, or {1..9..2} for every second number"),
            ("{0..4000000000}", "`{0..4000000000}` has more than 100000 numbers"),
            ("{1..99999}{1..2}", "`{1..99999}{1..2}` stands for more than 100000 texts"),
            ("{dept}", "no variable has the name `dept` (did you mean depth?)"),
        ] {
            assert_eq!(texts(text, &[("depth", "1")]), Err(message.to_owned()));
        }
        let without = texts("{depth}", &[]).expect_err("has no value");
        assert_eq!(without, "`{depth}` is a variable, and there is no [let] that gives it a value");
    }
}
