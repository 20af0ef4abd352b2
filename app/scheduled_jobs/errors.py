"""Errors of scheduled jobs."""

from __future__ import annotations

from app.core.errors import InvalidState


class JobIsRunning(InvalidState):
    """A run of this job has not ended yet."""

    def __init__(self) -> None:
        super().__init__("This job is already running. Wait until it has finished.")


class NoPreview(InvalidState):
    """The job has no dry run."""

    def __init__(self) -> None:
        super().__init__("This job does not support a dry run.")
