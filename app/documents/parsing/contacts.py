"""E-mail, telephone, LinkedIn and name of the person a CV is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.documents.parsing.dates import find_range
from app.documents.parsing.sections import heading_kind
from app.documents.parsing.wording import is_bullet, names_organisation, names_position, plain

_EMAIL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}")
_LINKEDIN = re.compile(
    r"(?:https?://)?(?:[a-z]{2,3}\.)?linkedin\.com/(?:in|pub)/[\w%À-ÿ.-]+(?:/[\w-]+)*", re.IGNORECASE
)
_SHORT_LINKEDIN = re.compile(r"(?:linkedin:?\s*)?(?:^|[\s|])@?/?(in/[A-Za-z0-9-]{4,})\b", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w/.-])(?:\+|00)?\(?\+?\d[\d\s().\-/–]{6,20}\d(?![\w/])")
_PARTICLES = re.compile(r"^(?:de|da|di|van|von|der|den|la|le|bin|al|el|dos|du)$")
_NOT_NAMES = re.compile(
    r"\b(?:curriculum|vitae|resume|cv|page|street|road|avenue|university|address|email|phone|usa|st|rd|name|"
    r"title|dear|confidential|objective|january|february|march|april|june|july|august|september|october|"
    r"november|december)\b"
)


@dataclass(frozen=True, slots=True)
class Contacts:
    name: str
    email: str | None
    phone: str | None
    linkedin: str | None


def find_contacts(text: str) -> Contacts:
    email = _EMAIL.search(text)
    linkedin = _LINKEDIN.search(text)
    return Contacts(
        name=find_name(text, email.group() if email else None),
        email=email.group().rstrip(".") if email else None,
        phone=_find_phone(text),
        linkedin=linkedin.group().rstrip("./") if linkedin else _short_linkedin(text),
    )


def _short_linkedin(text: str) -> str | None:
    if "in/" not in text[:3000]:
        return None
    match = _SHORT_LINKEDIN.search(text[:3000])
    return f"linkedin.com/{match.group(1).lower()}" if match else None


def _find_phone(text: str) -> str | None:
    for line in text.split("\n"):
        if find_range(line) and not re.search(r"phone|tel|mobile", line, re.IGNORECASE):
            continue
        for match in _PHONE.finditer(line):
            digits = re.sub(r"\D", "", match.group())
            # Two years, an ISO date or a postcode run are no telephone numbers.
            if 8 <= len(digits) <= 15 and not re.fullmatch(r"(?:(?:19|20)\d\d){2}", digits):
                number = re.sub(r"\s+", " ", match.group()).strip(" -–/.")
                return number if number.count("(") == number.count(")") else number.replace("(", "")
    return None


def looks_like_name(text: str) -> bool:
    """Two to four capitalised words and nothing else, none of them of a position or a place."""
    words = text.replace(",", " ").split()
    if not 2 <= len(words) <= 5 or len(text) > 45 or re.search(r"[\d@|/:•()]", text):
        return False
    if _NOT_NAMES.search(plain(text)) or "," in text:
        return False
    if not all(re.fullmatch(r"[^\W\d_][\w'’.-]*", word) for word in words):
        return False
    significant = [word for word in words if not _PARTICLES.match(word.casefold())]
    return len(significant) >= 2 and all(word[0].isupper() for word in significant)


def find_name(text: str, email: str | None) -> str:
    """The name at the head of a CV, or an empty text when no line reads like one."""
    lines = text.split("\n")
    candidates: list[tuple[float, str]] = []
    for position, raw in enumerate(lines[:60]):
        line = re.sub(r"^(?:name|candidate|full name)\s*:\s*", "", raw.strip(), flags=re.IGNORECASE)
        # In the margin of a page a name often shares its line with a contact detail.
        for piece in re.split(r"\s{2,}|\s[|•·—–]\s|,\s", line):
            text_ = piece.strip(" ,#*|")
            if not looks_like_name(text_) or heading_kind(text_, scheme="cv") or is_bullet(raw):
                continue
            score = 3.0 - position / 10
            if names_position(text_) or names_organisation(text_):
                score -= 3
            if email and _shares_mailbox(text_, email):
                score += 6
            candidates.append((score, text_))
    if not candidates:
        return ""
    score, name = max(candidates, key=lambda pair: pair[0])
    if score < 0:
        return ""
    return name.title() if name.isupper() else name


def _shares_mailbox(name: str, email: str) -> bool:
    mailbox = re.sub(r"[^a-z]", "", plain(email.partition("@")[0]))
    return any(len(word) > 2 and word in mailbox for word in plain(name).split())
