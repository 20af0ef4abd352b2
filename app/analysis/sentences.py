"""Sentences of a turn, each made of pieces that know the segment they were copied from.

Live segments are cut at pauses, so a sentence may begin in one segment and end in the next; a
quote must stand verbatim in its segment, so a sentence keeps its pieces apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.analysis.findings import Evidence, TranscriptLine

_END = re.compile(r"[.!?…]+[\"')\]]*(?=\s|$)")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|vs|e\.g|i\.e|etc|no|approx|inc|ltd)\.$", re.IGNORECASE)
LONGEST_SENTENCE_WORDS = 60
"""Speech without punctuation is cut after so many words, at a comma or a conjunction where there is one."""


@dataclass(frozen=True, slots=True)
class Piece:
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
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)

    @property
    def segment_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece.line.id for piece in self.pieces))


def words_of(text: str) -> list[str]:
    """The words of ``text`` in lower case, with plain apostrophes."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def count_words(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence-like stretch of one segment."""
    start = 0
    for match in _END.finditer(text):
        if _ABBREVIATION.search(text[max(0, match.end() - 8) : match.end()]):
            continue
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _cut_long(text: str) -> Iterator[str]:
    """A stretch in parts of at most LONGEST_SENTENCE_WORDS words, as they stand in the text."""
    words = list(_WORD.finditer(text))
    start, first = 0, 0
    while len(words) - first > LONGEST_SENTENCE_WORDS:
        last = first + LONGEST_SENTENCE_WORDS
        cut = words[last].start()
        for index in range(last, first + LONGEST_SENTENCE_WORDS // 2, -1):
            before = text[words[index - 1].end() : words[index].start()]
            if "," in before or ";" in before or words[index].group().lower() in {"and", "but", "so", "then"}:
                cut, last = words[index].start(), index
                break
        yield text[start:cut]
        start, first = cut, last
    yield text[start:]


def split_sentences(lines: Sequence[TranscriptLine]) -> list[Sentence]:
    """The sentences of one speaker's consecutive segments, in order."""
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
                if open_words + size > LONGEST_SENTENCE_WORDS:
                    close()
                open_pieces.append(Piece(line, piece))
                open_words += size
                if _END.search(piece[-4:]) or size >= LONGEST_SENTENCE_WORDS // 2:
                    close()
    close()
    return sentences
