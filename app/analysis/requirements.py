"""Finds the answers, and the lines of the CV, that are about each requirement of the job."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np

from app.analysis.consistency.side_by_side import list_cv_lines
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Background
from app.analysis.judging import MAX_EXCHANGES
from app.analysis.requirement_kinds import list_parts, name_skills, needs_proof
from app.analysis.requirement_words import RequirementWords
from app.analysis.text_cache import TextCache
from app.text.similarity import covered_share
from app.text.stop_words import load_stop_words
from app.text.words import content_stems
from models.ports import EngineError, Engines, Priority
from models.vectors import embed_texts

VECTOR_LANGUAGE = "en"
"""Language of the embeddings. In others, words decide alone."""
MAX_LISTED = 20
"""Maximum number of requirements that are searched."""
MAX_SENTENCES = 800
"""Maximum number of sentences compared with requirements: about an hour of speech."""
MIN_SHARED_STEMS = 3
"""Number of content words that, together with half of the others, identify a long requirement."""


@dataclass(frozen=True, slots=True)
class ExchangeCosines:
    """Cosines of an exchange with one requirement, or with the part of it that is nearest."""

    question: float
    whole: float
    sentences: Sequence[float]
    """Of each sentence with the requirement as a whole."""


@dataclass(frozen=True, slots=True)
class RequirementRelations:
    """Relation of answers and CV to the requirements of the job."""

    touched: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    """For each exchange, by index: its nearness, 0 to 1, to the requirements that it is about."""
    cosines: Mapping[int, Mapping[str, ExchangeCosines]] = field(default_factory=dict)
    """For each exchange, its cosines with every requirement; empty without embeddings."""
    cv_lines: Mapping[str, str] = field(default_factory=dict)
    """The line of the CV about a requirement, verbatim."""
    words: RequirementWords | None = None
    """What decides in languages without embeddings; None in others."""

    def find_cosines(self, index: int, requirement: str) -> ExchangeCosines | None:
        """The cosines of the exchange with this index and a requirement; None if words alone decided."""
        return self.cosines.get(index, {}).get(requirement)

    def find_nearest(self) -> dict[int, str]:
        """The requirement that each exchange is nearest to; exchanges that are about none are left out."""
        return {index: max(near, key=near.__getitem__) for index, near in self.touched.items() if near}


async def relate_requirements(
    engines: Engines,
    exchanges: Sequence[Exchange],
    background: Background,
    *,
    language: str,
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> RequirementRelations:
    """Match exchanges and lines of the CV with requirements, by meaning and by name.

    Comparisons found in ``cache`` are not repeated. Without the embeddings engine, and in languages that it
    was not trained on, words alone decide.
    """
    read = [item for item in exchanges if item.kind is not QuestionKind.COURTESY and item.sentences]
    read = read[:MAX_EXCHANGES]
    requirements = background.requirements[:MAX_LISTED]
    if not requirements or not read:
        return RequirementRelations()
    lines = list_cv_lines(background.cv_text)
    if language != VECTOR_LANGUAGE:
        return _relate_by_words(read, requirements, lines, language=language)
    ignored = load_stop_words(language)
    parsed = [_ParsedRequirement.of(line, ignored) for line in requirements]
    spoken = [[item.question or item.answer, f"{item.question} {item.answer}"] for item in read]
    left = MAX_SENTENCES
    for texts, item in zip(spoken, read, strict=True):
        texts += [sentence.text for sentence in item.sentences[:left]]
        left = max(0, left - len(item.sentences))
    groups = [*spoken, [text for pair in lines for text in pair]]
    cosines: list[list[list[float]]] | None = None
    with suppress(EngineError):
        cosines = await _compare(engines, groups, parsed, priority=priority, cache=cache or TextCache())
    touched: dict[int, dict[str, float]] = {}
    measured: dict[int, dict[str, ExchangeCosines]] = {}
    for at, item in enumerate(read):
        rows = None if cosines is None else cosines[at]
        touched[item.index], measured[item.index] = _read_exchange(
            spoken[at], rows, parsed, language=language
        )
    in_cv = _find_cv_lines(lines, None if cosines is None else cosines[-1], parsed, language=language)
    return RequirementRelations(touched, measured, in_cv)


def _relate_by_words(
    exchanges: Sequence[Exchange],
    requirements: Sequence[str],
    lines: Sequence[tuple[str, str]],
    *,
    language: str,
) -> RequirementRelations:
    words = RequirementWords.of([item.question for item in exchanges], language=language)
    touched: dict[int, dict[str, float]] = {}
    for item in exchanges:
        whole = f"{item.question} {item.answer}"
        rated = {line: words.rate(line, question=item.question, whole=whole) for line in requirements}
        touched[item.index] = {line: nearness for line, nearness in rated.items() if nearness}
    in_cv: dict[str, str] = {}
    for requirement in requirements:
        covered = [(words.cover(requirement, context), line) for line, context in lines]
        share, line = max(covered, key=itemgetter(0), default=(0.0, ""))
        if share:
            in_cv[requirement] = line
    return RequirementRelations(touched, cv_lines=in_cv, words=words)


def _read_exchange(
    texts: Sequence[str],
    rows: Sequence[Sequence[float]] | None,
    requirements: Sequence[_ParsedRequirement],
    *,
    language: str,
) -> tuple[dict[str, float], dict[str, ExchangeCosines]]:
    """How near an exchange is to requirements, and its cosines with each.

    ``texts`` are its question, the whole, and its sentences. ``rows`` has for each of them the cosines with
    the requirements, then with their parts; None if words alone decide.
    """
    question, whole = texts[:2]
    if rows is None:
        return _choose_near(whole, requirements, None, limits=ANSWER_LIMITS, language=language), {}
    nearest = _maxima(rows[:2])
    near = _choose_near(whole, requirements, nearest, limits=ANSWER_LIMITS, language=language)
    asked = content_stems(question, ignored=load_stop_words(language))
    measured: dict[str, ExchangeCosines] = {}
    first_part = len(requirements)
    for at, item in enumerate(requirements):
        columns = [at, *range(first_part, first_part + len(item.parts))]
        first_part += len(item.parts)
        cosines = measured[item.line] = ExchangeCosines(
            question=max(rows[0][column] for column in columns),
            whole=max(rows[1][column] for column in columns),
            sentences=[row[at] for row in rows[2:]],
        )
        parts = [nearest[column] for column in columns[1:]]
        signs = [value for value in cosines.sentences if value >= SENTENCE_COSINE]
        signs += [value for value in parts if value >= SENTENCE_COSINE]
        if item.stems & asked and not item.needs_proof:
            signs += [value for value in (nearest[at], *parts) if value >= ASKED_COSINE]
        if signs:
            near[item.line] = max(near.get(item.line, 0.0), *signs)
    return near, measured


def _find_cv_lines(
    lines: Sequence[tuple[str, str]],
    rows: Sequence[Sequence[float]] | None,
    requirements: Sequence[_ParsedRequirement],
    *,
    language: str,
) -> dict[str, str]:
    """The line of the CV that is nearest to each requirement that one is about.

    ``rows`` has two for each line: those of the line and of the line with its heading.
    """
    best: dict[str, tuple[float, str]] = {}
    for at, (line, context) in enumerate(lines):
        nearest = None if rows is None else _maxima(rows[2 * at : 2 * at + 2])
        near = _choose_near(context, requirements, nearest, limits=CV_LIMITS, language=language)
        said = content_stems(context, ignored=load_stop_words(language))
        shared = {item.line: SHARED_WORD * len(item.stems & said) for item in requirements}
        for requirement, nearness in near.items():
            closeness = nearness + shared[requirement]
            if closeness > best.get(requirement, (0.0, ""))[0]:
                best[requirement] = (closeness, line)
    return {requirement: line for requirement, (_, line) in best.items()}


def _maxima(rows: Sequence[Sequence[float]]) -> list[float]:
    """The largest value of each column."""
    return [max(column) for column in zip(*rows, strict=True)]


@dataclass(frozen=True, slots=True)
class _Limits:
    """Thresholds for a text to be about a requirement."""

    cosine: float
    share: float
    """Minimum share of the requirement's content words if words alone decide."""


