"""Errors of reviews."""

from __future__ import annotations

from app.core.errors import InvalidState, NotFound


class ReviewerNotFound(NotFound):
    code = "REVIEWER_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This reviewer was not found. They may have been removed already.")


class ColleagueNotFound(NotFound):
    code = "COLLEAGUE_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("No active user of this server has this username.")


class OwnerIsReviewer(InvalidState):
    code = "OWNER_IS_REVIEWER"

    def __init__(self) -> None:
        super().__init__("This is your own interview. You can score it without being named as a reviewer.")


class TooManyReviewers(InvalidState):
    code = "TOO_MANY_REVIEWERS"

    def __init__(self, limit: int) -> None:
        super().__init__(f"An interview can have at most {limit} reviewers.")


class InterviewNotHeld(InvalidState):
    """The interview has not begun, so there is nothing to score or decide."""

    code = "INTERVIEW_NOT_HELD"

    def __init__(self) -> None:
        super().__init__("This interview has not begun yet. It can be scored once it has.")


class ReportConcealed(InvalidState):
    code = "REPORT_CONCEALED"

    def __init__(self) -> None:
        super().__init__("Score the interview first, or choose to see the report without scoring.")
