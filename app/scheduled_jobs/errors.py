from __future__ import annotations

from app.core.errors import InvalidState


class JobIsRunning(InvalidState):
    def __init__(self) -> None:
        super().__init__("This job is running already.")


class NoPreview(InvalidState):
    def __init__(self) -> None:
        super().__init__("This job cannot be tried without effect.")
