//! What tests do with requests and their answers.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Takes a value to JSON and back, and gives the JSON.
///
/// # Panics
/// The value that comes back is another one.
pub fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Value {
    let json = serde_json::to_value(value).expect("is JSON");
    let text = serde_json::to_string(value).expect("is JSON");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("is what was written"), value, "{text}");
    json
}

/// Runs work, and calls `call` on another thread some time after the work began. Gives what the work returned, and how
/// long it still took after the call.
///
/// # Panics
/// As `call` does, or if the work ends before.
pub fn called_after<T>(time: Duration, call: impl FnOnce() + Send, run: impl FnOnce() -> T) -> (T, Duration) {
    std::thread::scope(|scope| {
        let called = scope.spawn(move || {
            std::thread::sleep(time);
            call();
            Instant::now()
        });
        let answer = run();
        let ended = Instant::now();
        (answer, ended - called.join().expect("it slept"))
    })
}
