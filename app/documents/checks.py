"""What code demands of what the model says about a document: it stands there, or it is dropped."""

from __future__ import annotations

import re

from app.core.generation import Refused
from app.documents.parsing.wording import plain, without_bullet

_PREAMBLE = re.compile(r"^(?:sure|certainly|here (?:is|are)|okay|of course)\b[^:\n]*:?\s*", re.IGNORECASE)
_STEM = 5


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in plain(text.replace("-", " ").replace("/", " ")).split()}


def _numbers(text: str) -> set[str]:
    return {number.strip(".,").replace(",", "") for number in re.findall(r"\d[\d.,]*", text)}


def stands_in(text: str, document: str) -> bool:
    """Whether the words of ``text`` stand together in the document."""
    return bool(plain(text)) and f" {plain(text)} " in f" {plain(document)} "


def support(text: str, document: str) -> float:
    """The share of the longer words of ``text`` that occur in the document in some form, 0 to 1."""
    words = [word for word in plain(text.replace("-", " ").replace("/", " ")).split() if len(word) > 3]
    if not words:
        return 0.0
    known = _stems(document)
    return sum(word[:_STEM] in known for word in words) / len(words)


def check_prose(
    text: str, *, document: str, allowed_numbers: str = "", max_words: int = 110
) -> str | Refused:
    """A paragraph whose numbers and names stand in the document."""
    text = " ".join(_PREAMBLE.sub("", text.strip()).replace("**", "").split())
    if not 8 <= len(text.split()) <= max_words:
        return Refused(f"it must have 8 to {max_words} words")
    if re.search(r"\b(?:I|my|me)\b", text) or "<<<" in text or ">>>" in text:
        return Refused("it must speak of the person in the third person")
    if not _numbers(text) <= _numbers(document + " " + allowed_numbers):
        return Refused("it states a number that does not stand in the document")
    known = _stems(document)
    names = re.findall(r"(?<=[a-z,;] )[A-Z][\w+#.-]{2,}", text)
    strange = [name for name in names if not _stems(name) <= known]
    if strange:
        return Refused(f"it names what does not stand in the document: {', '.join(strange[:3])}")
    if support(text, document) < 0.45:
        return Refused("it says things that do not stand in the document")
    return text


def check_lines(
    text: str, *, document: str, least: int, most: int, max_words: int, needed_support: float
) -> list[str] | Refused:
    """Lines of a list; those that the document does not carry are dropped."""
    kept: list[str] = []
    for raw in text.splitlines():
        line = without_bullet(raw.strip()).replace("**", "").strip(" .")
        if not 2 <= len(line.split()) <= max_words or not _numbers(line) <= _numbers(document):
            continue
        if support(line, document) >= needed_support and line.casefold() not in {k.casefold() for k in kept}:
            kept.append(line[:1].upper() + line[1:])
    if len(kept) < least:
        return Refused("the lines must use what stands in the document, one thing each")
    return kept[:most]


def check_verbatim(text: str, *, document: str, max_words: int = 10) -> str | Refused:
    """A few words that stand in the document exactly so."""
    answer = text.strip().splitlines()[0].strip(" \"'“”.:") if text.strip() else ""
    if not answer or len(answer.split()) > max_words or not stands_in(answer, document):
        return Refused("it must be copied from the text, a few words only")
    return answer


def check_topic(text: str, *, document: str) -> str | Refused:
    """One to four words that the document speaks of."""
    answer = text.strip().splitlines()[0].strip(" \"'“”.:") if text.strip() else ""
    if not 1 <= len(answer.split()) <= 5 or support(answer, document) < 0.5:
        return Refused("it must be one to four words about what the text speaks of")
    return answer[:1].upper() + answer[1:]
