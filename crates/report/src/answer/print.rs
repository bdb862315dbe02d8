//! What was found, in words.

use connect_toe_stats::Estimate as Elo;
use connect_toe_stats::numbers::{self, count, counted, decimal, percent, percent_with, signed};

use super::claim::{
    AtLevel, BestAs, Character, Claim, Ends, FirstMoves, Games, HOPELESS, Lead, Leads, Meeting, Missing,
    Need, OnlyOpponent, Opposition, Ranking, Strength, Unplayed, Winner,
};
use super::effects::{self, Effect};
use crate::inline::code;
use crate::words::{capital, few_names, list, names, of_all_comparisons};

/// The most players or games that a sentence names.
const MOST_NAMED: usize = 3;
const PERCENT: &str = "\u{a0}%";

impl Claim {
    /// The answer, in one sentence or a few; empty if there is nothing to say.
    pub(crate) fn text(&self) -> String {
        let sentences = match self {
            Claim::Nothing => return String::new(),
            Claim::Unplayed => {
                vec!["This run cannot answer it: no game of this study has been played yet".to_owned()]
            }
            Claim::Ranking(ranking) => {
                vec![sentence_of_ranking(ranking), sentence_of_sides(&ranking.as_sides)]
            }
            Claim::Meeting(meeting) => vec![sentence_of_meeting(meeting)],
            Claim::Opposition(opposition) => vec![sentence_of_opposition(opposition)],
            Claim::Cells { .. } => vec![self.short()],
            Claim::Games(games) => sentences_of_games(games),
        };
        ended(&sentences)
    }

    /// The answer in a few words, to stand beside the answers of other studies.
    fn short(&self) -> String {
        match self {
            Claim::Nothing => String::new(),
            Claim::Unplayed => "no games yet".to_owned(),
            Claim::Ranking(ranking) => short_of_ranking(ranking),
            Claim::Meeting(Meeting { players: [one, other], elo, is_shown, .. }) => {
                let (one, other, elo) = (code(one), code(other), numbers::elo(*elo));
                if *is_shown {
                    format!("{one} beats {other} by {elo} Elo")
                } else {
                    format!("{one} and {other} are too close to call ({elo} Elo)")
                }
            }
            Claim::Opposition(opposition) => against_each(opposition),
            Claim::Cells { better, worse, cells } => {
                format!("in {better} of {cells} cells the player is shown to be better, and in {worse} worse")
            }
            Claim::Games(Games { first, .. }) => {
                let disadvantage = match first.behind {
                    0 => String::new(),
                    games => format!(" and a disadvantage on {games}"),
                };
                format!(
                    "{} is an advantage on {} of {} games{disadvantage}",
                    first.sides.moving_first(),
                    first.ahead,
                    first.games()
                )
            }
        }
    }

    /// By how much, or where, the winner is ahead.
    fn detail(&self) -> String {
        match self {
            Claim::Ranking(Ranking { next: Some(next), .. }) => above(next),
            Claim::Meeting(meeting) => format!("by {} Elo", numbers::elo(meeting.elo)),
            Claim::Games(Games { first, .. }) => format!("on {} of {} games", first.ahead, first.games()),
            _ => String::new(),
        }
    }
}

/// The answers of several studies, by their titles, as one.
pub(super) fn of_several(claims: &[(&str, &Claim)]) -> String {
    let each = |text: fn(&Claim) -> String| -> String {
        let told = claims.iter().map(|(title, claim)| (title, text(claim)));
        let told = told.filter(|(_, text)| !text.is_empty());
        told.map(|(title, text)| format!("{text} in “{title}”")).collect::<Vec<_>>().join("; ")
    };
    let winners: Vec<Winner<'_>> = claims.iter().filter_map(|(_, claim)| claim.winner()).collect();
    let sentence = match winners[..] {
        [first, ..] if winners.len() == claims.len() && winners.iter().all(|one| *one == first) => {
            let studies = match claims.len() {
                2 => "both studies".to_owned(),
                many => format!("all {many} studies"),
            };
            let everywhere = everywhere(claims)
                .map_or_else(String::new, |where_| format!("; it leads {where_} in each study"));
            format!("{} in {studies}: {}{everywhere}", is_ahead(first), each(Claim::detail))
        }
        [_, _, ..] => format!("It depends: {}", each(Claim::short)),
        _ => each(Claim::short),
    };
    ended(&[sentence])
}

