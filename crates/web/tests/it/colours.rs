//! The page and the reports that it shows have the same colours.

use std::collections::BTreeMap;

use crate::Running;

/// Colours by the names of their variables.
type Colours = BTreeMap<String, String>;

fn add(colours: &mut Colours, declarations: &str) {
    for (name, value) in declarations.split(';').filter_map(|one| one.trim().split_once(':')) {
        if name.starts_with("--") && value.trim().starts_with('#') {
            colours.insert(name.to_owned(), value.trim().to_owned());
        }
    }
}

/// The declarations for the whole page in a style sheet, outside and inside of the rules for the dark.
fn of_report(page: &str) -> [Colours; 2] {
    const ROOT: &str = ":root{";
    let (mut light, mut dark) = (Colours::new(), Colours::new());
    for (start, _) in page.match_indices(ROOT) {
        let before = &page[..start];
        let declarations = page[start + ROOT.len()..].split('}').next().unwrap();
        if before.ends_with("@media (prefers-color-scheme:dark){") {
            add(&mut dark, declarations);
        } else if !before.ends_with("@media print{") {
            add(&mut light, declarations);
        }
    }
    [light, dark]
}

/// `light-dark(LIGHT, DARK)`, as the page declares its colours.
fn of_page(style: &str) -> [Colours; 2] {
    let (mut light, mut dark) = (Colours::new(), Colours::new());
    for line in style.lines() {
        let Some((name, value)) = line.trim().split_once(": light-dark(") else { continue };
        let (one, other) = value.trim_end_matches(");").split_once(", ").unwrap();
        light.insert(name.to_owned(), one.to_owned());
        dark.insert(name.to_owned(), other.to_owned());
    }
    [light, dark]
}

#[test]
fn the_page_and_its_reports_have_the_same_colours() {
    // What is packed has no sources of the page.
    let Ok(style) =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/style/tokens.css"))
    else {
        return;
    };
    let server = Running::start();
    let text = "games_per_cell = 2\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n";
    let path =
        format!("/api/experiments/{}", server.post("/api/experiments", text).json()["id"].as_str().unwrap());
    server.get(&format!("{path}/events"));
    let report = server.get(&format!("{path}/report")).body;
    for (ours, theirs) in of_page(&style).iter().zip(of_report(&report)) {
        let shared: Vec<_> = ours.iter().filter(|(name, _)| theirs.contains_key(*name)).collect();
        assert!(shared.len() >= 9, "{shared:?}");
        for (name, colour) in shared {
            assert_eq!(colour, &theirs[name], "{name} of web/src/style/tokens.css is another in reports");
        }
    }
}
