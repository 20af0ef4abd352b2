"""Files that arrive in parts, each at the end of the one before."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import BinaryIO

from app.core.errors import InvalidState

MAX_PART_BYTES = 8 * 1024 * 1024
MAX_PART_BODY_BYTES = MAX_PART_BYTES + 64 * 1024
"""A part with the rest of its request."""


class UploadOutOfStep(InvalidState):
    """A part does not start where the previous one ended, or there are more bytes than announced."""

    code = "UPLOAD_OUT_OF_STEP"

    def __init__(self) -> None:
        super().__init__("The upload was interrupted. Upload the file again.")


def append_part(path: Path, part: BinaryIO, *, offset: int, total_bytes: int) -> int:
    """Add a part to a file that ends at ``offset``; returns the bytes received.

    After an OSError, the file ends at ``offset`` again, because the client may send the part again. A file
    that grows beyond ``total_bytes`` is deleted. Raises OSError and UploadOutOfStep.
    """
    if not path.is_file() or path.stat().st_size != offset:
        raise UploadOutOfStep
    with path.open("ab") as file:
        try:
            shutil.copyfileobj(part, file)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            file.truncate(offset)
            raise
        received = file.tell()
    if received > total_bytes:
        path.unlink()
        raise UploadOutOfStep
    return received
