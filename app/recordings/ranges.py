"""Byte ranges of HTTP requests (RFC 9110, section 14): the one form that audio elements use."""

from __future__ import annotations

import re

from app.recordings.errors import RangeNotSatisfiable

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


def parse_range(header: str | None, *, size_bytes: int) -> tuple[int, int] | None:
    """First byte and end (exclusive) of a single range; None for a request of the whole file.

    A header that is malformed or names several ranges counts as none, as the standard allows. Raises
    RangeNotSatisfiable.
    """
    match = _RANGE.fullmatch(header.strip()) if header else None
    if match is None or match[0] == "bytes=-":
        return None
    first, last = match[1], match[2]
    if not first:
        start, end = max(0, size_bytes - int(last)), size_bytes
    else:
        start, end = int(first), min(int(last) + 1 if last else size_bytes, size_bytes)
        if last and int(last) < start:
            return None
    if start >= size_bytes or start >= end:
        raise RangeNotSatisfiable(size_bytes)
    return start, end
