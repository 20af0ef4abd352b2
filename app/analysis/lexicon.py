"""Word lists of ``config/analysis/``: the phrases that count as evidence in one spoken language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.core.config_files import CONFIG_DIR

_FILES = {"en": "english.toml"}


def _phrases(items: Iterable[str]) -> re.Pattern[str]:
    """One pattern for many phrases, matched as whole words, the longest first."""
    ordered = sorted(set(items), key=lambda phrase: (-len(phrase), phrase))
    return re.compile(r"(?<![\w'])(?:" + "|".join(re.escape(item) for item in ordered) + r")(?![\w'])")


def _patterns(items: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{item})" for item in items))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Compiled word lists. Every pattern expects text in the form of ``lower_speech``."""

    language: str
    open_questions: re.Pattern[str]
    motivation_questions: re.Pattern[str]
    courtesy_questions: re.Pattern[str]
    probes: re.Pattern[str]
    past_verbs: frozenset[str]
    idle_verbs: frozenset[str]
    results: re.Pattern[str]
    reasons: re.Pattern[str]
    methods: re.Pattern[str]
    structure: re.Pattern[str]
    people: re.Pattern[str]
    times: re.Pattern[str]
    numbers: re.Pattern[str]
    hedges: re.Pattern[str]
    vague_amounts: re.Pattern[str]
    """An approximator and the words that it makes vague ("maybe two or three")."""
    generalities: re.Pattern[str]
    admissions: re.Pattern[str]
    avoidance: re.Pattern[str]
    blame: re.Pattern[str]
    gaps: re.Pattern[str]
    concessions: re.Pattern[str]
    grave: re.Pattern[str]
    instructions: re.Pattern[str]
    values: re.Pattern[str]
    positive: frozenset[str]
    negative: frozenset[str]


def _build(language: str, data: Mapping[str, Any]) -> Lexicon:
    questions, evidence = data["questions"], data["evidence"]
    weakness, concern = data["weakness"], data["concern"]
    return Lexicon(
        language=language,
        open_questions=_phrases(questions["open"]),
        motivation_questions=_phrases(questions["motivation"]),
        courtesy_questions=_phrases(questions["courtesy"]),
        probes=_phrases(questions["probes"]),
        past_verbs=frozenset(evidence["past_verbs"]),
        idle_verbs=frozenset(evidence["idle_verbs"]),
        results=_phrases(evidence["results"]),
        reasons=_phrases(evidence["reasons"]),
        methods=_phrases(evidence["methods"]),
        structure=_phrases(evidence["structure"]),
        people=_phrases(evidence["people"]),
        times=_phrases(evidence["times"]),
        numbers=_phrases(evidence["numbers"]),
        hedges=_phrases(weakness["hedges"]),
        vague_amounts=re.compile(_phrases(weakness["approximators"]).pattern + r"(?: [\w'-]+){1,4}"),
        generalities=_phrases(weakness["generalities"]),
        admissions=_phrases(concern["admissions"]),
        avoidance=_patterns(concern["avoidance_patterns"]),
        blame=_patterns(concern["blame_patterns"]),
        gaps=_patterns(concern["gap_patterns"]),
        concessions=_phrases(concern["concessions"]),
        grave=_phrases(concern["grave"]),
        instructions=_patterns(data["instructions"]["patterns"]),
        values=_phrases(data["values"]["phrases"]),
        positive=frozenset(data["sentiment"]["positive"]),
        negative=frozenset(data["sentiment"]["negative"]),
    )


def _read(name: str) -> dict[str, Any]:
    with (CONFIG_DIR / "analysis" / name).open("rb") as file:
        return tomllib.load(file)


@cache
def load_not_names() -> frozenset[str]:
    """English words that are written with a capital and are no names."""
    return frozenset(_read(_FILES["en"])["words"]["not_names"])


@cache
def load_lexicon(language: str = "en") -> Lexicon | None:
    """The word lists of ``language`` (ISO 639-1), or None if there are none."""
    name = _FILES.get(language.lower().split("-")[0])
    if name is None:
        return None
    return _build(language, _read(name))