fn is_ahead(winner: Winner<'_>) -> String {
    match winner {
        Winner::Best(player) => format!("{} is best", code(player)),
        Winner::Beats(winner, loser) => format!("{} beats {}", code(winner), code(loser)),
        Winner::FirstMove(sides) => format!("{} is an advantage", sides.moving_first()),
    }
}

/// At which values the best player leads, if these are all values, and the same in all studies.
fn everywhere(claims: &[(&str, &Claim)]) -> Option<String> {
    let mut all = claims.iter().map(|(_, claim)| match claim {
        Claim::Ranking(ranking) => everywhere_led(&ranking.at_levels),
        _ => None,
    });
    let first = all.next()??;
    all.all(|one| one.as_ref() == Some(&first)).then_some(first)
}

fn everywhere_led(leads: &[Leads]) -> Option<String> {
    let is_led = !leads.is_empty() && leads.iter().all(Leads::is_everywhere);
    is_led.then(|| list(&leads.iter().map(at_each).collect::<Vec<_>>()))
}

/// Sentences with their full stops, the first letter of each a capital.
fn ended(sentences: &[String]) -> String {
    let whole = sentences.iter().filter(|sentence| !sentence.is_empty());
    whole.map(|sentence| format!("{}.", capital(sentence))).collect::<Vec<_>>().join(" ")
}

/// An Elo difference with half the width of its interval: `+138 Elo (± 9)`.
fn plus_minus(elo: &Elo) -> String {
    format!("{} Elo (± {})", signed(elo.elo), decimal((elo.interval.high - elo.elo).abs().ceil(), 0))
}

fn lead(lead: &Lead) -> String {
    match lead {
        Lead::Elo(elo) => plus_minus(elo),
        Lead::Points(points) => format!(
            "{} points ({} … {})",
            numbers::points(points.estimate),
            numbers::points(points.interval.low),
            numbers::points(points.interval.high)
        ),
    }
}

fn above((player, by): &(String, Lead)) -> String {
    format!("{} above {}", lead(by), code(player))
}

fn players(number: usize) -> String {
    counted(number as u64, "player")
}

fn short_of_ranking(ranking: &Ranking) -> String {
    let measure = if ranking.score.is_some() { "score" } else { "rating" };
    let best = names(&ranking.highest);
    match &ranking.next {
        None if ranking.players == 2 => format!("both players have the same {measure}"),
        None => format!("all {} players have the same {measure}", ranking.players),
        Some(_) if ranking.highest.len() > 1 => {
            format!("{} share the highest {measure}", few_names(&ranking.highest, 2 * MOST_NAMED, "player"))
        }
        Some((next, by @ Lead::Points(_))) if ranking.open.is_empty() => {
            format!("{best} scores {} more than {}", lead(by), code(next))
        }
        Some(next) if ranking.open.is_empty() => format!("{best} is {}", above(next)),
        Some((next, by)) => {
            let corrected = of_all_comparisons(ranking.seems_clear_of_next, ranking.comparisons);
            format!("{best} and {} are too close to call{corrected} ({})", code(next), lead(by))
        }
    }
}

fn sentence_of_ranking(ranking: &Ranking) -> String {
    let corrected = of_all_comparisons(ranking.seems_clear, ranking.comparisons);
    let open = few_names(&ranking.open, MOST_NAMED, "player");
    let score = ranking.score.as_ref();
    let scored = score.map_or_else(String::new, |score| percent_with(score.rate, score.interval));
    let against = score.map_or_else(String::new, |score| format!(" {}", against(&score.opponents)));
    let head = match &ranking.next {
        None if score.is_some() => {
            format!("no difference is shown{against}: {}, {scored}", short_of_ranking(ranking))
        }
        None => format!("no difference is shown: {}", short_of_ranking(ranking)),
        Some(next) if ranking.highest.len() > 1 => {
            let scored = if score.is_some() { format!("{against}, {scored}") } else { String::new() };
            let open = match &ranking.open[..] {
                [] => String::new(),
                _ => format!(", but not clearly ahead of {open}{corrected}"),
            };
            format!("{}{scored}, {}{open}", short_of_ranking(ranking), above(next))
        }
        Some(next) => {
            let best = names(&ranking.highest);
            // Who is next need not be said twice.
            let is_named = matches!(&ranking.open[..], [open] if *open == next.0);
            let above = if is_named { lead(&next.1) } else { above(next) };
            match (ranking.open.is_empty(), score) {
                (true, _) => {
                    let scores =
                        if score.is_some() { format!("it scores {scored}, ") } else { String::new() };
                    let all = players(ranking.players);
                    format!("{best} is the best of {all}{against}: {scores}{above}, the next")
                }
                (false, None) => format!(
                    "too close to call at the top: {best} leads, but not clearly ahead of {open}{corrected} ({above})"
                ),
                (false, Some(_)) => format!(
                    "too close to call: {best} scores most{against}, {scored}, but is not clearly ahead of \
                     {open}{corrected} ({above})"
                ),
            }
        }
    };
    let mut clauses = vec![head];
    let all_leads = || ranking.on_games.iter().chain(&ranking.at_levels);
    let led: Vec<String> = all_leads().filter(|leads| leads.is_everywhere()).map(at_each).collect();
    if !led.is_empty() {
        clauses.push(format!("it leads {}", list(&led)));
    }
    clauses.extend(all_leads().filter(|leads| !leads.is_everywhere()).map(in_part));
    clauses.extend(ranking.effects.iter().map(effect));
    clauses.extend(effects::plies_to_make_up(&ranking.effects).map(make_up));
    clauses.extend(ranking.never_met.iter().map(|factor| {
        let factor = code(factor);
        format!(
            "players of different {factor} never meet, so these games do not tell what {factor} itself is worth"
        )
    }));
    clauses.extend(ranking.only_opponent.as_ref().map(against_one));
    clauses.join("; ")
}

