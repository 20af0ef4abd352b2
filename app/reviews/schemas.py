"""Requests and responses of reviews."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints, model_validator

from app.core.invalid_values import FieldSentence
from app.core.schemas import ApiSchema, Data, Identified, UtcTime
from app.interviews.tables import Interview, InterviewStatus
from app.reviews.rules import MAX_SCORE, MIN_SCORE, AgreementLevel
from app.reviews.tables import Decision, Outcome, ReviewChange, ReviewChangeKind, Reviewer, Scorecard
from app.users.tables import User

Score = Annotated[int, Field(ge=MIN_SCORE, le=MAX_SCORE)]


class SaveScorecard(ApiSchema):
    technical: Score | None = None
    """Null if the user could not judge it."""
    communication: Score | None = None
    recommendation: Outcome | None = None
    notes: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20_000)] = ""

    @model_validator(mode="after")
    def _require_a_score(self) -> SaveScorecard:
        if self.technical is None and self.communication is None:
            raise ValueError(FieldSentence("Give at least one score.", code="SCORE_NEEDED"))
        return self


class SaveDecision(ApiSchema):
    outcome: Outcome
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5_000)]


class AddReviewer(ApiSchema):
    username: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150)]


class ReviewedInterview(Identified):
    """The interview as its reviewers may see it, without links and tokens."""

    title: str
    position: str
    candidate_name: str
    status: InterviewStatus
    owner_name: str

    @classmethod
    def of(cls, interview: Interview, *, owner: User) -> ReviewedInterview:
        return cls(
            id=interview.id,
            title=interview.title,
            position=interview.position,
            candidate_name=interview.candidate_name,
            status=interview.status,
            owner_name=owner.name or owner.username,
        )


class SharedInterview(Identified):
    """An interview in the list of those that the user was named to review."""

    title: str
    position: str
    candidate_name: str
    status: InterviewStatus
    owner_name: str
    has_scored: bool
    named_at: UtcTime

    @classmethod
    def of(
        cls, interview: Interview, *, owner_name: str, has_scored: bool, reviewer: Reviewer
    ) -> SharedInterview:
        return cls(
            id=interview.id,
            title=interview.title,
            position=interview.position,
            candidate_name=interview.candidate_name,
            status=interview.status,
            owner_name=owner_name,
            has_scored=has_scored,
            named_at=reviewer.created_at,
        )


class ScorecardView(Identified):
    author_name: str
    is_mine: bool
    technical: int | None
    communication: int | None
    recommendation: Outcome | None
    notes: str
    is_blind: bool
    """The first scores were given before the report was shown."""
    is_changed_after_report: bool
    submitted_at: UtcTime
    updated_at: UtcTime

    @classmethod
    def of(cls, card: Scorecard, *, author_name: str, reader_id: str) -> ScorecardView:
        assert card.submitted_at is not None
        return cls(
            id=card.id,
            author_name=author_name,
            is_mine=card.user_id == reader_id,
            technical=card.technical,
            communication=card.communication,
            recommendation=card.recommendation,
            notes=card.notes,
            is_blind=card.is_blind,
            is_changed_after_report=card.is_changed_after_report,
            submitted_at=card.submitted_at,
            updated_at=card.updated_at,
        )


class ReviewerView(Identified):
    name: str
    has_scored: bool

    @classmethod
    def of(cls, reviewer: Reviewer, *, name: str, has_scored: bool) -> ReviewerView:
        return cls(id=reviewer.id, name=name, has_scored=has_scored)


class ColleagueView(ApiSchema):
    """A user who can be named as reviewer."""

    username: str
    name: str

    @classmethod
    def of(cls, user: User) -> ColleagueView:
        return cls(username=user.username, name=user.name)


class SpreadView(ApiSchema):
    count: int
    mean: float | None
    lowest: int | None
    highest: int | None
    level: AgreementLevel | None
    """Null with fewer than two scores."""


class AgreementView(ApiSchema):
    """Agreement of the people who scored; the report's scores are not included."""

    technical: SpreadView
    communication: SpreadView
    recommendations: dict[Outcome, int]
    is_unanimous: bool | None
    """Null with fewer than two recommendations."""


class DecisionView(ApiSchema):
    outcome: Outcome
    reason: str
    decided_by_name: str | None
    """Null once the user's account is deleted."""
    decided_at: UtcTime

    @classmethod
    def of(cls, decision: Decision, *, name: str | None) -> DecisionView:
        return cls(
            outcome=decision.outcome,
            reason=decision.reason,
            decided_by_name=name,
            decided_at=decision.decided_at,
        )


class ReviewView(ApiSchema):
    """The review of an interview as one user may see it."""

    interview: ReviewedInterview
    is_owner: bool
    can_score: bool
    """False before the interview has begun."""
    is_concealed: bool
    """The report and other people's scores stay hidden until the user scores or chooses to look."""
    mine: ScorecardView | None
    reviewers: list[ReviewerView]
    scorecards: list[ScorecardView]
    """All submitted scorecards; empty while concealed."""
    agreement: AgreementView | None
    """Null while concealed."""
    decision: DecisionView | None
    """Null for reviewers while concealed."""


class ReviewChangeView(Identified):
    kind: ReviewChangeKind
    actor_name: str | None
    """Null once the user's account is deleted."""
    subject: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: UtcTime

    @classmethod
    def of(cls, change: ReviewChange, *, actor_name: str | None) -> ReviewChangeView:
        return cls(
            id=change.id,
            kind=change.kind,
            actor_name=actor_name,
            subject=change.subject,
            before=change.before,
            after=change.after,
            created_at=change.created_at,
        )


ReviewResponse = Data[ReviewView]