ANSWER_LIMITS = _Limits(cosine=0.42, share=0.3)
"""Two thirds of 74 requirements, in ten interviews written for development, have an exchange at this cosine.

Read one by one, nearly all of these exchanges are about the requirement; below it, more and more are not.
"""
CV_LIMITS = _Limits(cosine=0.55, share=0.75)
"""Higher: a line of a CV says less than an answer, and the nearest one is often about something else.
"""
SHARED_WORD = 0.1
"""Bonus for each common content word when lines of the CV are ranked."""
SENTENCE_COSINE = 0.5
"""Minimum cosine for a single sentence to be about a requirement, or an exchange about a part of one."""
ASKED_COSINE = 0.38
"""Lower limit if the question has a content word of the requirement."""
NAMED_SHARE = 0.75
"""Minimum share of the requirement's content words where cosines are known as well."""


@dataclass(frozen=True, slots=True)
class _ParsedRequirement:
    """A requirement with its content words and the skills that it names, read once for all texts."""

    line: str
    stems: Set[str]
    skills: Set[str]
    parts: Sequence[str]
    """Its parts ("turning, grading and release"): an exchange is often about only one of them.
    """
    needs_proof: bool

    @classmethod
    def of(cls, line: str, ignored: Set[str]) -> _ParsedRequirement:
        parts = [part for part in list_parts(line) if content_stems(part, ignored=ignored)]
        stems = content_stems(line, ignored=ignored)
        return cls(line, stems, name_skills(line), parts if len(parts) > 1 else [], needs_proof(line))


