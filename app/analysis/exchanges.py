"""Questions with their answers, found by code in the order in which things were said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.findings import Speaker, TranscriptLine
from app.analysis.lexicon import Lexicon
from app.analysis.sentences import Sentence, count_words, split_sentences, words_of

BACKCHANNEL_WORDS = 5
"""A turn of the interviewer of so few words, without a question, does not end an answer ("Okay, right")."""
PROBE_WORDS = 22
_LEAD = re.compile(
    r"^(?:(?:so|okay|ok|right|well|and|but|now|um|uh|er|great|good|nice|thanks|thank you|yes|yeah|alright"
    r"|all right|sure|brilliant|lovely|then|let's see)\b[\s,.!]*)+"
)


class QuestionKind(StrEnum):
    WORK = "work"
    """How the candidate works or worked, or would solve something."""
    MOTIVATION = "motivation"
    CLOSED = "closed"
    """A yes or a fact will do."""
    COURTESY = "courtesy"
    """Small talk, or the candidate's turn to ask."""
    REMARK = "remark"
    NONE = "none"
    """Nothing was asked: one voice only, or the candidate begins."""


@dataclass(frozen=True, slots=True)
class Exchange:
    index: int
    kind: QuestionKind
    is_probe: bool
    """The question presses the one before."""
    asked: tuple[TranscriptLine, ...]
    answered: tuple[TranscriptLine, ...]
    sentences: tuple[Sentence, ...]
    """Of the answer."""

    @property
    def question(self) -> str:
        return " ".join(line.text.strip() for line in self.asked)

    @property
    def answer(self) -> str:
        return " ".join(line.text.strip() for line in self.answered)


def plain(text: str) -> str:
    """Lower case, plain apostrophes, single spaces: what the word lists are matched against."""
    return " ".join(text.lower().replace("’", "'").split())


def _main_question(text: str) -> str:
    """The last sentence that asks, without its lead-in; else the whole turn."""
    parts = [part.strip() for part in re.split(r"(?<=[.?!])\s+", plain(text)) if part.strip()]
    asking = [part for part in parts if part.endswith("?")]
    return _LEAD.sub("", asking[-1] if asking else plain(text))


def classify_question(text: str, lexicon: Lexicon) -> QuestionKind:
    """What kind of answer a turn of the interviewer calls for."""
    whole = plain(text)
    if not whole:
        return QuestionKind.NONE
    main = _main_question(text)
    is_asking = "?" in whole
    starts_open = lexicon.open_questions.match(main) is not None
    # "…, what happened?" and "Okay. Imagine …" ask openly as well; speech recognition may lose the mark.
    bounds = r"[.?!,]\s+" if is_asking else r"[.?!]\s+"
    holds_open = any(
        lexicon.open_questions.match(_LEAD.sub("", part)) for part in re.split(bounds, whole) if part
    )
    if lexicon.courtesy_questions.search(whole) and not (starts_open and len(words_of(main)) > 12):
        return QuestionKind.COURTESY
    if not is_asking and not (starts_open or holds_open):
        return QuestionKind.REMARK
    if not (starts_open or holds_open):
        return QuestionKind.CLOSED
    if lexicon.motivation_questions.search(whole):
        return QuestionKind.MOTIVATION
    return QuestionKind.WORK


def _is_probe(text: str, lexicon: Lexicon) -> bool:
    whole = plain(text)
    return "?" in whole and count_words(whole) <= PROBE_WORDS and lexicon.probes.search(whole) is not None


def find_exchanges(lines: Sequence[TranscriptLine], lexicon: Lexicon) -> list[Exchange]:
    """Every stretch of the candidate's speech with what was asked before it.

    Consecutive segments of one speaker are one turn. Words of the candidate before the first
    question, or without any interviewer, make exchanges without a question.
    """
    exchanges: list[Exchange] = []
    asked: list[TranscriptLine] = []
    answered: list[TranscriptLine] = []
    held: list[TranscriptLine] = []

    def close() -> None:
        if answered:
            text = " ".join(line.text for line in asked)
            kind = classify_question(text, lexicon)
            exchanges.append(
                Exchange(
                    index=len(exchanges),
                    kind=kind,
                    is_probe=bool(exchanges) and _is_probe(text, lexicon),
                    asked=tuple(asked),
                    answered=tuple(answered),
                    sentences=tuple(split_sentences(answered)),
                )
            )
        asked.clear()
        answered.clear()

    for line in lines:
        if not line.text.strip():
            continue
        if line.speaker is Speaker.CANDIDATE:
            if held:
                if _interrupts(held, lexicon):
                    close()
                    asked.extend(held)
                held.clear()
            answered.append(line)
        elif answered:
            held.append(line)
        else:
            asked.append(line)
    close()
    return exchanges


def _interrupts(held: Sequence[TranscriptLine], lexicon: Lexicon) -> bool:
    """True unless the interviewer only nodded along."""
    text = " ".join(line.text for line in held)
    if count_words(text) > BACKCHANNEL_WORDS or "?" in text:
        return True
    return lexicon.open_questions.match(_LEAD.sub("", plain(text))) is not None