/// "as Maker `a` scores most, 90.1 % (88.0–92.0), and as Breaker `b`, 61.0 % (58.0–63.5)".
fn sentence_of_sides(sides: &[BestAs]) -> String {
    let each = sides.iter().enumerate().map(|(place, best)| {
        let BestAs { side, highest, score: (score, interval), open } = best;
        let who = few_names(highest, MOST_NAMED, "player");
        let verb = match (place, highest.len()) {
            (0, 1) => " scores most",
            (0, _) => " score most",
            _ => "",
        };
        let open = match open.as_deref() {
            None => String::new(),
            Some([]) => ", clearly ahead of all others".to_owned(),
            Some(open) => format!(", not clearly ahead of {}", few_names(open, MOST_NAMED, "player")),
        };
        format!("as {side} {who}{verb}, {}{open}", percent_with(*score, *interval))
    });
    each.collect::<Vec<_>>().join("; ")
}

pub(super) fn against(opponents: &[String]) -> String {
    match opponents {
        [one] => format!("against {}", code(one)),
        many => format!("against the same {} opponents", many.len()),
    }
}

/// "on each of the 3 games", "at each of the 2 values of `depth`".
fn at_each(leads: &Leads) -> String {
    match &leads.factor {
        None => format!("on each of the {} games", leads.all),
        Some(factor) => format!("at each of the {} values of {}", leads.all, code(factor)),
    }
}

fn in_part(leads: &Leads) -> String {
    let Leads { led, all, .. } = leads;
    let Some(factor) = leads.factor.as_deref().map(code) else {
        let shown: Vec<String> = leads
            .others
            .iter()
            .filter(|other| other.is_shown)
            .map(|other| {
                let (at, player) = (code(&other.at), code(&other.player));
                format!("on {at} {player} is above it, by {}", plus_minus(&other.lead))
            })
            .collect();
        let rest = match shown.len() {
            0 => "and nobody is shown to be above it on the others".to_owned(),
            1..=MOST_NAMED => format!("but {}", list(&shown)),
            many => format!("but on {many} games another player is shown to be above it"),
        };
        return format!("it leads on {led} of {all} games, {rest}");
    };
    let others = leads.others.iter().take(MOST_NAMED).map(|other| {
        let verb = if other.is_shown {
            "is above it".to_owned()
        } else {
            let corrected = of_all_comparisons(other.lead.interval.low > 0.0, *all);
            format!("is ahead, but too close to call{corrected}")
        };
        format!("at {factor} {} {} {verb} ({})", other.at, code(&other.player), plus_minus(&other.lead))
    });
    let others = list(&others.collect::<Vec<String>>());
    let colon = if others.is_empty() { "" } else { ": " };
    format!("it leads at {led} of {all} values of {factor}{colon}{others}")
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Best { best, next, lead, is_shown: true, .. } => {
            format!("all else equal, {} beats {} by {}", code(best), code(next), plus_minus(lead))
        }
        Effect::Best { best, next, lead, comparisons, .. } => {
            let corrected = of_all_comparisons(lead.interval.low > 0.0, *comparisons);
            let (best, next) = (code(best), code(next));
            format!(
                "all else equal, {best} and {next} are too close to call{corrected} ({})",
                plus_minus(lead)
            )
        }
        Effect::OneMore { key, gain, is_shown } => {
            let one_more = match key.as_str() {
                "depth" => "one more ply of depth".to_owned(),
                key => format!("one more of {}", code(key)),
            };
            let worth = if *is_shown { "is worth" } else { "shows no clear effect," };
            format!("{one_more} {worth} {}", plus_minus(gain))
        }
    }
}

