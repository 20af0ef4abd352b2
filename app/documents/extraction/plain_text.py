"""Text files in any encoding."""

from __future__ import annotations

import codecs
import re
import unicodedata
from pathlib import Path

from charset_normalizer import from_bytes

from app.documents.extraction.marking import without_marks
from app.documents.unreadable import UNSUPPORTED, Unreadable

_HTML_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_HTML_TAGS_OF_A_PAGE = 4
# Four-byte marks first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNMARKED_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
# Encodings that documents use in practice. Guessing among all existing ones is wrong more often.
_EIGHT_BIT = [
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r", "iso8859_2", "iso8859_15",
    "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr", "mac_roman", "cp850",
]  # fmt: skip
_WESTERN = frozenset(
    "àâäáãåæçéèêëíìîïñóòôöõøœßúùûüÿýÀÂÄÁÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜŸÝ’‘“”„‚–—•…€£°«»·¡¿©®™§ªº´\u00a0\u00ad"
)
_SAMPLE_BYTES = 64 * 1024
_MAX_STRANGE = 0.02
"""Share of control and unassigned characters above which bytes are not text."""


def read_plain_text(path: Path) -> str:
    """The text of a file, without Markdown emphasis and HTML tags.

    Raises Unreadable if no encoding turns the bytes into text.
    """
    text = _decode(path.read_bytes())
    if text is None:
        raise Unreadable(UNSUPPORTED)
    text = without_marks(text)
    if len(_HTML_TAG.findall(text)) >= _HTML_TAGS_OF_A_PAGE:
        text = _HTML_TAG.sub("", text)
    return _EMPHASIS.sub(r"\2", text)


def is_text(content: bytes) -> bool:
    """Whether some encoding turns the bytes into text: no NULs, hardly any control characters."""
    return _decode(content) is not None


def _decode(content: bytes) -> str | None:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _text_in(content, encoding)
    if b"\x00" in content:
        for encoding in _UNMARKED_WIDE:
            text = _text_in(content, encoding)
            if text is not None and _is_wide(content, encoding):
                return text
        return None
    text = _text_in(content, "utf-8")
    if text is not None:
        return text
    if _strange(content.decode("latin-1")) > _MAX_STRANGE + _share_of_c1(content):
        return None
    best = "cp1252"
    if not _is_western(content):
        guess = from_bytes(content[:_SAMPLE_BYTES], cp_isolation=_EIGHT_BIT).best()
        best = guess.encoding if guess else best
    for encoding in (best, "cp1252", "latin-1"):
        text = _text_in(content, encoding)
        if text is not None:
            return text
    return None


def _is_western(content: bytes) -> bool:
    """Whether cp1252 gives only ASCII plus a few Western letters and signs.

    Statistical detection takes the single 'ï' of an English page for a Czech 'ď'.
    """
    sample = content[:_SAMPLE_BYTES].decode("cp1252", errors="replace")
    foreign = [c for c in sample if not c.isascii()]
    return len(foreign) * 5 < len(sample) and all(c in _WESTERN for c in foreign)


def _is_wide(content: bytes, encoding: str) -> bool:
    """Whether NULs are exactly where this encoding puts them for letters."""
    width = 4 if "32" in encoding else 2
    lanes = [content[n::width].count(0) for n in range(width)]
    units = max(1, len(content) // width)
    used = lanes[0] if encoding.endswith("le") else lanes[-1]
    high = lanes[-1] if encoding.endswith("le") else lanes[0]
    if used <= units // 50 and high > units // 3:
        return True
    # In Cyrillic, Greek and Chinese text only spaces and line ends have a NUL.
    letters = sum(c.isalpha() for c in content.decode(encoding))
    return used == 0 and high > 0 and letters * 2 > units and width == 2


def _text_in(content: bytes, encoding: str) -> str | None:
    try:
        text = content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
    return text if "\x00" not in text and _strange(text) <= _MAX_STRANGE else None


def _strange(text: str) -> float:
    sample = text[:_SAMPLE_BYTES]
    strange = sum(
        unicodedata.category(c) in {"Cc", "Cn", "Cs"} and c not in "\t\n\r\f\v\x1b\x85" for c in sample
    )
    return strange / max(1, len(sample))


def _share_of_c1(content: bytes) -> float:
    """Share of bytes 0x80 to 0x9f: control characters in Latin-1, letters in most other encodings."""
    sample = content[:_SAMPLE_BYTES]
    return sum(0x80 <= byte <= 0x9F for byte in sample) / max(1, len(sample))
