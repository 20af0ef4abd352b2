"""Transcripts of invented interviews, and a scripted model that writes only what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.analysis.findings import Speaker, TranscriptLine
from models.ports import CompletionRequest
from tests.analysis.contrast import PAIRS


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


STRONG = [(question, strong) for question, strong, _ in PAIRS]
VAGUE = [(question, vague) for question, _, vague in PAIRS]


def honest_writer(request: CompletionRequest) -> str:
    """A model that stays with its material: it repeats words from inside the fences."""
    task = request.messages[-1].content
    everything = " ".join(message.content for message in request.messages)
    words = re.findall(r"<<<WORDS\n(.*?)\nWORDS>>>", everything, re.DOTALL)
    if "write a title" in task:
        lead = "Does not say" if "Does not say" in task else ""
        return f"{lead} {' '.join(_plain(words[-1]).split()[:6])}"
    if "MATERIAL" in everything:
        material = re.findall(r"<<<MATERIAL\n(.*?)\nMATERIAL>>>", everything, re.DOTALL)[-1]
        return f"How do you speak about {' '.join(_plain(material).split()[:12])} here?"
    if "FINDINGS" in everything:
        findings = re.findall(r"<<<FINDINGS\n- (.*?)\nFINDINGS>>>", everything, re.DOTALL)[-1]
        return f"The candidate said: {' '.join(_plain(findings).split()[:20])}."
    return f"The candidate said: {' '.join(_plain(words[-1]).split()[:30])}."


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
