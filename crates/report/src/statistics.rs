//! The statistics of a report, in words.

use crate::Report;
use crate::analysis::{Sides, StudyAnalysis};
use crate::document::Definition;
use crate::words::capital;

/// The definitions of all statistics that a report uses.
pub(crate) fn definitions(report: &Report<'_>) -> Vec<Definition> {
    let sides = sides(report);
    let mut definitions = Vec::new();
    if report.any_study(|study| study.sides.has_draws()) {
        definitions.push(Definition::new(
            "Winning percentage",
            "The player’s share of the games that either side won, as the Connect-Toe paper (Mercialdi & Wilamowska, 2004) \
             defines it; draws do not count. The intervals are Wilson’s (1927) at 95 %, for independent games.",
        ));
    }
    definitions.extend([
        Definition::new(
            "Score",
            "Points per game; a draw counts one half. The two games of a pair depend on each other if they start from one \
             opening, or from the empty board with the sides exchanged. The unit of the statistics is then the pair, which \
             has five possible results; elsewhere it is the game. If players were never seen to play differently from one \
             start, a pair that only comes again is no new evidence and counts once in intervals, tests and ratings: a cluster \
             of equal results (Kish 1965). Once chance is seen, each pair is a new draw and counts. Games that were lost \
             because a player gave no move are left out. The intervals are score intervals at 95 % (Tango 1998). \
             An Elo difference is that of the score, and its interval has the differences of the ends of the score’s \
             interval (Elo 1978).",
        ),
        Definition::new("Tests", tests(report)),
    ]);
    definitions.extend(by_side(report));
    if report.any_study(StudyAnalysis::sides_are_balanced) {
        definitions.push(Definition::new(
            "What games are like",
            format!(
                "The worth of {}, the share of draws and the length of games come from the games of players against \
                 themselves, if the study has such a match for each game; otherwise from all matches. Between unequal \
                 players, the difference in strength would blur them. The score of {} is counted by pairs or by games, as \
                 other scores are.",
                sides.first_move(),
                sides.first_mover()
            ),
        ));
    }
    definitions.push(Definition::new(
        "Intervals",
        format!(
            "Each interval holds at 95 % by itself. The intervals of the games on which {} scores most and least hold \
             at 95 % together. {} counts as an advantage if the interval of its score lies above 50 %; this is not \
             corrected for several tests.",
            sides.moving_first(),
            capital(&sides.moving_first())
        ),
    ));
    if report.any_study(|study| !study.ratings.is_empty()) {
        definitions.push(Definition::new(
            "Ratings",
            format!("The model of Bradley & Terry (1952) with draws (Davidson 1970) and an advantage of {} (Davidson & \
             Beaver 1977), fitted by maximum likelihood with a weak prior. Zero is the mean of the rated players. The lead \
             of the best player is significant if it exceeds the bound for all comparisons with the best player of a list, \
             over all lists of a study (Dunn 1961). A difference is rounded once, so it can be 1 off from that of two rounded \
             ratings. With several games, the table shows the mean of a player’s ratings on each of them. A rating compares \
             wins with losses: where most games are drawn, a few wins are a large difference, so players can stand in another \
             order than by their scores. The games count as independent here, although the two games of a pair share their \
             opening.", sides.first_mover()),
        ));
    }
    if report.any_study(has_truth) {
        definitions.push(truth());
    }
    if let Some(references) = report.references() {
        let text = format!(
            "{} Their p-value is that of the exact binomial test of the printed counts under our rate, which is first drawn \
             towards one half: (wins + ½) ÷ (decided + 1). If several counts fit a printed value, the p-value is the largest \
             of theirs.",
            references.note
        );
        definitions.push(Definition::new(format!("The {}’s values", references.name), text));
    }
    definitions
}

/// Whether a study says if ratings tell the truth.
fn has_truth(study: &StudyAnalysis<'_>) -> bool {
    study.ratings.iter().any(|rated| rated.circles.is_some())
}

