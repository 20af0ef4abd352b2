"""Link targets that are contact details, for CVs that show only a word or an icon with a link."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

MAX_LINKS = 200
"""Maximum number of links read per page or paragraph."""
_MAX_URL_CHARACTERS = 500
_LINKEDIN = re.compile(
    r"(?:https?://)?(?:[a-z]{2,3}\.)?(linkedin\.com/(?:in|pub)/[\w%À-ÿ.-]{2,100})(?:[/?#].*)?", re.IGNORECASE
)
_EMAIL = re.compile(r"mailto:([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,120}\.[A-Za-z]{2,24})(?:\?.*)?", re.I)
_PHONE = re.compile(r"(?:tel|callto):(\+?[\d\s().-]{7,24})", re.IGNORECASE)


def read_contact(url: str) -> str | None:
    """The LinkedIn address, email address or telephone number that ``url`` leads to; else None."""
    target = unquote(url[:_MAX_URL_CHARACTERS]).strip()
    for pattern in (_LINKEDIN, _EMAIL, _PHONE):
        if match := pattern.fullmatch(target):
            return match.group(1).strip().rstrip("/")
    return None


def list_unseen(urls: Iterable[str], *, shown: str) -> list[str]:
    """The contacts behind ``urls``, each once, except those that the text ``shown`` already contains."""
    text = _squash(shown)
    contacts = dict.fromkeys(filter(None, map(read_contact, urls)))
    return [contact for contact in contacts if _squash(contact).removeprefix("linkedin.com/") not in text]


def _squash(text: str) -> str:
    return re.sub(r"[\s()]", "", text).casefold()
