"""Lines of the CV beside what was said about them, for a person to compare.

A head of the judge, trained on whole interviews, finds the statements that contradict a CV most probably
(``interview_signs.py``); the comparer chooses the line for each. The surest statement is named as a possible
contradiction from a limit on. The others are right too rarely for that: see docs/judgement.md.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from app.analysis.consistency.facts import (
    ClaimKind,
    Counterpart,
    Discrepancy,
    DiscrepancySeverity,
    Origin,
    SaidAboutLine,
)
from app.analysis.consistency.ranking import load_weights, score_pair
from app.analysis.exchanges import Exchange
from app.analysis.findings import Evidence
from app.analysis.interview_signs import rate_contradiction
from app.analysis.judging import JudgedAnswer
from app.analysis.selection import copy_evidence
from app.analysis.sentences import Sentence
from app.analysis.text_cache import TextCache
from app.text.bullets import is_bullet, without_bullet
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, count_words
from models.judgement.claims_encoding import ClaimPair
from models.ports import Engines, Priority

MAX_PASSAGES = 3
NAMED = -0.5
"""Least log-odds of a statement that is named as a possible contradiction."""
NAMED_WITH_LINE = -1.25
"""The same for a statement that has words in common with a line of the CV.

In 48 interviews that the weights had not seen, 26 statements are named rightly and 6 wrongly.
"""
LINE_WORDS = 2
"""Content words that a statement has in common with a line that is surely about the same."""
LIFE_STORY = 1 / 6
"""Share of an interview, at its start, in which no statement is named: people tell how they got where they are.

In 42 interviews that the weights had not seen, 1 of 8 statements named there contradicts the CV, and 16 of 20
later ones.
"""
LEAST = -2.1
"""Least log-odds of a statement that is shown."""
MAX_OF_A_LINE = 2
MAX_TRIED = 9
"""Statements that are considered for the three passages; each is compared with every line of the CV."""
SHARED_WORD = 0.6
"""What a word that a line of the CV and a statement have in common adds to the score of the line."""
MAX_PASSAGE_WORDS = 60
MIN_STATEMENT_WORDS = 4
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
class SideBySide:
    """What the heads of the judge and the comparer chose."""

    passages: tuple[SaidAboutLine, ...] = ()
    """Up to three, the first to compare first; no verdict."""
    contradiction: Discrepancy | None = None
    """The surest statement, if it is sure enough to be named; no passage then."""


async def compare_side_by_side(
    engines: Engines,
    answers: Sequence[JudgedAnswer],
    cv_text: str,
    *,
    found: Sequence[Discrepancy] = (),
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> SideBySide:
    """The statements that contradict the CV most probably, beside its lines.

    Statements of ``found``, which the report shows already, are left out. Statements that ``cache`` holds are
    not compared again. Raises EngineError if the judge fails.
    """
    lines = list_cv_lines(cv_text)
    if not lines or not answers:
        return SideBySide()
    cache = cache or TextCache()
    passages: list[SaidAboutLine] = []
    contradiction: Discrepancy | None = None
    quoted: set[Sentence] = set()
    ranked = _rank(answers, {item.statement for item in found})
    first = math.ceil(LIFE_STORY * (answers[-1].exchange.index + 1))
    named = _choose_named(ranked, lines, first=first)
    # The named one first: it may be behind surer ones of the start, and must not be a neighbor of theirs.
    tried = sorted(ranked, key=lambda entry: entry[2] is not named)[:MAX_TRIED]
    for _, exchange, sentence in tried:
        if len(passages) == MAX_PASSAGES:
            break
        if sentence in quoted:
            continue
        about = find_line_about(sentence.text, lines) if sentence is named else None
        if about is None:
            pairs = [ClaimPair(context, exchange.question, sentence.text) for _, context in lines]
            about = lines[await _choose_line(engines, pairs, priority=priority, cache=cache)]
        line, context = about
        if [item.cv_line for item in passages].count(line) == MAX_OF_A_LINE:
            continue
        passage = _with_neighbors(exchange.sentences, sentence, without=quoted)
        quoted.update(passage)
        evidence = copy_evidence(passage)
        if sentence is named:
            contradiction = _name(sentence, evidence, _quote_line(line, context, cv_text))
        else:
            passages.append(SaidAboutLine(line, evidence))
    return SideBySide(tuple(passages), contradiction)


def _rank(
    answers: Sequence[JudgedAnswer], reported: Collection[Evidence]
) -> list[tuple[float, Exchange, Sentence]]:
    """The statements that may contradict the CV with their log-odds, the surest first."""
    ranked = [
        (rate_contradiction(answers, at, item), answer.exchange, item.sentence)
        for at, answer in enumerate(answers)
        for item in answer.counted
        if count_words(item.sentence.text) >= MIN_STATEMENT_WORDS
        and not item.sentence.text.rstrip().endswith("?")
        and not any(piece.as_evidence() in reported for piece in item.sentence.pieces)
    ]
    likely = [entry for entry in ranked if entry[0] >= LEAST]
    return sorted(likely, key=lambda entry: -entry[0])


def _choose_named(
    ranked: Sequence[tuple[float, Exchange, Sentence]], lines: Sequence[tuple[str, str]], *, first: int
) -> Sentence | None:
    """The surest statement that is sure enough, or less sure and clearly about one of the lines.

    None of an exchange before the one with the index ``first``.
    """
    return next(
        (
            sentence
            for log_odds, exchange, sentence in ranked
            if exchange.index >= first
            and (
                log_odds >= NAMED
                or (log_odds >= NAMED_WITH_LINE and find_line_about(sentence.text, lines) is not None)
            )
        ),
        None,
    )


def find_line_about(statement: str, lines: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """The line that has the most and rarest words in common with a statement; None if it has too few.

    ``lines`` are those of ``list_cv_lines``.
    """
    ignored = load_stop_words("en")
    said = content_stems(statement, ignored=ignored)
    stems = [content_stems(context, ignored=ignored) for _, context in lines]
    counts = Counter(word for words in stems for word in words)

    def rate(at: int) -> float:
        return sum(math.log(1 + len(lines) / counts[word]) for word in said & stems[at])

    best = max(range(len(lines)), key=rate, default=None)
    return lines[best] if best is not None and len(said & stems[best]) >= LINE_WORDS else None


def _quote_line(line: str, context: str, cv_text: str) -> str:
    """The line, with the heading that has its dates if it has none."""
    heading, found, text = context.rpartition(" | ")
    is_dated = _YEAR.search(line) is not None or _YEAR.search(heading) is None
    return line if not found or is_dated or heading not in cv_text else f"{heading} … {text}"


def _name(sentence: Sentence, evidence: Sequence[Evidence], line: str) -> Discrepancy:
    """A possible contradiction, quoted from the segment that holds most of the sentence."""
    core = max(sentence.pieces, key=lambda piece: len(piece.text))
    return Discrepancy(
        kind=ClaimKind.STATEMENT,
        subject="",
        severity=DiscrepancySeverity.MODERATE,
        statement=next(item for item in evidence if item.segment_id == core.line.id),
        counterpart=Counterpart(Origin.CV, line),
    )


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

    Words that both have in common count too. Raises EngineError.
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
