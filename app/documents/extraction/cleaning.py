"""Text cleaning: one form of characters and lines for every kind of file."""

from __future__ import annotations

import re
import unicodedata

from app.documents.extraction.marking import HiddenKind, hide

_TAGS = re.compile("[\U000e0020-\U000e007e]{3,}")
_FIRST_TAG = 0xE0000
_FLAG_EMOJI = "\U0001f3f4"
_JOINERS = "\u200c\u200d"
# In Arabic and Indic scripts and in emoji, joiners change the shapes of characters. Elsewhere they are noise.
_JOINED_SCRIPTS = re.compile(
    "[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]"
)
_LIGATURES = {ligature: unicodedata.normalize("NFKC", ligature) for ligature in "ﬀﬁﬂﬃﬄﬅﬆ"}
_REPLACED = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u00ad": "", "\t": "  ", "\ufffd": " ", "\u2028": "\n",
     "\u2029": "\n", "\u0085": "\n", "\f": "\n\n", "\v": "\n", **_LIGATURES}
)  # fmt: skip


def clean(text: str) -> str:
    """Normalize extracted text.

    The result is NFC, with ligatures split. Control, zero-width, direction and private-use characters are
    removed, lines are stripped, and runs of blank lines become one. Words written in Unicode tags, which have
    no shape, become hidden text.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFC", _TAGS.sub(_reveal, text)).translate(_REPLACED)
    if not text.isascii():
        text = "".join(_character(text, position) for position in range(len(text)))
    else:
        text = "".join(c for c in text if c == "\n" or c.isprintable())
    lines: list[str] = []
    for line in map(str.strip, text.split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip()


def _reveal(match: re.Match[str]) -> str:
    if match.start() and match.string[match.start() - 1] == _FLAG_EMOJI:
        return ""
    revealed = "".join(chr(ord(c) - _FIRST_TAG) for c in match.group())
    return hide(revealed, HiddenKind.ENCODED)


def _character(text: str, position: int) -> str:
    character = text[position]
    category = unicodedata.category(character)
    if category == "Co":
        # Icons in CV templates, such as a telephone or an envelope.
        return " "
    if character == "\n" or category not in {"Cc", "Cf", "Cs"}:
        return character
    if character in _JOINERS and 0 < position < len(text) - 1:
        around = text[position - 1], text[position + 1]
        if all(_JOINED_SCRIPTS.match(c) for c in around):
            return character
    return ""
