"""Lines of the CV beside what was said about them, for a person to compare.

Those that contradict each other most probably come first (``ranking.py``). They are right too rarely to be called
contradictions: see docs/judgement.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from app.analysis.consistency.facts import Discrepancy, SaidAboutLine
from app.analysis.consistency.ranking import load_weights, score_pair
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.selection import copy_evidence
from app.analysis.sentences import Sentence
from app.analysis.text_cache import TextCache
from app.text.bullets import is_bullet, without_bullet
from app.text.similarity import cosine
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, count_words
from models.judgement.claims_encoding import ClaimPair
from models.ports import EngineError, Engines, Priority
from models.vectors import embed_texts

NEAREST_LINES = 4
"""Lines of the CV that each statement is compared with."""
MAX_PASSAGES = 3
"""Of 129 interviews and cases with a contradiction to the CV, its statement is among the first three in 103."""
MIN_SCORE = 2.0
"""Score below which a statement is beside a line that has nothing to do with it more often than not."""
MAX_OF_A_LINE = 2
MAX_TRIED = 9
"""Statements that are considered for the three passages; each is compared with every line of the CV."""
SHARED_WORD = 0.6
"""What a word that a line of the CV and a statement have in common adds to the score of the line."""
MAX_PASSAGE_WORDS = 60
MIN_STATEMENT_WORDS = 4
MAX_STATEMENTS = 400
MIN_LINE_WORDS = 3
"""Words of an entry of the CV that has no figure."""
MAX_CV_LINES = 120
MAX_HEADING_CHARACTERS = 80
MIN_NAMING_WORDS = 3
"""Capitalized words of a line that names role and employer."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NAMING_WORD = re.compile(r"\b[^\W\d_a-z]\w{3,}")


def list_cv_lines(cv_text: str) -> list[tuple[str, str]]:
    """(line as the CV has it, line with the heading it belongs to) for every line of a CV with content.

    Employer, role and dates may be on one line or on two; bullets belong to them. The first line, usually the
    person's name, is not a heading.
    """
    found: list[tuple[str, str]] = []
    heading = ""
    for raw in cv_text.splitlines():
        line = raw.strip()
        if not line:
            heading = ""
        elif is_bullet(line):
            text = without_bullet(line)
            found.append((line, f"{heading} | {text}" if heading else text))
        else:
            context = f"{heading}, {line}" if _are_one_entry(heading, line) else line
            heading = context if found else ""
            found.append((line, context))
    return [entry for entry in found if _says_something(entry[1])][:MAX_CV_LINES]


def _says_something(entry: str) -> bool:
    """Whether an entry can be contradicted: a heading or a name alone cannot."""
    return count_words(entry) >= MIN_LINE_WORDS or bool(re.search(r"\d", entry))


def _are_one_entry(first: str, second: str) -> bool:
    """Whether a line continues the heading above it: one has the dates, neither has everything."""
    if not first or len(first) >= MAX_HEADING_CHARACTERS or (_YEAR.search(first) and _YEAR.search(second)):
        return False
    return not any(
        _YEAR.search(line) and len(_NAMING_WORD.findall(line)) >= MIN_NAMING_WORDS for line in (first, second)
    )


@dataclass(frozen=True, slots=True)
class NearestLine:
    """The line of the CV that a statement contradicts most probably."""

    score: float
    line: int
    """Its index in ``list_cv_lines``."""


