"""Opening sentence of a summary: who was interviewed for what."""

from __future__ import annotations

from app.analysis.findings import Background
from app.analysis.prose import Phrases, capitalize


def introduce(background: Background, phrases: Phrases) -> str:
    """One sentence with the name, the current position and the job."""
    person = background.candidate_name or capitalize(phrases.labels["candidate"])
    if position := find_current_position(background, phrases):
        person = phrases.labels["latest_position"].format(person=person, position=position)
    form = "opening_titled" if background.job_title else "opening"
    return phrases.sentences[form].format(person=person, job=background.job_title)


def find_current_position(background: Background, phrases: Phrases) -> str:
    """Role and employer of the current position, the first one without an end date; empty if there is none.

    A role or employer that the CV does not contain verbatim is left out.
    """
    entries = (background.cv_parsed or {}).get("experience") or []
    current = next((entry for entry in entries if entry.get("start") and not entry.get("end")), None)
    if current is None:
        return ""
    text = " ".join(background.cv_text.split())
    role, employer = (
        value if value in text else "" for value in (current.get("title") or "", current.get("company") or "")
    )
    if f"{employer}, {role}" in text or role[:1].islower():
        # A place behind the employer, or the second half of a line.
        role = ""
    if role and employer:
        return phrases.labels["position_at"].format(role=role, employer=employer)
    return role or employer
