"""Checks of model output about a document: statements that the document does not support are dropped."""

from __future__ import annotations

import re

from app.llm.generation import Refusal
from app.text.bullets import without_bullet
from app.text.folding import plain
from app.text.numbers import digit_numbers
from app.text.stop_words import load_assessment_words

_PREAMBLE = re.compile(r"^(?:sure|certainly|here (?:is|are)|okay|of course)\b[^:\n]*:?\s*", re.IGNORECASE)
_STEM = 5
_SENTENCE_SUPPORT = 0.6
"""Minimum share of a sentence's longer words that occur in the document. Sentences that draw conclusions
of their own ("improved safety") have less."""
_MAX_COMMAS = 9


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in plain(text.replace("-", " ").replace("/", " ")).split()}


def occurs_in(text: str, document: str) -> bool:
    """Whether the words of ``text`` occur together in the document."""
    return bool(plain(text)) and f" {plain(text)} " in f" {plain(document)} "


def support(text: str, document: str) -> float:
    """The share of the longer words of ``text`` that occur in the document in some form, 0 to 1."""
    words = [word for word in plain(text.replace("-", " ").replace("/", " ")).split() if len(word) > 3]
    words = [word for word in words if word not in load_assessment_words()]
    if not words:
        return 0.0
    known = _stems(document)
    return sum(word[:_STEM] in known for word in words) / len(words)


def check_prose(
    text: str, *, document: str, allowed_numbers: str = "", max_words: int = 80, max_sentences: int = 3
) -> str | Refusal:
    """The sentences whose numbers, names and most words occur in the document; others are dropped."""
    text = " ".join(_PREAMBLE.sub("", text.strip()).replace("**", "").split())
    if re.search(r"\b(?:I|my|me)\b", text) or "<<<" in text or ">>>" in text:
        return Refusal("it must describe the person in the third person")
    numbers, known = digit_numbers(document + " " + allowed_numbers), _stems(document)
    kept: list[str] = []
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text):
        names = re.findall(r"(?<=[a-z,;] )[A-Z][\w+#.-]{2,}", sentence)
        is_supported = digit_numbers(sentence) <= numbers and all(_stems(name) <= known for name in names)
        is_supported = is_supported and support(sentence, document) >= _SENTENCE_SUPPORT
        words = len(" ".join([*kept, sentence]).split())
        is_whole = sentence.endswith(".") and sentence.count(",") <= _MAX_COMMAS
        if is_supported and is_whole and words <= max_words and len(kept) < max_sentences:
            kept.append(sentence)
    if len(" ".join(kept).split()) < 8:
        return Refusal(f"it must be complete sentences, at most {max_words} words, that the text supports")
    return " ".join(kept)


def check_lines(
    text: str, *, document: str, min_lines: int, max_lines: int, max_words: int, needed_support: float
) -> list[str] | Refusal:
    """The lines of a list that the document supports."""
    kept: list[str] = []
    for raw in text.splitlines():
        line = without_bullet(raw.strip()).replace("**", "").strip(" .")
        if not 2 <= len(line.split()) <= max_words or not digit_numbers(line) <= digit_numbers(document):
            continue
        if support(line, document) >= needed_support and line.casefold() not in {k.casefold() for k in kept}:
            kept.append(line[:1].upper() + line[1:])
    if len(kept) < min_lines:
        return Refusal("each line must name one thing from the text, in the words of the text")
    return kept[:max_lines]


def check_label(text: str, *, document: str) -> str:
    """One to five words from the document, or an empty string for any other output.

    A label is useful, but not worth asking the model twice.
    """
    first = next((raw for raw in text.strip().splitlines() if raw.strip()), "")
    label = without_bullet(first).strip(" \"'“”.*:")
    if not 1 <= len(label.split()) <= 5 or support(label, document) < 0.6:
        return ""
    return label[:1].upper() + label[1:]


def check_verbatim(text: str, *, document: str, max_words: int = 10) -> str | Refusal:
    """A few words copied exactly from the document."""
    completion = text.strip().splitlines()[0].strip(" \"'“”.:") if text.strip() else ""
    if not completion or len(completion.split()) > max_words or not occurs_in(completion, document):
        return Refusal("it must be a few words copied from the text")
    return completion


def check_topic(text: str, *, document: str) -> str | Refusal:
    """One to four words that the document supports."""
    completion = text.strip().splitlines()[0].strip(" \"'“”.:") if text.strip() else ""
    if not 1 <= len(completion.split()) <= 5 or support(completion, document) < 0.5:
        return Refusal("it must be one to four words about the subject of the text")
    return completion[:1].upper() + completion[1:]
