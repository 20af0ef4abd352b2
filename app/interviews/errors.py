"""Errors of interviews and of access to them."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState, NotFound


class InterviewNotFound(NotFound):
    code = "INTERVIEW_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("Interview not found or invalid link")


class TimeHasPassed(AppError):
    code = "TIME_HAS_PASSED"
    status = 422

    def __init__(self) -> None:
        super().__init__("This time is in the past. Choose a later one.")


class InterviewUnavailable(AppError):
    code = "INTERVIEW_UNAVAILABLE"
    status = 410

    def __init__(self) -> None:
        super().__init__("This interview is no longer available.")


class InterviewTerminated(AppError):
    code = "INTERVIEW_TERMINATED"
    status = 410

    def __init__(self, status: str) -> None:
        super().__init__(f"This interview has been {status}, and its room is closed.")


class ConsentRequired(InvalidState):
    code = "CONSENT_REQUIRED"

    def __init__(self) -> None:
        super().__init__("The candidate has not given consent yet. The interview can start once they have.")
