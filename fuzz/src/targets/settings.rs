//! Settings.

use connect_toe_eval::Settings;

/// Reads text as settings.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Settings>() {
        Ok(settings) => {
            assert_eq!(settings.to_string(), text, "the text form is canonical");
            let keys: Vec<&str> = settings.keys().collect();
            for (index, key) in keys.iter().enumerate() {
                assert!(settings.text(key).is_some(), "{text:?}: the key {key:?} has no text");
                assert!(!keys[..index].contains(key), "{text:?}: the key {key:?} stands twice");
            }
            let replaced = keys.iter().fold(settings.clone(), |settings, key| settings.with(key, 1));
            let again = replaced.to_string().parse::<Settings>();
            assert_eq!(again, Ok(replaced), "{text:?} with every value replaced");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Some settings.
pub fn seeds() -> Vec<Vec<u8>> {
    ["", "depth=3", "depth=3,eval=runs,ties=first", "weights=10/100/1000"].map(Into::into).into()
}
