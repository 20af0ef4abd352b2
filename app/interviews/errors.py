"""Errors of interviews and of access to them."""

from __future__ import annotations

from typing import Literal

from app.core.errors import AppError, ErrorDetails, InvalidState, NotFound


class InterviewNotFound(NotFound):
    code = "INTERVIEW_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("Interview not found or invalid link")


class TimeHasPassed(AppError):
    code = "TIME_HAS_PASSED"
    status = 422

    def __init__(self) -> None:
        super().__init__("This time is in the past. Choose a later one.")


class TimeHasNotPassed(AppError):
    code = "TIME_HAS_NOT_PASSED"
    status = 422

    def __init__(self) -> None:
        super().__init__("This time is in the future. Choose when the interview was held.")


class InterviewUnavailable(AppError):
    code = "INTERVIEW_UNAVAILABLE"
    status = 410

    def __init__(self) -> None:
        super().__init__("This interview is no longer available.")


class RoomRefusedDetails(ErrorDetails):
    """For the owner of an interview whose room cannot be opened now."""

    limited: Literal[True] = True
    interview_id: str


class InterviewTerminated(AppError):
    code = "INTERVIEW_TERMINATED"
    status = 410

    def __init__(self, status: str) -> None:
        super().__init__(f"This interview has been {status}, and its room is closed.")


class LinkReplaced(AppError):
    code = "LINK_REPLACED"
    status = 410

    def __init__(self) -> None:
        super().__init__("This link was replaced by a new one. Ask your interviewer for it.")


class CapacityReached(InvalidState):
    code = "CAPACITY_REACHED"

    def __init__(self, count: int) -> None:
        interviews = "one interview" if count == 1 else f"{count} interviews"
        super().__init__(
            f"This server can run {interviews} at a time, and no more can start now. Start once another has "
            "ended, or ask your administrator."
        )


class ConsentTextChanged(InvalidState):
    """The candidate agreed to a different text, or to something other than this interview does."""

    code = "CONSENT_TEXT_CHANGED"

    def __init__(self) -> None:
        super().__init__("The text you agreed to has changed. Reload the page and read it again.")


class RecordingNotAllowed(InvalidState):
    code = "RECORDING_NOT_ALLOWED"

    def __init__(self) -> None:
        super().__init__("Recording is switched off on this server. Your administrator can allow it.")


class ConsentRequired(InvalidState):
    code = "CONSENT_REQUIRED"

    def __init__(self) -> None:
        super().__init__("The candidate has not given consent yet. The interview can start once they have.")