fn make_up(plies: f64) -> String {
    if plies <= 1.0 {
        "so one ply makes up for it".to_owned()
    } else {
        format!("so it takes about {} plies to make up for it", plies.ceil())
    }
}

fn against_one(opponent: &OnlyOpponent) -> String {
    let OnlyOpponent { name, better, worse, all } = opponent;
    let name = code(name);
    let are = |number: usize| if number == 1 { "is" } else { "are" };
    match (*better, *worse) {
        (0, 0) => format!("none of the {all} is shown to be better or worse than {name}"),
        (better, _) if better == *all => format!("each of the {all} is better than {name}"),
        (_, worse) if worse == *all => format!("each of the {all} is worse than {name}"),
        (0, worse) => format!("{worse} of the {all} {} shown to be worse than {name}", are(worse)),
        (better, worse) => {
            let worse = if worse > 0 { format!(", and {worse} to be worse") } else { String::new() };
            format!("{better} of the {all} {} shown to be better than {name}{worse}", are(better))
        }
    }
}

fn sentence_of_meeting(meeting: &Meeting) -> String {
    let [one, other] = meeting.players.each_ref().map(|name| code(name));
    let head = if meeting.is_shown {
        format!("{one} beats {other}")
    } else {
        format!("{one} against {other} is too close to call")
    };
    let score = percent_with(meeting.score.0, meeting.score.1);
    format!("{head}: {} Elo, a score of {score}{}", numbers::elo(meeting.elo), on_games(meeting))
}

/// On how many games the better of two players is shown to be better.
fn on_games(Meeting { games, better, worse, .. }: &Meeting) -> String {
    if *games < 2 {
        return String::new();
    }
    if better == games {
        return format!(", and on each of the {games} games");
    }
    let reverse = match &worse[..] {
        [] => String::new(),
        worse => format!(", and the reverse on {}", few_names(worse, MOST_NAMED, "game")),
    };
    format!(", shown on {better} of {games} games{reverse}")
}

fn against_each(opposition: &Opposition) -> String {
    let Opposition { beats, loses_to, open, seems_clear, .. } = opposition;
    let all = beats.len() + loses_to.len() + open.len();
    let mut clauses = Vec::new();
    match beats.len() {
        0 => {}
        2 if all == 2 => clauses.push("beats both opponents".to_owned()),
        many if many == all => clauses.push(format!("beats all {all} opponents")),
        _ => clauses.push(format!("beats {}", names(beats))),
    }
    if !loses_to.is_empty() {
        clauses.push(format!("loses to {}", names(loses_to)));
    }
    if !open.is_empty() {
        let corrected = of_all_comparisons(*seems_clear, all);
        clauses.push(format!("is too close to call against {}{corrected}", names(open)));
    }
    format!("{} {}", code(&opposition.player), list(&clauses))
}

fn sentence_of_opposition(opposition: &Opposition) -> String {
    let [lowest, highest] = opposition
        .ends
        .each_ref()
        .map(|(name, score)| format!("{} % against {}", percent(*score), code(name)));
    format!("{}: it scores from {lowest} to {highest}", against_each(opposition))
}

fn sentences_of_games(games: &Games) -> Vec<String> {
    let mut sentences = vec![of_first_moves(&games.first)];
    sentences.extend(games.character.as_ref().map(of_character));
    match &games.strengths[..] {
        [] => {}
        [(None, strength)] => sentences.push(of_strength(strength)),
        several => sentences.push(of_strengths(several)),
    }
    sentences
}

/// The games at an end of a range.
fn games_at((_, games): &(String, Vec<String>)) -> String {
    match &games[..] {
        [first, rest @ ..] if rest.len() > 1 => format!("{} and {} more games", code(first), rest.len()),
        few => names(few),
    }
}

/// "`qubic` (12.5 %)".
fn with_value(end: &(String, Vec<String>)) -> String {
    format!("{} ({}{PERCENT})", games_at(end), end.0)
}

