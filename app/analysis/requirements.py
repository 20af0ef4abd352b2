"""Requirements of the job: which answers are about each, and what they show for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np

from app.analysis.concerns import SelectedConcern, is_evaded
from app.analysis.consistency.side_by_side import list_cv_lines
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Background, Evidence, RequirementFinding, RequirementStatus, Severity
from app.analysis.judging import JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.selection import STRONG, choose_passage, copy_evidence, is_doubtful
from app.analysis.text_cache import TextCache
from app.analysis.vectors import embed_texts
from app.skills.catalog import find_skills
from app.skills.requirements import MAX_NAME_WORDS
from app.text.similarity import covered_share
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, count_words
from models.judgement.labels import EVIDENCE
from models.ports import EngineError, Engines, Priority

VECTOR_LANGUAGE = "en"
"""Language of the embeddings. In others, words decide alone."""
MAX_LISTED = 12
MAX_QUOTE_WORDS = 45

Pair = tuple[str, str]
"""Two texts that stand for one thing: the nearer one counts."""


@dataclass(frozen=True, slots=True)
class RequirementReading:
    """What answers and CV have to do with the requirements of the job."""

    touched: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    """For each exchange, by its index, how near it is to the requirements that it is about, 0 to 1."""
    cv_lines: Mapping[str, str] = field(default_factory=dict)
    """The line of the CV that is about a requirement, verbatim."""

    def find_nearest(self) -> dict[int, str]:
        """The requirement that each exchange is nearest to; exchanges that are about none are left out."""
        return {index: max(near, key=near.__getitem__) for index, near in self.touched.items() if near}


async def read_requirements(
    engines: Engines,
    exchanges: Sequence[Exchange],
    background: Background,
    *,
    language: str,
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> RequirementReading:
    """Which exchanges, and which lines of the CV, are about which requirement: by meaning and by name.

    What ``cache`` holds is not compared again. Without the embeddings engine, and in languages that it was
    not trained on, words decide alone.
    """
    read = [item for item in exchanges if item.kind is not QuestionKind.COURTESY and item.sentences]
    requirements = background.requirements
    if not requirements or not read:
        return RequirementReading()
    spoken = [(item.question or item.answer, f"{item.question} {item.answer}") for item in read]
    lines = list_cv_lines(background.cv_text)
    cosines: list[list[float]] | None = None
    if language == VECTOR_LANGUAGE:
        with suppress(EngineError):
            groups = [*([pair] for pair in spoken), lines]
            cosines = await _compare(
                engines, groups, requirements, priority=priority, cache=cache or TextCache()
            )
    near = [
        _choose_near(
            pair,
            requirements,
            None if cosines is None else cosines[at],
            limits=ANSWER_LIMITS if at < len(spoken) else CV_LIMITS,
            language=language,
        )
        for at, pair in enumerate([*spoken, *lines])
    ]
    in_cv = [(line, found) for (line, _), found in zip(lines, near[len(spoken) :], strict=True)]
    return RequirementReading(
        {item.index: found for item, found in zip(read, near, strict=False)},
        {
            requirement: max(about, key=itemgetter(0))[1]
            for requirement in requirements
            if (about := [(found[requirement], line) for line, found in in_cv if requirement in found])
        },
    )


@dataclass(frozen=True, slots=True)
class _Limits:
    """From when a text is about a requirement."""

    cosine: float
    named_share: float
    """Share of the content words of the requirement that is enough beside cosines."""
    share: float
    """The share that is enough where words decide alone."""


ANSWER_LIMITS = _Limits(cosine=0.42, named_share=0.75, share=0.3)
"""Of 74 requirements of ten interviews written for development, two in three have an exchange at this cosine.
Read one by one, nearly all of these exchanges are about the requirement; below it, more and more are not."""
CV_LIMITS = _Limits(cosine=0.55, named_share=0.75, share=0.75)
"""A line of a CV says less than an answer; the nearest one is often about something else."""


def _name_skills(text: str) -> set[str]:
    return {skill.name for skill in find_skills(text)}


def _choose_near(
    pair: Pair,
    requirements: Sequence[str],
    cosines: Sequence[float] | None,
    *,
    limits: _Limits,
    language: str,
) -> dict[str, float]:
    """How near a text is to the requirements that it is about."""
    ignored = load_stop_words(language)
    said = content_stems(pair[1], ignored=ignored)
    skills = _name_skills(pair[1])
    near: dict[str, float] = {}
    for at, requirement in enumerate(requirements):
        share = covered_share(content_stems(requirement, ignored=ignored), said)
        least = limits.share if cosines is None else limits.named_share
        values = [share] if share >= least else []
        if skills & _name_skills(requirement):
            # The name of a skill may be an everyday word too ("lean"): any other sign is nearer.
            values.append(limits.cosine)
        if cosines is not None and cosines[at] >= limits.cosine:
            values.append(cosines[at])
        if values:
            near[requirement] = max(values)
    return near


async def _compare(
    engines: Engines,
    groups: Sequence[Sequence[Pair]],
    requirements: Sequence[str],
    *,
    priority: Callable[[], Priority],
    cache: TextCache,
) -> list[list[float]]:
    """The cosines of each pair with every requirement, in order; cached by group. Raises EngineError."""
    keys = [_make_key(engines, group, requirements) for group in groups]
    rows: dict[str, list[list[float]]] = {key: json.loads(text) for key in keys if (text := cache.find(key))}
    missing = {key: group for key, group in zip(keys, groups, strict=True) if group and key not in rows}
    if missing:
        texts = [*requirements, *(text for group in missing.values() for pair in group for text in pair)]
        vectors = np.array(await embed_texts(engines, texts, priority=priority))
        lines, others = vectors[: len(requirements)], vectors[len(requirements) :]
        nearest = (others @ lines.T).reshape(-1, 2, len(requirements)).max(axis=1).round(3).tolist()
        for key, group in missing.items():
            rows[key], nearest = nearest[: len(group)], nearest[len(group) :]
            await cache.add(key, json.dumps(rows[key]))
    return [row for key in keys for row in rows.get(key, [])]


def _make_key(engines: Engines, group: Sequence[Pair], requirements: Sequence[str]) -> str:
    """Hash of everything that the cosines of a group follow from."""
    model = engines.embeddings.identity
    parts = ["requirements", model.name, model.sha256, group, requirements]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Near:
    closeness: float
    answer: JudgedAnswer


def review_requirements(
    requirements: Sequence[str],
    answers: Sequence[JudgedAnswer],
    concerns: Sequence[SelectedConcern],
    reading: RequirementReading,
    lexicon: Lexicon,
) -> list[RequirementFinding]:
    """What the interview shows for each of the first twelve requirements, in their order."""
    return [
        _review(
            requirement,
            sorted(
                (
                    _Near(closeness, answer)
                    for answer in answers
                    if (closeness := reading.touched.get(answer.exchange.index, {}).get(requirement))
                ),
                key=lambda item: -item.closeness,
            ),
            [item for item in concerns if item.requirement == requirement],
            lexicon,
            cv_line=reading.cv_lines.get(requirement, ""),
        )
        for requirement in _drop_repeated(requirements)[:MAX_LISTED]
    ]


def _drop_repeated(requirements: Sequence[str]) -> list[str]:
    """The requirements without bare names of skills that another one names in a sentence."""
    named = {line: _name_skills(line) for line in requirements}
    return [
        line
        for line, names in named.items()
        if not (names and _is_name(line))
        or not any(names <= others for other, others in named.items() if not _is_name(other))
    ]


def _is_name(line: str) -> bool:
    """Whether a requirement is the bare name of a skill."""
    return count_words(line) <= MAX_NAME_WORDS


def _review(
    requirement: str,
    near: Sequence[_Near],
    concerns: Sequence[SelectedConcern],
    lexicon: Lexicon,
    *,
    cv_line: str,
) -> RequirementFinding:
    def found(status: RequirementStatus, quote: tuple[Evidence, ...] = ()) -> RequirementFinding:
        return RequirementFinding(requirement, status, quote, cv_line)

    grave = [item for item in concerns if item.severity is Severity.HIGH]
    if grave:
        return found(RequirementStatus.CONCERN, grave[0].quote)
    shown: list[tuple[float, tuple[Evidence, ...]]] = []
    for item in near:
        if is_evaded(item.answer) or is_doubtful(item.answer):
            continue
        passage = choose_passage(item.answer, lexicon, max_words=MAX_QUOTE_WORDS)
        certainty = max((sentence.any_of(EVIDENCE) for sentence in passage), default=0.0)
        if certainty >= STRONG:
            quote = copy_evidence([sentence.sentence for sentence in passage])
            shown.append((item.closeness * item.answer.rating.substance, quote))
    if shown:
        return found(RequirementStatus.SHOWN, max(shown, key=itemgetter(0))[1])
    if near:
        sentences = near[0].answer.counted or near[0].answer.sentences
        best = max(sentences, key=lambda sentence: sentence.any_of(EVIDENCE))
        return found(RequirementStatus.DISCUSSED, copy_evidence([best.sentence]))
    return found(RequirementStatus.NOT_DISCUSSED)
