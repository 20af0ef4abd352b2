from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from app.documents.extraction.errors import DAMAGED, ENCRYPTED, LEGACY_WORD, Unreadable


def _without_frame(line: str) -> str:
    """antiword draws tables: the cells of one row, without their frame."""
    if not (line.startswith("|") and line.rstrip().endswith("|")):
        return line
    return "  ".join(" ".join(cell.split()) for cell in line.split("|") if cell.strip())


def read_legacy_word(path: Path) -> str:
    """Text of a .doc by antiword or catdoc, where the machine has one. Raises Unreadable."""
    for program, *arguments in (("antiword", "-w", "0", "-m", "UTF-8.txt"), ("catdoc", "-d", "utf-8", "-w")):
        found = shutil.which(program)
        if found is None:
            continue
        done = subprocess.run(
            [found, *arguments, str(path)], capture_output=True, timeout=30, check=False, text=True
        )
        if "encrypt" in (done.stderr + done.stdout[:200]).lower():
            raise Unreadable(ENCRYPTED)
        if done.returncode != 0 or not done.stdout.strip():
            raise Unreadable(DAMAGED)
        return "\n".join(_without_frame(line) for line in done.stdout.split("\n"))
    raise Unreadable(LEGACY_WORD)