async def list_side_by_side(
    engines: Engines,
    exchanges: Sequence[Exchange],
    cv_text: str,
    *,
    found: Sequence[Discrepancy] = (),
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> list[SaidAboutLine]:
    """Up to three passages beside lines of the CV, the first to compare first; none without embeddings.

    No passage is chosen for a statement of ``found``, which the report shows already. Exchanges that ``cache``
    holds are not compared again. Raises EngineError if the judge fails.
    """
    lines = list_cv_lines(cv_text)
    said = list_statements(exchanges)
    if not lines or not said:
        return []
    cache = cache or TextCache()
    keys = {index: _make_key(engines, cv_text, *said[index]) for index in said}
    nearest: dict[int, list[NearestLine]] = {}
    for index, key in keys.items():
        if text := cache.find(key):
            nearest[index] = [NearestLine(*item) for item in json.loads(text)]
    missing = {index: said[index] for index in said if index not in nearest}
    try:
        compared = await _compare(engines, missing, [context for _, context in lines], priority=priority)
    except _NoVectors:
        return []
    for index, items in compared.items():
        nearest[index] = items
        text = json.dumps([[item.score, item.line] for item in items])
        await cache.add(keys[index], text)
    reported = {item.statement for item in found}
    ranked = [
        (item, exchange, sentence)
        for index, (exchange, sentences) in said.items()
        for item, sentence in zip(nearest[index], sentences, strict=True)
        if not any(piece.as_evidence() in reported for piece in sentence.pieces)
    ]
    ranked = [entry for entry in ranked if entry[0].score >= MIN_SCORE]
    ranked.sort(key=lambda entry: -entry[0].score)
    shown: list[SaidAboutLine] = []
    quoted: set[Sentence] = set()
    for _, exchange, sentence in ranked[:MAX_TRIED]:
        if len(shown) == MAX_PASSAGES:
            break
        if sentence in quoted:
            continue
        pairs = [ClaimPair(context, exchange.question, sentence.text) for _, context in lines]
        line, _ = lines[await _choose_line(engines, pairs, priority=priority, cache=cache)]
        if [item.cv_line for item in shown].count(line) == MAX_OF_A_LINE:
            continue
        passage = _with_neighbors(exchange.sentences, sentence, without=quoted)
        quoted.update(passage)
        shown.append(SaidAboutLine(line, copy_evidence(passage)))
    return shown


def _with_neighbors(
    sentences: Sequence[Sentence], sentence: Sentence, *, without: Collection[Sentence]
) -> Sequence[Sentence]:
    """The sentence with the one after it and the one before it, as far as that is short enough to quote."""
    start = sentences.index(sentence)
    end = start + 1
    words = count_words(sentence.text)

    def fits(at: int) -> bool:
        return (
            0 <= at < len(sentences)
            and sentences[at] not in without
            and words + count_words(sentences[at].text) <= MAX_PASSAGE_WORDS
        )

    if fits(end):
        words += count_words(sentences[end].text)
        end += 1
    if fits(start - 1):
        start -= 1
    return sentences[start:end]


async def _choose_line(
    engines: Engines, pairs: Sequence[ClaimPair], *, priority: Callable[[], Priority], cache: TextCache
) -> int:
    """The line of the CV to show beside a statement, among all: that of the pair with the highest score.

    Words that both have in common count too. The nearest lines, which decided that the statement is shown,
    often miss the one that it is about. Raises EngineError.
    """
    models = [engines.judge.identity, *engines.judge.trained]
    texts = [[pair.line, pair.question, pair.statement] for pair in pairs]
    parts = ["line", load_weights(), [[model.name, model.sha256] for model in models], texts]
    key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    if text := cache.find(key):
        return int(text)
    relations = await engines.judge.compare(pairs, priority=priority())
    scores = [score_pair(pair, relation) for pair, relation in zip(pairs, relations, strict=True)]
    ignored = load_stop_words("en")
    for at, pair in enumerate(pairs):
        said = content_stems(f"{pair.question} {pair.statement}", ignored=ignored)
        scores[at] += SHARED_WORD * len(said & content_stems(pair.line, ignored=ignored))
    best = max(range(len(scores)), key=scores.__getitem__)
    await cache.add(key, str(best))
    return best


class _NoVectors(Exception):
    """The embeddings engine is not available."""


def list_statements(exchanges: Sequence[Exchange]) -> dict[int, tuple[Exchange, list[Sentence]]]:
    """The exchanges that hold statements, with these, by the index of the exchange."""
    statements = [
        (exchange, sentence)
        for exchange in exchanges
        if exchange.kind is not QuestionKind.COURTESY
        for sentence in exchange.sentences
        if count_words(sentence.text) >= MIN_STATEMENT_WORDS and not sentence.text.rstrip().endswith("?")
    ][:MAX_STATEMENTS]
    said: dict[int, tuple[Exchange, list[Sentence]]] = {}
    for exchange, sentence in statements:
        said.setdefault(exchange.index, (exchange, []))[1].append(sentence)
    return said


def _make_key(engines: Engines, cv_text: str, exchange: Exchange, sentences: Sequence[Sentence]) -> str:
    """Hash of everything that the comparison of an exchange with the CV follows from."""
    models = [engines.judge.identity, *engines.judge.trained, engines.embeddings.identity]
    parts = [
        "passages",
        load_weights(),
        [[model.name, model.sha256] for model in models],
        cv_text,
        exchange.question,
        [sentence.text for sentence in sentences],
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


async def _compare(
    engines: Engines,
    said: Mapping[int, tuple[Exchange, Sequence[Sentence]]],
    contexts: Sequence[str],
    *,
    priority: Callable[[], Priority],
) -> dict[int, list[NearestLine]]:
    """For every statement the line of the CV that it contradicts most probably, by exchange.

    Raises _NoVectors, and EngineError if the judge fails.
    """
    if not said:
        return {}
    statements = number_statements(said)
    try:
        pairs, places = await pair_up(engines, statements, contexts, priority=priority)
    except EngineError:
        raise _NoVectors from None
    relations = await engines.judge.compare(pairs, priority=priority())
    best: dict[int, NearestLine] = {}
    for pair, (place, line), relation in zip(pairs, places, relations, strict=True):
        score = round(score_pair(pair, relation), 3)
        if place not in best or score > best[place].score:
            best[place] = NearestLine(score, line)
    compared: dict[int, list[NearestLine]] = {index: [] for index in said}
    for place, (index, _, _) in enumerate(statements):
        compared[index].append(best[place])
    return compared


async def pair_up(
    engines: Engines,
    statements: Sequence[tuple[int, str, str]],
    contexts: Sequence[str],
    *,
    priority: Callable[[], Priority],
) -> tuple[list[ClaimPair], list[tuple[int, int]]]:
    """Each statement with the lines nearest to it, and (statement, line) of each pair. Raises EngineError."""
    texts = [*contexts, *(text for _, _, text in statements)]
    vectors = await embed_texts(engines, texts, priority=priority)
    pairs: list[ClaimPair] = []
    places: list[tuple[int, int]] = []
    for place, (_, question, text) in enumerate(statements):
        for line in _find_nearest(vectors[len(contexts) + place], vectors[: len(contexts)]):
            pairs.append(ClaimPair(contexts[line], question, text))
            places.append((place, line))
    return pairs, places


def number_statements(said: Mapping[int, tuple[Exchange, Sequence[Sentence]]]) -> list[tuple[int, str, str]]:
    """(index of the exchange, question, statement) of every statement."""
    return [
        (index, exchange.question, sentence.text)
        for index, (exchange, sentences) in said.items()
        for sentence in sentences
    ]


def _find_nearest(vector: Sequence[float], others: Sequence[Sequence[float]]) -> list[int]:
    cosines = [cosine(vector, other) for other in others]
    return sorted(range(len(others)), key=lambda at: -cosines[at])[:NEAREST_LINES]
