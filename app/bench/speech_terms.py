"""Vocabulary hints from a CV and a job in the speech bench, and the share of terms transcribed right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import jiwer

from app.bench.word_errors import normalize_words
from app.rooms.vocabulary import join_terms

_EXPECTED_NAME = "expected.json"
_SENTENCE_WORDS = 4


def read_hints(folder: Path) -> str:
    """Vocabulary hints as a room has them, from the ``expected.json`` of a folder; empty without one."""
    try:
        expected = json.loads((folder / _EXPECTED_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    cv, job = expected.get("cv") or {}, expected.get("job") or {}
    terms = [cv.get("name"), *(employer.get("company") for employer in cv.get("employers") or [])]
    terms += [*(cv.get("skills") or []), job.get("company"), *(job.get("requiredSkills") or [])]
    return join_terms(str(term) for term in terms if term)


@dataclass(frozen=True, slots=True)
class TermCount:
    """How often terms were said, and how often each of those places was written right."""

    said: int = 0
    right: int = 0
    missed: tuple[str, ...] = ()

    def __add__(self, other: TermCount) -> TermCount:
        return TermCount(self.said + other.said, self.right + other.right, self.missed + other.missed)


def list_term_words(hints: str) -> set[str]:
    """Normalized words of the hints that begin with a capital letter: names, products, abbreviations.

    The first word of a phrase of four words or more has its capital letter from the sentence.
    """
    found: set[str] = set()
    for phrase in hints.split(","):
        words = phrase.split()
        names = [word for word in words[len(words) >= _SENTENCE_WORDS :] if word[:1].isupper()]
        found.update(part for word in names for part in normalize_words(word))
    return found


def count_terms(reference: str, heard: str, terms: Iterable[str]) -> TermCount:
    """Places of ``reference`` with a term, and those where the best alignment has the same word."""
    spoken_terms = set(terms)
    expected = normalize_words(reference)
    places = [index for index, word in enumerate(expected) if word in spoken_terms]
    right = _list_right(expected, normalize_words(heard))
    missed = tuple(expected[index] for index in places if index not in right)
    return TermCount(len(places), len(places) - len(missed), missed)


def _list_right(expected: Sequence[str], heard: Sequence[str]) -> set[int]:
    """Positions in ``expected`` that were heard."""
    if not expected or not heard:
        return set()
    alignment = jiwer.process_words(" ".join(expected), " ".join(heard)).alignments[0]
    return {
        index
        for chunk in alignment
        if chunk.type == "equal"
        for index in range(chunk.ref_start_idx, chunk.ref_end_idx)
    }
