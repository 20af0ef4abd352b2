"""Splits a turn into sentences and records which segment each piece comes from.

Live segments are cut at pauses, so a sentence may start in one segment and end in the next. A quote
must be verbatim in its segment, so a sentence keeps its pieces separate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.analysis.findings import Evidence, TranscriptLine
from app.text.words import count_words, find_words

_END = re.compile(r"(?<![.!?…])[.!?…]++[\"')\]]*+(?=\s|$)")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|vs|e\.g|i\.e|etc|no|approx|inc|ltd)\.$", re.IGNORECASE)
_CLAUSE_BREAK = re.compile(r"(?<=[,;:.?!–—])\s+")
MAX_SENTENCE_WORDS = 60
"""Speech without punctuation is cut after this many words, at a comma or a conjunction if there is one."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a sentence that is in one segment."""

    line: TranscriptLine
    text: str

    def as_evidence(self) -> Evidence:
        return Evidence(
            segment_id=self.line.id,
            quote=self.text,
            speaker=self.line.speaker,
            start_seconds=self.line.start_seconds,
        )


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a stretch of speech without punctuation."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)

    @property
    def segment_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece.line.id for piece in self.pieces))


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence of one segment."""
    start = 0
    for match in _END.finditer(text):
        if _ABBREVIATION.search(text[max(0, match.end() - 8) : match.end()]):
            continue
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _cut_long(text: str) -> Iterator[str]:
    """Split a long stretch into parts of at most MAX_SENTENCE_WORDS words; joined, they are the text."""
    words = list(find_words(text))
    start, first = 0, 0
    while len(words) - first > MAX_SENTENCE_WORDS:
        last = first + MAX_SENTENCE_WORDS
        cut = words[last].start()
        for index in range(last, first + MAX_SENTENCE_WORDS // 2, -1):
            before = text[words[index - 1].end() : words[index].start()]
            if "," in before or ";" in before or words[index].group().lower() in {"and", "but", "so", "then"}:
                cut, last = words[index].start(), index
                break
        yield text[start:cut]
        start, first = cut, last
    yield text[start:]


def split_sentences(lines: Sequence[TranscriptLine]) -> list[Sentence]:
    """Split one speaker's consecutive segments into sentences, in order."""
    sentences: list[Sentence] = []
    open_pieces: list[Piece] = []
    open_words = 0

    def close() -> None:
        nonlocal open_words
        if open_pieces:
            sentences.append(Sentence(tuple(open_pieces)))
            open_pieces.clear()
        open_words = 0

    for line in lines:
        for start, end in _bounds(line.text):
            for part in _cut_long(line.text[start:end]):
                piece = part.strip()
                size = count_words(piece)
                if not size:
                    continue
                if open_words + size > MAX_SENTENCE_WORDS:
                    close()
                open_pieces.append(Piece(line, piece))
                open_words += size
                if _END.search(piece[-4:]) or size >= MAX_SENTENCE_WORDS // 2:
                    close()
    close()
    return sentences


def split_clauses(text: str) -> list[str]:
    """The parts of a text between its punctuation marks, which stay with the part before them."""
    return _CLAUSE_BREAK.split(text)
