"""Opening sentence of a summary: who was interviewed for what, and how much the answers contain."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.findings import Background
from app.analysis.judging import JudgedAnswer
from app.analysis.prose import SUBSTANTIAL, Phrases, shorten_quote
from app.text.bullets import without_bullet

MAX_POSITION_WORDS = 20


def introduce(background: Background, asked: Sequence[JudgedAnswer], phrases: Phrases) -> str:
    """One sentence with the name, the current position, the job, and the number of specific answers."""
    person = background.candidate_name or phrases.labels["candidate"]
    if position := find_current_position(background):
        person = phrases.labels["latest_position"].format(person=person, position=position)
    form = "opening_titled" if background.job_title else "opening"
    return phrases.sentences[form].format(
        person=person,
        job=background.job_title,
        specific=sum(item.rating.substance >= SUBSTANTIAL for item in asked),
        total=len(asked),
    )


def find_current_position(background: Background) -> str:
    """The line of the CV with the employer of the latest position without an end; empty if there is none.

    The role comes before the line if it is on another one. Marks of Markdown and extra spaces are left out.
    """
    entries = (background.cv_parsed or {}).get("experience") or []
    current = next((entry for entry in entries if entry.get("start") and not entry.get("end")), None)
    if current is None:
        return ""
    role, employer = current.get("title") or "", current.get("company") or ""
    known = employer or role
    text = background.cv_text.replace("**", "")
    lines = [" ".join(without_bullet(line.strip()).split()) for line in text.splitlines()]
    line = next((line for line in lines if known and known in line), "")
    if not line:
        return ""
    position = line if role in line else f"{role}, {line}"
    return shorten_quote(position, MAX_POSITION_WORDS)
