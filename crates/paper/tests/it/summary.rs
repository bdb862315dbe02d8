use connect_toe_paper::{Analysis, Settings, summary};

use crate::synthetic::{results, two_readings};

#[test]
fn a_run_in_plain_words() {
    let results = results(&Settings::default(), two_readings);
    let paragraphs = summary(&results, &Analysis::new(&results));
    insta::assert_snapshot!(paragraphs.join("\n\n"));
}
