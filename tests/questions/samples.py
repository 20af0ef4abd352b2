"""A candidate, a job, and a scripted model that writes a usable question about the fact in its prompt."""

from __future__ import annotations

import hashlib
import re

from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition, Source
from app.questions.line_kinds import LineKind
from app.questions.text_briefs import parse_candidate_brief, parse_job_brief
from models.ports import CompletionRequest
from tests.documents import samples

_FACT = re.compile(r'\nIt must be about this [^\n]*:\n"(.*)"\n')
_OPENING = re.compile(r"\nBegin with the words: “(.*)”")


def find_fact(request: CompletionRequest) -> str:
    found = _FACT.search(request.messages[-1].content)
    assert found is not None
    return found.group(1)


def find_opening(request: CompletionRequest) -> str:
    """The words that the prompt asks to begin with; in a language without openings, of the fact's own."""
    found = _OPENING.search(request.messages[-1].content)
    return found.group(1) if found else f"With {find_fact(request)} in mind, how"


def write_question(request: CompletionRequest) -> str:
    """The line put into a sentence after its opening, as a good model does it."""
    line = find_fact(request).rstrip(".?")
    if _OPENING.search(request.messages[-1].content) is None:
        return f"{find_opening(request)} in your own work go about this: {line}?"
    return f"{find_opening(request)} {with_base_form(line)}?"


def write_in_spanish(request: CompletionRequest) -> str:
    """A Spanish question about the line, whatever language the line has."""
    line = find_fact(request).rstrip(".?")
    return f"¿Qué fue lo más difícil para usted en su trabajo con esto, y cómo lo hizo en ese caso: {line}?"


def with_base_form(line: str) -> str:
    """The line with its first verb as it follows "did you"."""
    verb, rest = line.rstrip(".").split(maxsplit=1)
    base = {"ran": "run"}.get(verb.lower(), verb.lower().removesuffix("d"))
    return f"{base} {rest}"


def distinct_vectors(texts: tuple[str, ...]) -> list[list[float]]:
    """Embeddings that make no two texts similar."""

    indexes = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:2], "big") % 4096 for text in texts]
    return [[1.0 if i == index else 0.0 for i in range(4096)] for index in indexes]


def parse_candidate() -> CandidateBrief:
    return parse_candidate_brief(samples.CV)


def parse_job() -> JobBrief:
    return parse_job_brief(samples.JOB)


def make_brief(*statements: str, skills: tuple[str, ...] = ()) -> CandidateBrief:
    """A groom with these lines in their only position."""
    return CandidateBrief(
        text="\n".join((*statements, *skills)),
        skills=skills,
        positions=(PastPosition("Groom", "Willow Stables", statements),),
    )


def make_fact(source: Source, kind: LineKind, text: str = "Hoof care") -> Fact:
    return Fact(source, "statement" if source == "cv" else "requirement", text, line_kind=kind)