fn truth() -> Definition {
    Definition::new(
        "Does Elo tell the truth?",
        "Ratings are one number a player: they are wrong where players beat each other in a circle. A circle is shown if each \
         of its wins is significant by the exact test of equal strength, corrected for all pairs of players (Holm). How well \
         ratings predict the scores is tested by the sum, over all pairs of players, of twice the logarithm of the likelihood \
         ratio of their results against results with the expected score (empirical likelihood: Owen 1988), a χ² with as many \
         degrees of freedom as there are more scores than ratings; its trials are pairs where games come in pairs. With \
         fewer than 10 trials of two players it is not made. With several games the level of 5 % is divided by their number. \
         Nash averaging (Balduzzi et al. 2018) rates a player by its score against the mix of players that none of them beats; \
         of several mixes it is the one with the largest entropy. α-Rank (Omidshafiei et al. 2019) rates it by how long a \
         population plays it whose members try all players, with 1 for a win and −1 for a loss, an intensity of selection of \
         100 and 50 members. Both take the scores as they are and have no intervals: the mix can change much where scores \
         change a little.",
    )
}

/// The sides of all games.
fn sides(report: &Report<'_>) -> Sides {
    Sides::of(report.plan.conditions.iter().map(|condition| &condition.game))
}

/// What is said by side, where it matters which side one has.
fn by_side(report: &Report<'_>) -> Option<Definition> {
    let text = "Where the sides have different rules, or turns have several stones, scores are shown by side too. With one \
                side a player has a single game of each pair, so that these scores are counted by games. What is said of \
                the first mover elsewhere is said of X where the sides have different rules: Maker, Avoider, or in renju \
                the side with forbidden cells.";
    report.any_study(StudyAnalysis::is_by_side).then(|| Definition::new("Sides", text))
}

/// The families of tests, each as it is corrected.
fn tests(report: &Report<'_>) -> String {
    let has_factor = |is_number: bool| {
        report.any_study(|study| {
            study.study.factors.iter().any(|factor| factor.numbers().is_some() == is_number)
        })
    };
    let compares = report.any_study(|study| !study.comparisons.is_empty());
    let mut families = vec![
        "the tests of equal strength of all cells, which are exact (Holm): the sign test or, with pairs, Fisher’s \
         randomization test (1935)"
            .to_owned(),
    ];
    if compares {
        families.push(
            "the scores of all pairs of players against the same opponents, over all games (Holm)".to_owned(),
        );
    }
    if compares && report.any_study(StudyAnalysis::is_by_side) {
        families.push("the scores of all pairs of players with one side, for each side (Holm)".to_owned());
    }
    if compares && report.any_study(|study| study.names.games.len() > 1) {
        families.push(
            "the scores of all pairs of players on each game, for changes of their order (Holm)".to_owned(),
        );
    }
    if report.any_study(|study| !study.ratings.is_empty()) {
        families.push(
            "the leads of the best rating of each list over all other ratings of it, in all lists together (Bonferroni)"
                .to_owned(),
        );
    }
    if has_factor(true) {
        families.push(
            "for each factor whose levels are numbers, every player’s scores at its two ends (Holm), and separately every \
             player’s steps from one level to the next (Holm)"
                .to_owned(),
        );
    }
    if has_factor(false) {
        families.push(
            "for each factor whose levels are words, the highest against the lowest score, corrected for all pairs of levels \
             (Bonferroni)"
                .to_owned(),
        );
    }
    if report.any_study(|study| study.by_game().len() > 1 && study.sides_are_balanced()) {
        let moving_first = sides(report).moving_first();
        families.push(format!(
            "the games on which {moving_first} scores most and least, in the same way (Bonferroni)"
        ));
    }
    if let Some(references) = report.references() {
        families.push(format!("the {}’s values against ours (Holm)", references.name));
    }
    format!(
        "A difference is significant if its p-value is below 0.05 after correction for all tests of its family. The families \
         of a study are: {}. If the player always {}, the test of a cell is about the player and {} \
         together. Scores of independent samples are compared by the score test with the pooled variance; the \
         interval of their difference is Zou & Donner’s (2008). Bonferroni’s correction multiplies each p-value by the \
         number of tests. Holm’s (1979) multiplies the smallest by that number, the next by one less, and so on. In a \
         family without any true difference, the chance of finding one is at most 5 %. Families and studies are not \
         corrected for each other.",
        families.join("; "),
        sides(report).moves_first(),
        sides(report).first_move(),
    )
}
