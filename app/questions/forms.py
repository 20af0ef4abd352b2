"""How a question begins, and a question worded by code: the openings, leads and asks of
``config/question-wording.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from app.core.config_files import CONFIG_DIR
from app.questions.facts import Fact
from app.questions.tables import QuestionCategory
from app.text.folding import plain

FILE = "question-wording"
_OPENING_WORDS = 3
_FORMS = {
    ("cv", "statement"): "statement",
    ("cv", "project"): "statement",
    ("cv", "skill"): "skill",
    ("cv", "career"): "career",
    ("cv", "move"): "move",
    ("job", "responsibility"): "duty",
    ("job", "requirement"): "requirement",
    ("job", "preferred"): "requirement",
    ("job", "gap"): "gap",
    ("job", "about"): "company",
    ("job", "career"): "company",
    ("recruiter", "own"): "own",
}


@lru_cache(maxsize=1)
def _load() -> dict[str, Any]:
    return tomllib.loads((CONFIG_DIR / f"{FILE}.toml").read_text(encoding="utf-8"))


def has_wording(language: str) -> bool:
    """Whether the file has openings, leads and asks in this language."""
    return language in _load()["openings"]


def opening_key(question: str) -> str:
    """The first three words of a question, in lower case: two with the same key begin alike."""
    return " ".join(plain(question).split()[:_OPENING_WORDS])


def list_opening_keys(questions: Iterable[str]) -> frozenset[str]:
    return frozenset(opening_key(question) for question in questions)


def list_openings(language: str, category: QuestionCategory, fact: Fact) -> list[str]:
    """The first words that suit a question about ``fact``; empty for a language without wording."""
    return _variants(_load()["openings"], language, category, fact)


def word_question(
    fact: Fact, *, category: QuestionCategory, language: str, taken: frozenset[str], number: int
) -> str | None:
    """Word a question about ``fact`` by code: a sentence that quotes its line, and what is asked about it.

    ``taken`` are the opening keys of the set; ``number`` varies the wording. ``language`` has wording. None
    when every lead is taken.
    """
    leads: Sequence[str] = _load()["leads"][language][_FORMS[fact.source, fact.kind]]
    asks = _variants(_load()["asks"], language, category, fact)
    line = fact.text.strip(" .;,:“”\"'«»„")
    for turn in range(len(leads)):
        lead = leads[(number + turn) % len(leads)].replace("{line}", line)
        if opening_key(lead) not in taken:
            return f"{lead} {asks[number % len(asks)]}"
    return None


def _variants(section: dict[str, Any], language: str, category: QuestionCategory, fact: Fact) -> list[str]:
    """The list for the form of ``fact``, else for a line of the CV or for a duty of the job."""
    of_category = section.get(language, {}).get(category.value)
    if of_category is None:
        return []
    form = _FORMS[fact.source, fact.kind]
    default = "duty" if fact.source == "job" else "statement"
    return list(of_category.get(form) or of_category[default])