fn of_first_moves(first: &FirstMoves) -> String {
    let (all, Ends { lowest, highest }) = (first.games(), &first.scores);
    let moving_first = first.sides.moving_first();
    let most = format!("{} (score {}{PERCENT})", games_at(highest), highest.0);
    let least = with_value(lowest);
    let near = match first.near {
        0 => String::new(),
        many => format!(", and neither on {} (within 2 points of one half)", count(many as u64)),
    };
    match (first.ahead, first.behind) {
        (0, 0) => format!(
            "{moving_first} is shown to be an advantage on none of the {all} games: it scores from {}{PERCENT} on {} to \
             {}{PERCENT} on {}",
            lowest.0,
            games_at(lowest),
            highest.0,
            games_at(highest)
        ),
        (0, behind) => {
            format!("{moving_first} is a disadvantage on {behind} of {all} games, most on {least}{near}")
        }
        (ahead, 0) => {
            let on = if ahead == all { format!("all {all}") } else { format!("{ahead} of {all}") };
            format!("{moving_first} is an advantage on {on} games, most on {most} and least on {least}{near}")
        }
        (ahead, behind) => {
            let behind = if behind == 1 { String::new() } else { format!("{behind}, most on ") };
            format!(
                "{moving_first} is an advantage on {ahead} of {all} games, most on {most}, and a disadvantage on \
                 {behind}{least}{near}"
            )
        }
    }
}

fn of_draws(drawn: &Ends) -> String {
    let Ends { lowest: low, highest: high } = drawn;
    if low.0 == high.0 {
        return format!("{}{PERCENT} of the games are drawn", high.0);
    }
    let (at_low, at_high) = (games_at(low), games_at(high));
    format!("draws range from {}{PERCENT} on {at_low} to {}{PERCENT} on {at_high}", low.0, high.0)
}

fn of_character(character: &Character) -> String {
    match character {
        Character::Ranges { drawn, plies } => {
            let drawn = drawn.as_ref().map_or_else(String::new, |drawn| format!("{}, and ", of_draws(drawn)));
            let (low, high) = (&plies.lowest, &plies.highest);
            let lasting = if low.0 == high.0 {
                format!("games last {} plies", high.0)
            } else {
                let (at_low, at_high) = (games_at(low), games_at(high));
                format!("games last from {} plies on {at_low} to {} on {at_high}", low.0, high.0)
            };
            format!("{drawn}{lasting}")
        }
        Character::ByNumber { sides, factor, levels } => {
            let each = |text: &dyn Fn(&AtLevel) -> String| list(&levels.iter().map(text).collect::<Vec<_>>());
            let drawn = if levels.iter().any(|at| at.drawn.is_some()) {
                let each = each(&|at| numbers::percent_or_nothing(at.drawn));
                format!(", {each}{PERCENT} of the games are drawn, and they")
            } else {
                ", and the games".to_owned()
            };
            format!(
                "at {} {} {} scores {}{PERCENT}{drawn} last {} plies",
                code(factor),
                each(&|at| at.level.clone()),
                sides.first_mover(),
                each(&|at| numbers::percent_or_nothing(at.first)),
                each(&|at| numbers::mean(Some(at.plies))),
            )
        }
    }
}

fn of_strength(strength: &Strength) -> String {
    match strength {
        Strength::Ahead { on, .. } => {
            let on = on.as_ref().map_or_else(String::new, |Ends { lowest, highest }| {
                let (most, score, least) = (games_at(highest), &highest.0, with_value(lowest));
                format!(", most on {most} (score {score}{PERCENT}) and least on {least}")
            });
            let (what, worth) = worth(strength);
            format!("{what} {worth}{on}")
        }
        Strength::Players(claim) => match &**claim {
            Claim::Meeting(meeting) => format!("{}{}", claim.short(), on_games(meeting)),
            _ => claim.short(),
        },
    }
}

/// "looking 4 plies ahead instead of 2 is worth" and "+120 Elo"; of players "`runs` beats `open-lines` by" and how
/// much.
fn worth(strength: &Strength) -> (String, String) {
    match strength {
        Strength::Ahead { shallow, deep, elo, is_shown, .. } => {
            let verb = if *is_shown { "is worth" } else { "makes no difference that is shown," };
            let what = format!("looking {deep} plies ahead instead of {shallow} {verb}");
            (what, format!("{} Elo", numbers::elo(*elo)))
        }
        Strength::Players(claim) => match &**claim {
            Claim::Meeting(Meeting { players: [winner, loser], elo, is_shown: true, .. }) => {
                let what = format!("{} beats {} by", code(winner), code(loser));
                (what, format!("{} Elo", numbers::elo(*elo)))
            }
            other => (other.short(), String::new()),
        },
    }
}

