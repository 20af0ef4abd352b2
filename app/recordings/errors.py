"""Errors of recordings."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState, NotFound


class RecordingNotFound(NotFound):
    code = "RECORDING_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This interview has no recording, or it was deleted after its retention period.")


class RangeNotSatisfiable(AppError):
    code = "RANGE_NOT_SATISFIABLE"
    status = 416

    def __init__(self, size_bytes: int) -> None:
        super().__init__(
            "The recording is shorter than that.", headers={"Content-Range": f"bytes */{size_bytes}"}
        )


class RecordingDamaged(InvalidState):
    code = "RECORDING_DAMAGED"

    def __init__(self) -> None:
        super().__init__(
            "This recording cannot be decrypted. Its key in the data folder was replaced or lost, or the "
            "file was changed."
        )
