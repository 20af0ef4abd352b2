"""Progress of the setup, kept on the server so that an admin can continue in any browser."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.setup.steps import Step
from app.setup.tables import SetupStep, StepOutcome


def begin(session: Session) -> None:
    """Record that the first admin's account exists, the first step of the setup."""
    record_outcome(session, step=Step.ACCOUNT, outcome=StepOutcome.DONE)


def record_outcome(session: Session, *, step: Step, outcome: StepOutcome) -> None:
    """Record a step as done or skipped, in place of an earlier outcome."""
    row = session.get(SetupStep, step)
    if row is None:
        session.add(SetupStep(step=step, outcome=outcome))
    else:
        row.outcome = outcome
    session.flush()


def read_outcomes(session: Session) -> dict[Step, StepOutcome]:
    """The steps that are done or skipped."""
    return {Step(row.step): StepOutcome(row.outcome) for row in session.scalars(select(SetupStep))}


def is_unfinished(outcomes: dict[Step, StepOutcome]) -> bool:
    """Whether the setup was begun and not finished."""
    return Step.ACCOUNT in outcomes and Step.FINISH not in outcomes
