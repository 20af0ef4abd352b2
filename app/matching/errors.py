from __future__ import annotations

from app.core.errors import InvalidState


class StillBeingRead(InvalidState):
    def __init__(self) -> None:
        super().__init__("These records are still being read, or say nothing that could be compared.")