def _choose_near(
    text: str,
    requirements: Sequence[_ParsedRequirement],
    cosines: Sequence[float] | None,
    *,
    limits: _Limits,
    language: str,
) -> dict[str, float]:
    """How near a text is to the requirements that it is about."""
    ignored = load_stop_words(language)
    said = content_stems(text, ignored=ignored)
    skills = name_skills(text)
    near: dict[str, float] = {}
    for at, requirement in enumerate(requirements):
        share = covered_share(requirement.stems, said)
        is_named = share >= NAMED_SHARE or (
            share >= 0.5 and len(requirement.stems & said) >= MIN_SHARED_STEMS
        )
        values = [share] if is_named or (cosines is None and share >= limits.share) else []
        if skills & requirement.skills:
            # The name of a skill may also be an everyday word ("lean"), so any other sign ranks higher.
            values.append(limits.cosine)
        if cosines is not None and cosines[at] >= limits.cosine:
            values.append(cosines[at])
        if values:
            near[requirement.line] = max(values)
    return near


async def _compare(
    engines: Engines,
    groups: Sequence[Sequence[str]],
    requirements: Sequence[_ParsedRequirement],
    *,
    priority: Callable[[], Priority],
    cache: TextCache,
) -> list[list[list[float]]]:
    """For each group, the cosines of each of its texts with every requirement, then with every part of one.

    Raises EngineError.
    """
    targets = [item.line for item in requirements] + [part for item in requirements for part in item.parts]
    keys = [_make_key(engines, group, targets) for group in groups]
    rows: dict[str, list[list[float]]] = {key: json.loads(text) for key in keys if (text := cache.find(key))}
    missing = {key: group for key, group in zip(keys, groups, strict=True) if key not in rows}
    if missing:
        texts = [*targets, *(text for group in missing.values() for text in group)]
        vectors = np.array(await embed_texts(engines, texts, priority=priority))
        lines, others = vectors[: len(targets)], vectors[len(targets) :]
        cosines = (others @ lines.T).round(3).tolist()
        for key, group in missing.items():
            rows[key], cosines = cosines[: len(group)], cosines[len(group) :]
            await cache.add(key, json.dumps(rows[key]))
    return [rows[key] for key in keys]


def _make_key(engines: Engines, group: Sequence[str], requirements: Sequence[str]) -> str:
    """Hash of everything that determines the cosines of a group."""
    model = engines.embeddings.identity
    parts = ["requirements", model.name, model.sha256, group, requirements]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
