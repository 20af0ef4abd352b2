"""Errors of demo transcripts."""

from __future__ import annotations

from app.core.errors import InvalidState


class RealTranscript(InvalidState):
    code = "REAL_TRANSCRIPT"

    def __init__(self) -> None:
        super().__init__(
            "This interview has a real transcript, so no demo transcript can be added. Use another interview."
        )


class LiveInterview(InvalidState):
    code = "LIVE_INTERVIEW"

    def __init__(self) -> None:
        super().__init__(
            "This interview is being transcribed live, so no demo transcript can be added. Use another "
            "interview."
        )


class InterviewCancelled(InvalidState):
    def __init__(self) -> None:
        super().__init__("This interview is cancelled, so no demo transcript can be added.")