/// Who plays best in each of several studies; what all of them say is said once.
fn of_strengths(strengths: &[(Option<String>, Strength)]) -> String {
    let each = strengths.iter().map(|(study, strength)| {
        let (what, worth) = worth(strength);
        let places = study.as_ref().map(|title| format!("in “{title}”"));
        let worth = Some(worth).filter(|worth| !worth.is_empty());
        (what, worth.into_iter().chain(places).collect::<Vec<_>>().join(" "))
    });
    let (what, worth): (Vec<String>, Vec<String>) = each.unzip();
    if what.iter().all(|one| *one == what[0]) {
        return format!("{} {}", what[0], list(&worth));
    }
    what.iter().zip(&worth).map(|(what, worth)| format!("{what} {worth}")).collect::<Vec<_>>().join("; ")
}

impl Missing {
    /// What is missing, in sentences; nothing if nothing is.
    pub(crate) fn text(&self) -> Option<String> {
        let unplayed = self.unplayed.as_ref().map(of_unplayed);
        let all: Vec<String> = unplayed.into_iter().chain(self.needs.iter().map(need)).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }

    /// What several studies lack, each under its title.
    pub(super) fn of_several(unplayed: Option<&Unplayed>, studies: &[(&str, &[Need])]) -> Option<String> {
        let needs = |needs: &[Need]| needs.iter().map(need).collect::<Vec<_>>().join(" ");
        let each = studies.iter().map(|(title, of_study)| format!("“{title}”: {}", needs(of_study)));
        let all: Vec<String> = unplayed.map(of_unplayed).into_iter().chain(each).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }
}

fn of_unplayed(unplayed: &Unplayed) -> String {
    let Unplayed { games, planned, cells, cells_without_games } = unplayed;
    let without = match cells_without_games {
        0 => String::new(),
        some => format!(", {} of them without any", count(*some)),
    };
    let (games, planned, cells) = (count(*games), count(*planned), counted(*cells, "cell"));
    format!("Still to be played: {games} of {planned} games, in {cells}{without}.")
}

fn need(need: &Need) -> String {
    match need {
        Need::Games(None) => format!(
            "To show a difference this small takes more than {} times as many games.",
            count(HOPELESS)
        ),
        Need::Games(Some(times)) => format!(
            "If the difference is as large as it looks, about {} times as many games show it in four of five runs.",
            count(*times)
        ),
        Need::Cells(too_few) => {
            let needed = counted(too_few.needed, too_few.unit);
            format!("A cell alone could show a difference with {needed} or more; it has {}.", too_few.most)
        }
        Need::FirstMoves(sides, games) => format!(
            "On {} the score of {} is too close to one half for this number of games to tell.",
            counted(*games as u64, "game"),
            sides.first_mover()
        ),
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_stats::{EloEstimate, Interval};

    use super::*;

    fn meeting(winner: &str, loser: &str) -> Claim {
        Claim::Meeting(Meeting {
            players: [winner.to_owned(), loser.to_owned()],
            elo: EloEstimate { value: Some(100.0), low: Some(80.0), high: Some(120.0) },
            score: (0.64, Interval { low: 0.61, high: 0.67 }),
            is_shown: true,
            games: 1,
            better: 1,
            worse: Vec::new(),
        })
    }

    /// Labels are data: words in them change nothing.
    #[test]
    fn names_may_hold_words_of_the_sentences() {
        let claim = meeting("won by a row", "it leads at each end, once");
        let strength = |claim: &Claim| Strength::Players(Box::new(claim.clone()));
        let both =
            [(Some("a by b".to_owned()), strength(&claim)), (Some("it leads".to_owned()), strength(&claim))];
        assert_eq!(
            of_strengths(&both),
            "`won by a row` beats `it leads at each end, once` by +100 (+80 … +120) Elo in “a by b” and \
             +100 (+80 … +120) Elo in “it leads”"
        );
        assert_eq!(
            of_several(&[("one", &claim), ("two", &claim)]),
            "`won by a row` beats `it leads at each end, once` in both studies: by +100 (+80 … +120) Elo in “one”; by \
             +100 (+80 … +120) Elo in “two”."
        );
    }
}
