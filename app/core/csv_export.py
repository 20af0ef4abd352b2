"""CSV downloads that spreadsheets open correctly and never execute as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from fastapi.responses import StreamingResponse

_BOM = b"\xef\xbb\xbf"
"""Without a byte order mark, spreadsheets decode UTF-8 in the code page of the machine."""
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

CSV_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}, "description": "CSV"}}
"""Description of a CSV response for the OpenAPI document."""


def csv_response(
    *, name: str, at: datetime, header: Sequence[str], rows: Iterable[Sequence[str]]
) -> StreamingResponse:
    """Stream ``rows`` as a download named ``name-YYYY-MM-DD.csv``."""
    return StreamingResponse(
        csv_lines(header, rows),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}-{at:%Y-%m-%d}.csv"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[bytes]:
    """Lines in the format of RFC 4180, in UTF-8 after a byte order mark.

    A cell that a spreadsheet would run as a formula is prefixed with an apostrophe.
    """
    yield _BOM + _line(header)
    for row in rows:
        yield _line([_escape_formula(cell) for cell in row])


def _escape_formula(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell


def _line(cells: Sequence[str]) -> bytes:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\r\n").writerow(cells)
    # A lone surrogate cannot be encoded in UTF-8.
    return buffer.getvalue().encode(errors="replace")
