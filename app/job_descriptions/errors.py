"""Error of the job descriptions API."""

from __future__ import annotations

from app.core.errors import NotFound


class JobDescriptionNotFound(NotFound):
    code = "JOB_DESCRIPTION_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This job description was not found. It may have been deleted.")
