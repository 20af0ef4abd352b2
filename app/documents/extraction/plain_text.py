from __future__ import annotations

import re
from pathlib import Path

from charset_normalizer import from_bytes

from app.documents.extraction.errors import UNSUPPORTED, Unreadable

_HTML_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_HTML_TAGS_OF_A_PAGE = 4


def read_plain_text(path: Path) -> str:
    """The text of a file in whatever encoding, without Markdown emphasis and HTML tags.

    Raises Unreadable when no encoding makes text of it.
    """
    text = _decode(path)
    if len(_HTML_TAG.findall(text)) >= _HTML_TAGS_OF_A_PAGE:
        text = _HTML_TAG.sub("", text)
    return _EMPHASIS.sub(r"\2", text)


def _decode(path: Path) -> str:
    content = path.read_bytes()
    for encoding in ("utf-8-sig", "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    best = from_bytes(content).best()
    if best is None:
        raise Unreadable(UNSUPPORTED, supported=False)
    return str(best)
