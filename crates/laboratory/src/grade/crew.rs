//! Positions that a crew judges.

use std::ops::{ControlFlow, Range};

use connect_toe_api::{Counter, Crew, Deadline, DoneRange, Error, SealedTask, Task, Units, Work, not_empty};
use connect_toe_grade::{ExactValuesError, Findings, Judge, Judged, Judges, Opinion, Sample, SamplePosition};
use connect_toe_solve::{Control, Score};
use serde::{Deserialize, Serialize};

use super::Grade;

/// Positions of one ply, and who is graded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealedPositions {
    grade: Grade,
    ply: u32,
    /// Board texts.
    boards: Vec<String>,
    /// Scores of the legal moves, where they are known.
    scores: Vec<Option<Vec<i32>>>,
}

/// A position that was judged, as it is sent.
#[derive(Serialize, Deserialize)]
struct SentPosition {
    number: usize,
    findings: Option<SentFindings>,
}

#[derive(Serialize, Deserialize)]
struct SentFindings {
    scores: Vec<i32>,
    /// Values for the side to move, and places of the chosen moves.
    opinions: Vec<(Option<i64>, Vec<usize>)>,
}

impl Task for SealedPositions {
    const KIND: &'static str = "grade";

    fn open(self, work: &Work) -> Result<Box<dyn Units>, Error> {
        let positions = self.boards.iter().zip(&self.scores);
        let position = |(board, scores): (&String, &Option<Vec<i32>>)| SamplePosition {
            board: board.clone(),
            scores: scores.as_ref().map(|scores| scores.iter().copied().map(Score).collect()),
        };
        let sample = Sample { ply: self.ply, positions: positions.map(position).collect() };
        let judge = Judge::new(self.grade.request(work)?).map_err(|error| Error::run_with_causes(&error))?;
        Ok(Box::new(OpenedPositions { judge, sample }))
    }
}

/// Positions that can be judged.
#[derive(Debug)]
struct OpenedPositions {
    judge: Judge,
    sample: Sample,
}

impl Units for OpenedPositions {
    fn units(&self) -> u64 {
        self.sample.positions.len() as u64
    }

    /// Judges the positions of a range that the sample has.
    fn work(&self, range: Range<u64>, deadline: Deadline, work: &Work) -> Result<DoneRange, Error> {
        let control = Control::within(work.stop());
        let counter = Counter::new(work, range.end - range.start, "positions");
        let mut sent = Vec::new();
        let numbers = range.start as usize..range.end as usize;
        let judged = work.on_all_threads(|| {
            self.judge.judge(&self.sample, numbers, &control, &mut |judged| {
                sent.push(SentPosition::from(judged));
                counter.add(1);
                if deadline.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })?;
        judged.map_err(|error| Error::run_with_causes(&error))?;
        if control.is_stopped() {
            return Err(Error::Interrupted);
        }
        let next = range.start + sent.len() as u64;
        let parcel = serde_json::to_vec(&sent).map_err(Error::run)?;
        Ok(DoneRange { parcel, left: not_empty(next..range.end) })
    }
}

impl From<Judged> for SentPosition {
    fn from(Judged { number, findings }: Judged) -> SentPosition {
        let findings = findings.map(|Findings { scores, opinions }| SentFindings {
            scores: scores.iter().map(|score| score.0).collect(),
            opinions: opinions.into_iter().map(|Opinion { value, chosen }| (value, chosen)).collect(),
        });
        SentPosition { number, findings }
    }
}

impl From<SentPosition> for Judged {
    fn from(SentPosition { number, findings }: SentPosition) -> Judged {
        let findings = findings.map(|SentFindings { scores, opinions }| Findings {
            scores: scores.into_iter().map(Score).collect(),
            opinions: opinions.into_iter().map(|(value, chosen)| Opinion { value, chosen }).collect(),
        });
        Judged { number, findings }
    }
}

/// A crew as judges of one request.
pub(super) struct JudgingCrew<'a> {
    pub(super) crew: &'a dyn Crew,
    pub(super) grade: &'a Grade,
}

impl Judges for JudgingCrew<'_> {
    fn judge(
        &self,
        sample: &Sample,
        take: &mut dyn FnMut(Option<Judged>) -> ControlFlow<()>,
    ) -> Result<(), ExactValuesError> {
        let scores = |position: &SamplePosition| {
            position.scores.as_ref().map(|scores| scores.iter().map(|score| score.0).collect())
        };
        let sealed = SealedPositions {
            // Files are the caller's.
            grade: Grade { results: None, out: None, ..self.grade.clone() },
            ply: sample.ply,
            boards: sample.positions.iter().map(|position| position.board.clone()).collect(),
            scores: sample.positions.iter().map(scores).collect(),
        };
        let units = 0..sample.positions.len() as u64;
        let task = SealedTask::new(&sealed)?;
        let mut damaged = None;
        self.crew.work(&task, std::slice::from_ref(&units), &mut |parcel| {
            let Some(parcel) = parcel else { return take(None) };
            match serde_json::from_slice::<Vec<SentPosition>>(parcel) {
                Ok(sent) => sent.into_iter().try_for_each(|position| take(Some(position.into()))),
                Err(error) => {
                    damaged = Some(Error::run(format!("the grades that were sent are damaged: {error}")));
                    ControlFlow::Break(())
                }
            }
        })?;
        damaged.map_or(Ok(()), |error| Err(error.into()))
    }
}
