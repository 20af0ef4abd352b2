"""Titles of findings: checking the model's title, or taking one from its description."""

from __future__ import annotations

import re

from app.analysis.checks import CAPITALIZED, Rules, find_fault
from app.llm.generation import Check, Refusal
from app.text.words import content_stems

MAX_TITLE_WORDS = 9


def sentence_case(title: str, source: str) -> str:
    """Remove capitals that ``source`` does not have: "Led Kafka Migration" → "Led Kafka migration"."""
    spelled = {match.group() for match in CAPITALIZED.finditer(source)}
    words = title.strip().strip("\"'.“”").split()
    lowered = [
        word
        if not word[:1].isupper() or word.strip(",.:;") in spelled or any(c.isupper() for c in word[1:])
        else word.lower()
        for word in words
    ]
    text = " ".join(lowered)
    return text[:1].upper() + text[1:]


def title_check(rules: Rules) -> Check[str]:
    """A check for the title of a finding."""

    def check(text: str) -> str | Refusal:
        lines = text.strip().splitlines() or [""]
        bare = re.sub(r"^\W*title\W*:", "", lines[0], flags=re.IGNORECASE).strip()
        bare = re.sub(r"^the candidate(?:'s)?\s+", "", bare.strip("\"'“”"), flags=re.IGNORECASE)
        title = sentence_case(bare, rules.source)
        if fault := find_fault(title, rules):
            return Refusal(fault)
        return title

    return check


_TITLE_END = re.compile(r"[,;:.?!]|\s(?:and|which|who|because|so that|as long as|after which)\s")


def title_from(description: str) -> str:
    """Use the first clause of a checked description as the title, after the model's title was refused.

    "The candidate asked the porter to wait, as long as …" → "Asked the porter to wait"; a question that
    got no answer ("Asked about a mistake, …") → "No clear answer when asked about a mistake".
    """
    clause = re.sub(r"^The candidate(?: says that)?\s+(?:they\s+)?", "", description)
    words = _TITLE_END.split(clause, maxsplit=1)[0].split()[:MAX_TITLE_WORDS]
    while len(words) > 2 and not content_stems(words[-1]):
        words.pop()
    title = " ".join(words)
    if description.startswith(("Asked", "When asked")):
        bare = re.sub(r"^(?:When asked|Asked)\s*", "", title)
        return f"No clear answer when asked {bare}"
    return title[:1].upper() + title[1:]
