"""Requirements of the job: which answers are about each, and what they show for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.analysis.concerns import SelectedConcern, is_evaded
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import RequirementFinding, RequirementStatus, Severity
from app.analysis.judging import JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.selection import STRONG, choose_passage, copy_evidence, is_doubtful
from app.analysis.text_cache import TextCache
from app.analysis.vectors import embed_texts
from app.text.similarity import cosine, covered_share
from app.text.stop_words import load_stop_words
from app.text.words import content_stems
from models.judgement.labels import EVIDENCE
from models.ports import EngineError, Engines, Priority

ABOUT = 0.42
"""Cosine from which a question, or a question with its answer, is about a requirement.

Of 74 requirements of ten interviews written for development, two in three have such an exchange. Read one by
one, nearly all of these exchanges are about the requirement; below this cosine, more and more are not.
"""
NAMED_SHARE = 0.75
"""Share of the content words of a requirement from which an exchange that names them is about it."""
VECTOR_LANGUAGE = "en"
"""Language of the embeddings. In others, words decide alone."""
MIN_SHARE = 0.3
"""Share of the content words that is enough where words decide alone."""
MAX_LISTED = 12
MAX_QUOTE_WORDS = 45

Touched = Mapping[int, Mapping[str, float]]
"""For each exchange, by its index, how near it is to the requirements that it is about, 0 to 1."""


async def find_touched(
    engines: Engines,
    exchanges: Sequence[Exchange],
    requirements: Sequence[str],
    *,
    language: str,
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> Touched:
    """The requirements that each exchange is about, by meaning and by name.

    Exchanges that ``cache`` holds are not compared again. Without the embeddings engine, and in languages
    that it was not trained on, words decide alone.
    """
    read = [item for item in exchanges if item.kind is not QuestionKind.COURTESY and item.sentences]
    if not requirements or not read:
        return {}
    if language == VECTOR_LANGUAGE:
        try:
            cosines = await _compare(
                engines, read, requirements, priority=priority, cache=cache or TextCache()
            )
        except EngineError:
            pass
        else:
            return {
                item.index: _choose_near(item, requirements, cosines[item.index], language=language)
                for item in read
            }
    return {
        item.index: {
            requirement: share
            for requirement, share in _share_words(item, requirements, language=language).items()
            if share >= MIN_SHARE
        }
        for item in read
    }


def find_nearest(touched: Touched) -> dict[int, str]:
    """The requirement that each exchange is nearest to; exchanges that are about none are left out."""
    return {index: max(near, key=near.__getitem__) for index, near in touched.items() if near}


def _share_words(exchange: Exchange, requirements: Sequence[str], *, language: str) -> dict[str, float]:
    """The share of the content words of each requirement that the exchange contains."""
    ignored = load_stop_words(language)
    said = content_stems(f"{exchange.question} {exchange.answer}", ignored=ignored)
    return {line: covered_share(content_stems(line, ignored=ignored), said) for line in requirements}


async def _compare(
    engines: Engines,
    exchanges: Sequence[Exchange],
    requirements: Sequence[str],
    *,
    priority: Callable[[], Priority],
    cache: TextCache,
) -> dict[int, list[float]]:
    """The cosines of each exchange, by its index, with every requirement. Raises EngineError."""
    keys = {item.index: _make_key(engines, item, requirements) for item in exchanges}
    cosines: dict[int, list[float]] = {}
    for index, key in keys.items():
        if text := cache.find(key):
            cosines[index] = json.loads(text)
    missing = [item for item in exchanges if item.index not in cosines]
    if not missing:
        return cosines
    questions = [item.question or item.answer for item in missing]
    wholes = [f"{item.question} {item.answer}" for item in missing]
    vectors = await embed_texts(engines, [*requirements, *questions, *wholes], priority=priority)
    lines = vectors[: len(requirements)]
    for at, item in enumerate(missing, start=len(requirements)):
        own = (vectors[at], vectors[at + len(missing)])
        cosines[item.index] = [round(max(cosine(line, text) for text in own), 3) for line in lines]
        await cache.add(keys[item.index], json.dumps(cosines[item.index]))
    return cosines


def _make_key(engines: Engines, exchange: Exchange, requirements: Sequence[str]) -> str:
    """Hash of everything that the cosines of an exchange follow from."""
    identity = engines.embeddings.identity
    parts = [
        "requirements",
        identity.name,
        identity.sha256,
        exchange.question,
        exchange.answer,
        *requirements,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _choose_near(
    exchange: Exchange, requirements: Sequence[str], cosines: Sequence[float], *, language: str
) -> dict[str, float]:
    shares = _share_words(exchange, requirements, language=language)
    near: dict[str, float] = {}
    for (requirement, share), value in zip(shares.items(), cosines, strict=True):
        closeness = max(value, share if share >= NAMED_SHARE else 0.0)
        if closeness >= ABOUT:
            near[requirement] = closeness
    return near


@dataclass(frozen=True, slots=True)
class _Near:
    closeness: float
    answer: JudgedAnswer


def review_requirements(
    requirements: Sequence[str],
    answers: Sequence[JudgedAnswer],
    concerns: Sequence[SelectedConcern],
    touched: Touched,
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
                    if (closeness := touched.get(answer.exchange.index, {}).get(requirement))
                ),
                key=lambda item: -item.closeness,
            ),
            [item for item in concerns if item.requirement == requirement],
            lexicon,
        )
        for requirement in requirements[:MAX_LISTED]
    ]


def _review(
    requirement: str, near: Sequence[_Near], concerns: Sequence[SelectedConcern], lexicon: Lexicon
) -> RequirementFinding:
    grave = [item for item in concerns if item.severity is Severity.HIGH]
    if grave:
        return RequirementFinding(requirement, RequirementStatus.CONCERN, grave[0].quote)
    shown: list[tuple[float, RequirementFinding]] = []
    for item in near:
        if is_evaded(item.answer) or is_doubtful(item.answer):
            continue
        passage = choose_passage(item.answer, lexicon, max_words=MAX_QUOTE_WORDS)
        certainty = max((sentence.any_of(EVIDENCE) for sentence in passage), default=0.0)
        if certainty >= STRONG:
            quote = copy_evidence([sentence.sentence for sentence in passage])
            finding = RequirementFinding(requirement, RequirementStatus.SHOWN, quote)
            shown.append((item.closeness * item.answer.rating.substance, finding))
    if shown:
        return max(shown, key=lambda entry: entry[0])[1]
    if near:
        sentences = near[0].answer.counted or near[0].answer.sentences
        best = max(sentences, key=lambda sentence: sentence.any_of(EVIDENCE))
        return RequirementFinding(requirement, RequirementStatus.DISCUSSED, copy_evidence([best.sentence]))
    return RequirementFinding(requirement, RequirementStatus.NOT_DISCUSSED, ())
