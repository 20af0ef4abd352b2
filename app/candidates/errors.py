"""Error of the candidates API."""

from __future__ import annotations

from app.core.errors import NotFound


class CandidateNotFound(NotFound):
    code = "CANDIDATE_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This candidate was not found. The profile may have been deleted.")
