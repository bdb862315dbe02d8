//! A report as a page of its own in the page.

use sha2::{Digest, Sha256};

/// The page as readers see it who have chosen `light` or `dark` in the page around it; otherwise as their system asks.
pub(super) fn with_theme(page: String, theme: Option<&str>) -> String {
    const DARK: &str = "@media (prefers-color-scheme:dark)";
    const SCHEME: &str = "color-scheme:light dark";
    match theme {
        Some("light") => page.replace(DARK, "@media not all").replace(SCHEME, "color-scheme:light"),
        Some("dark") => page.replace(DARK, "@media screen").replace(SCHEME, "color-scheme:dark"),
        _ => page,
    }
}

/// A report is one file, with its styles and one script in it: of scripts only this one may run.
pub(super) fn policy(page: &str) -> String {
    let scripts = page.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    let hash = |script: &str| format!(" 'sha256-{}'", base64(&Sha256::digest(script.as_bytes())));
    let hashes: Vec<String> = scripts.map(|(script, _)| hash(script)).collect();
    let scripts = if hashes.is_empty() { " 'none'".to_owned() } else { hashes.concat() };
    format!(
        "default-src 'none'; script-src{scripts}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'"
    )
}

/// Bytes in base 64, as a policy writes them.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number =
            (0..3).fold(0, |number, at| (number << 8) | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[((number >> (18 - 6 * at)) & 63) as usize];
            text.push(if at <= three.len() { digit.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_chooses_light_or_dark() {
        let page = ":root{color-scheme:light dark}@media (prefers-color-scheme:dark){a{}}";
        let with = |theme| with_theme(page.to_owned(), theme);
        assert_eq!(with(Some("dark")), ":root{color-scheme:dark}@media screen{a{}}");
        assert_eq!(with(Some("light")), ":root{color-scheme:light}@media not all{a{}}");
        assert_eq!((with(None), with(Some("x"))), (page.to_owned(), page.to_owned()));
    }

    #[test]
    fn a_policy_names_the_scripts_of_a_page() {
        // The empty text's hash is well known.
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(policy("<p><script></script>").contains(&format!("script-src {empty};")));
        assert!(policy("<p>").contains("script-src 'none';"));
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }
}
