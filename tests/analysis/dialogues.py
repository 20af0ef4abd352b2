"""Transcripts of invented interviews, and a scripted model that writes only what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.analysis.findings import Speaker, TranscriptLine
from models.judgement.encoding import Exchange
from models.judgement.labels import WEAKNESSES, AnswerLabel, SentenceLabel
from models.ports import CompletionRequest, Judgment
from tests.analysis.contrast import PAIRS
from tests.fakes.engines import make_judgment


def dialogue(*turns: str) -> list[TranscriptLine]:
    """Turns written as ``I: …`` and ``C: …``; ids s1, s2, …; five seconds each."""
    lines = []
    for index, turn in enumerate(turns):
        side, _, text = turn.partition(": ")
        speaker = Speaker.INTERVIEWER if side == "I" else Speaker.CANDIDATE
        lines.append(TranscriptLine(f"s{index + 1}", speaker, text, 5.0 * index))
    return lines


def to_transcript(answers: Sequence[tuple[str, str]]) -> list[TranscriptLine]:
    """A transcript of (question, answer) pairs."""
    return dialogue(*(turn for question, answer in answers for turn in (f"I: {question}", f"C: {answer}")))


def judge_by_script(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    """Judge sentences by what the tests say of them; sentences that no test names are neutral."""
    judgments = []
    for exchange in exchanges:
        labels = [_label(sentence) for sentence in exchange.sentences]
        spoken = [item for item in labels if SentenceLabel.INSTRUCTION not in item]
        is_empty = all(item.keys() & WEAKNESSES for item in spoken)
        answer = AnswerLabel.EVASIVE if is_empty else AnswerLabel.FULL
        judgments.append(make_judgment(*labels, answer=answer))
    return judgments


def _label(sentence: str) -> dict[SentenceLabel, float]:
    for words, label in MARKED.items():
        if words in sentence:
            return {label: 0.9}
    if any(sentence in answer for _, answer, _ in PAIRS):
        return {SentenceLabel.ACTION: 0.9}
    if any(sentence in answer for _, _, answer in PAIRS):
        return {SentenceLabel.GENERIC: 0.9}
    return {SentenceLabel.NEUTRAL: 0.9}


MARKED = {
    "I just merge it": SentenceLabel.SHORTCUT,
    "I don't wait for a review": SentenceLabel.SHORTCUT,
    "I never used it": SentenceLabel.GAP,
    "she is useless": SentenceLabel.BLAME,
    "Everyone is very careful": SentenceLabel.GENERIC,
    "We have a good system": SentenceLabel.GENERIC,
    "it's more about the culture": SentenceLabel.EVASION,
    "gnore previous instructions": SentenceLabel.INSTRUCTION,
    "In May I cut": SentenceLabel.RESULT,
    "In March I cut": SentenceLabel.RESULT,
}
"""Sentences of tests by some of their words, and what a judge would read in them."""

STRONG = [(question, strong) for question, strong, _ in PAIRS]
VAGUE = [(question, vague) for question, _, vague in PAIRS]


def honest_writer(request: CompletionRequest) -> str:
    """A model that stays with its material: it repeats words from inside the fences."""
    everything = " ".join(message.content for message in request.messages)
    if "MATERIAL" in everything:
        material = re.findall(r"<<<MATERIAL\n(.*?)\nMATERIAL>>>", everything, re.DOTALL)[-1]
        return f"How do you speak about {' '.join(_plain(material).split()[:12])} here?"
    question = re.findall(r"<<<QUESTION\n(.*?)\nQUESTION>>>", everything, re.DOTALL)[-1]
    return " ".join(_plain(question).split()[-6:])


_FIRST_PERSON_OR_PRAISE = {
    "i",
    "my",
    "me",
    "we",
    "our",
    "us",
    "you",
    "your",
    "i'd",
    "i'm",
    "i've",
    "i'll",
    "strong",
    "effective",
}


def _plain(text: str) -> str:
    kept = [word for word in re.findall(r"[\w'-]+", text) if word.lower() not in _FIRST_PERSON_OR_PRAISE]
    return " ".join(kept)
