"""Texts of emails about interviews, in the recipient's language (``config/mails``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal
from zoneinfo import ZoneInfo

from app.core.config_files import CONFIG_DIR
from app.interviews.invitations.tables import RecipientRole

Occasion = Literal["request", "update", "cancel", "reminder"]
LANGUAGES = ("en", "de", "fr")


@dataclass(frozen=True, slots=True)
class EmailText:
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Appointment:
    """The values that an email shows of an interview."""

    title: str
    position: str
    candidate: str
    recruiter: str
    starts_at: datetime
    minutes: int
    timezone: str
    link: str


@lru_cache(maxsize=len(LANGUAGES))
def load_words(language: str) -> dict[str, Any]:
    """The content of ``config/mails/<language>.toml``; English for any other language."""
    name = language if language in LANGUAGES else "en"
    return tomllib.loads((CONFIG_DIR / "mails" / f"{name}.toml").read_text(encoding="utf-8"))


def write_email(
    appointment: Appointment, *, role: RecipientRole, occasion: Occasion, name: str, language: str
) -> EmailText:
    """Subject and text for one recipient. Values are inserted once, so braces in them stay as they are."""
    words = load_words(language)
    template = words[f"{role}_{occasion}"]
    values = {
        "name": _one_line(name),
        "title": _one_line(appointment.title),
        "candidate": _one_line(appointment.candidate),
        "recruiter": _one_line(appointment.recruiter),
        "minutes": appointment.minutes,
        "link": appointment.link,
        "when": _format_time(appointment, words["words"], "when"),
        "when_short": _format_time(appointment, words["words"], "when_short"),
        "for_position": words["words"]["for_position"].format(position=_one_line(appointment.position))
        if appointment.position
        else "",
    }
    return EmailText(
        subject=template["subject"].format(**values), text=template["text"].lstrip("\n").format(**values)
    )


def _format_time(appointment: Appointment, words: dict[str, Any], form: str) -> str:
    local = appointment.starts_at.astimezone(ZoneInfo(appointment.timezone))
    return str(words[form]).format(
        weekday=words["weekdays"][local.weekday()],
        day=local.day,
        month=words["months"][local.month - 1],
        year=local.year,
        time=f"{local:%H:%M}",
        zone=f"{appointment.timezone.replace('_', ' ')}, UTC{local.isoformat()[-6:]}",
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
