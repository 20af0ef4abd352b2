"""Changes to the header of a backup."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from app.backup.container import read_header


def rewrite_header(file: Path, **changes: Any) -> None:
    with file.open("rb") as opened:
        header = read_header(opened)
        rest = opened.read()
    file.write_bytes(replace(header, **changes).to_line() + rest)
