//! Packs a file of learned weights: `pack_weights FILE OUT STEP`, with weights rounded to multiples of STEP millionths.

use std::env;
use std::error::Error;
use std::fs;

use connect_toe_eval::learned::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, out, step] = &arguments[..] else { return Err("usage: pack_weights FILE OUT STEP".into()) };
    let step: i32 = step.parse()?;
    if step < 1 {
        return Err("the step is a positive number of millionths".into());
    }
    let network = Network::from_bytes(&fs::read(file)?)?;
    fs::write(out, network.to_packed_bytes(step))?;
    Ok(())
}
