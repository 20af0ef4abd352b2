"""Pairs the interviewer's questions with the candidate's answers, in the order they were spoken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.findings import Speaker, TranscriptLine
from app.analysis.lexicon import Lexicon
from app.analysis.sentences import Sentence, split_sentences
from app.text.folding import lower_speech
from app.text.words import count_words, split_words

MAX_BACKCHANNEL_WORDS = 5
"""An interviewer turn of at most this length that asks nothing does not end an answer ("Okay, right")."""
MAX_PROBE_WORDS = 22


class QuestionKind(StrEnum):
    """Kind of a question, by the kind of answer it calls for."""

    WORK = "work"
    """Asks how the candidate works or worked, or would solve a problem."""
    MOTIVATION = "motivation"
    CLOSED = "closed"
    """A yes, a no or a fact is enough."""
    COURTESY = "courtesy"
    """Small talk, or an invitation to ask questions."""
    REMARK = "remark"
    NONE = "none"
    """Nothing was asked: there is only one voice, or the candidate starts."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question, or none, and the answer to it."""

    index: int
    kind: QuestionKind
    is_probe: bool
    """The question insists on an answer to the previous one."""
    asked: tuple[TranscriptLine, ...]
    answered: tuple[TranscriptLine, ...]
    sentences: tuple[Sentence, ...]
    """Sentences of the answer."""
    insists: bool = False
    """The interviewer comes back to what was asked before: "But how many?", "Why, though?"."""
    after_remark: frozenset[str] = frozenset()
    """Ids of lines of the answer before which the interviewer said something short ("Okay, right")."""
    language: str = "en"
    """ISO 639-1 code of the language that is spoken."""

    @property
    def question(self) -> str:
        return " ".join(line.text.strip() for line in self.asked)

    @property
    def answer(self) -> str:
        return " ".join(line.text.strip() for line in self.answered)


def _main_question(text: str, lexicon: Lexicon) -> str:
    """The last sentence that asks something, without its lead-in; otherwise the whole turn."""
    parts = [part.strip() for part in re.split(r"(?<=[.?!])\s+", lower_speech(text)) if part.strip()]
    asking = [part for part in parts if part.endswith("?")]
    return lexicon.leads.sub("", asking[-1] if asking else lower_speech(text))


def classify_question(text: str, lexicon: Lexicon) -> QuestionKind:
    """Classify a turn of the interviewer by the answer it calls for."""
    whole = lower_speech(text)
    if not whole:
        return QuestionKind.NONE
    main = _main_question(text, lexicon)
    is_asking = "?" in whole
    starts_open = lexicon.open_questions.match(main) is not None
    # "…, what happened?" and "Okay. Imagine …" are open questions too; speech recognition may lose the mark.
    bounds = r"[.?!,]\s+" if is_asking else r"[.?!]\s+"
    holds_open = any(
        lexicon.open_questions.match(lexicon.leads.sub("", part)) for part in re.split(bounds, whole) if part
    )
    if lexicon.courtesy_questions.search(whole) and not (starts_open and len(split_words(main)) > 12):
        return QuestionKind.COURTESY
    if not is_asking and not (starts_open or holds_open):
        return QuestionKind.REMARK
    if not (starts_open or holds_open):
        return QuestionKind.CLOSED
    if lexicon.motivation_questions.search(whole):
        return QuestionKind.MOTIVATION
    return QuestionKind.WORK


def _is_probe(text: str, lexicon: Lexicon) -> bool:
    whole = lower_speech(text)
    return "?" in whole and count_words(whole) <= MAX_PROBE_WORDS and lexicon.probes.search(whole) is not None


def _insists(text: str, lexicon: Lexicon) -> bool:
    return "?" in text and lexicon.insistence.search(lower_speech(text)) is not None


def find_exchanges(lines: Sequence[TranscriptLine], lexicon: Lexicon) -> list[Exchange]:
    """Find every answer of the candidate and the question before it.

    Consecutive segments of one speaker are one turn. Anything the candidate says before the first question,
    or without an interviewer, becomes an exchange without a question.
    """
    exchanges: list[Exchange] = []
    asked: list[TranscriptLine] = []
    answered: list[TranscriptLine] = []
    held: list[TranscriptLine] = []
    after_remark: set[str] = set()

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
                    insists=bool(exchanges) and _insists(text, lexicon),
                    after_remark=frozenset(after_remark),
                    language=lexicon.language,
                )
            )
        asked.clear()
        answered.clear()
        after_remark.clear()

    for line in lines:
        if not line.text.strip():
            continue
        if line.speaker is Speaker.CANDIDATE:
            if held:
                if _interrupts(held, lexicon):
                    close()
                    asked.extend(held)
                else:
                    after_remark.add(line.id)
                held.clear()
            answered.append(line)
        elif answered:
            held.append(line)
        else:
            asked.append(line)
    close()
    return exchanges


def _interrupts(held: Sequence[TranscriptLine], lexicon: Lexicon) -> bool:
    """Whether the interviewer said more than a backchannel ("Okay, right")."""
    text = " ".join(line.text for line in held)
    if count_words(text) > MAX_BACKCHANNEL_WORDS or "?" in text:
        return True
    return lexicon.open_questions.match(lexicon.leads.sub("", lower_speech(text))) is not None
