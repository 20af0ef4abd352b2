"""`greenroom bench judgement`: quality of judge and rules on interviews that were not used to build them."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.analysis.analyze import CHECKED_LANGUAGE
from app.analysis.consistency.check import InterviewClaims
from app.analysis.consistency.facts import ConsistencyCheck
from app.analysis.consistency.report import add_side_by_side
from app.analysis.consistency.side_by_side import compare_side_by_side
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Category, RequirementStatus, TranscriptLine
from app.analysis.judging import LIKELY, JudgedAnswer, any_of, judge_answers, rate_answer
from app.analysis.scoring import compute_score
from app.bench.judgement_twins import as_lines, compare_lengths, compare_twins, load_words, observe_turns
from app.candidates.service import CandidateFacts
from app.core.clock import utc_now
from app.core.settings import Settings
from app.documents.sandbox.requests import understand_text
from app.documents.tables import DocumentType
from app.engines import make_engines_config
from models.judgement.encoding import Exchange
from models.judgement.examples import Example, read_examples
from models.judgement.labels import CONCERNS, EVIDENCE, WEAKNESSES, AnswerLabel, SentenceLabel
from models.judgement.metrics import average_precision, f1
from models.ports import Engines, Priority
from models.runtime import build_engines

AGAINST_CV = "against_cv"
"""Cases in which a statement contradicts the CV."""
BESIDE_CV = "found or beside the CV"
DENIED = "denied requirement"
"""The planted denials whose requirement the report names, and that are the first concern."""
NOT_ANSWERED = (AnswerLabel.EVASIVE, AnswerLabel.REFUSED)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder with any of pairs, adversarial, sentences and consistency.jsonl, and interviews/*.json",
    )
    parser.add_argument(
        "--twins",
        action="store_true",
        help="measure instead how far scores move with length, order, person, fillers, accent and errors",
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Judge every answer of the folder and return the metrics."""
    engines = build_engines(make_engines_config(Settings()))
    result: dict[str, object] = {}
    try:
        if args.twins:
            return await _compare_twins(engines, args.data)
        for name in ("pairs", "adversarial"):
            if rows := _read_lines(args.data / f"{name}.jsonl"):
                result[name] = await _count_preferred(engines, rows)
        if (path := args.data / "sentences.jsonl").exists():
            result |= await _measure_labels(engines, read_examples([path]))
        result["interviews"] = [
            await _measure_interview(engines, name, data) for name, data in _load_interviews(args.data)
        ]
        if rows := _read_lines(args.data / "consistency.jsonl"):
            result["consistency"] = await _count_contradictions(engines, rows)
        return result
    finally:
        await engines.stop()


async def _compare_twins(engines: Engines, folder: Path) -> dict[str, object]:
    lexicon = load_words()
    interviews = [data for _, data in _load_interviews(folder)]
    result = await compare_twins(engines, interviews, lexicon)
    if rows := _read_lines(folder / "pairs.jsonl"):
        result["score_by_length"] = await compare_lengths(engines, rows, lexicon)
    return result


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file; none if there is no such file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


async def _count_preferred(engines: Engines, rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """In how many pairs the strong answer is rated higher, by kind of weakness and in all."""
    exchanges = [
        Exchange(row["question"], tuple(row[side]), row["requirement"] or "")
        for row in rows
        for side in ("strong", "weak")
    ]
    judgments = await engines.judge.judge(exchanges, priority=Priority.INTERACTIVE)
    values = [
        rate_answer(judgment, has_requirement=bool(exchange.requirement)).value
        for exchange, judgment in zip(exchanges, judgments, strict=True)
    ]
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for index, row in enumerate(rows):
        for key in (row["kind_of_weakness"], "all"):
            total[key] += 1
            right[key] += values[2 * index] > values[2 * index + 1]
    return {key: f"{right[key]} of {total[key]}" for key in total}


async def _check_consistency(
    engines: Engines, cv: str, lines: Sequence[TranscriptLine], answers: Sequence[JudgedAnswer] | None = None
) -> ConsistencyCheck:
    """The consistency check without the language model; the lines are judged if there are no answers."""
    lexicon = load_words()
    today = utc_now().date()
    understood = await understand_text(cv, stated_type=DocumentType.CV, today=today)
    if not isinstance(understood.facts, CandidateFacts):
        raise TypeError("The facts of a CV are those of a candidate.")
    exchanges = find_exchanges(lines, lexicon)
    interview = InterviewClaims.read(exchanges, cv_parsed=understood.facts.cv_parsed, cv_text=cv, today=today)
    check = interview.finish()
    if answers is None:
        answers = await judge_answers(
            engines, exchanges, {}, lexicon=lexicon, priority=lambda: Priority.INTERACTIVE
        )
    compared = await compare_side_by_side(
        engines, answers, cv, found=check.discrepancies, priority=lambda: Priority.INTERACTIVE
    )
    return add_side_by_side(check, compared)


async def _count_contradictions(engines: Engines, rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """How many contradictions are found with their words, and how many clean cases have one.

    "found or beside the CV" also counts contradictions to the CV in a passage beside one of its lines.
    """
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row in rows:
        check = await _check_consistency(engines, row["cv"], as_lines(row["turns"]))
        total[row["kind"]] += 1
        if row["kind"] == "clean":
            found[row["kind"]] += bool(check.discrepancies)
        else:
            said = [item.statement.quote for item in check.discrepancies]
            said += [item.counterpart.quote for item in check.discrepancies]
            found[row["kind"]] += _share_words(said, row["quotes"])
        if row["kind"] == AGAINST_CV:
            total[BESIDE_CV] += 1
            said += [piece.quote for item in check.side_by_side for piece in item.evidence]
            found[BESIDE_CV] += _share_words(said, row["quotes"])
    return {kind: f"{found[kind]} of {total[kind]}" for kind in total}


def _share_words(shown: Sequence[str], planted: Sequence[str]) -> bool:
    return any(quote in words or words in quote for quote in shown for words in planted)


def _load_interviews(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    paths = sorted((folder / "interviews").glob("*.json"))
    return [(path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in paths]


async def _measure_interview(engines: Engines, name: str, data: dict[str, Any]) -> dict[str, object]:
    """Which planted facts of an interview are found, and the scores of its weaker and stronger half.

    A fact is found if a finding of its kind quotes its turn.
    """
    language = data.get("language", CHECKED_LANGUAGE)
    observed = await observe_turns(engines, data, data["turns"], load_words(language))
    strengths = {e.segment_id for item in observed.strengths for e in item.quote}
    concerns = {e.segment_id for item in observed.concerns for e in item.quote}
    first = {e.segment_id for item in observed.concerns[:1] for e in item.quote}
    denied = {item.requirement for item in observed.requirements if item.status is RequirementStatus.DENIED}
    check = None
    if language == CHECKED_LANGUAGE:
        check = await _check_consistency(engines, data["cv"], as_lines(data["turns"]), observed.answers)
    discrepancies, passages = (check.discrepancies, check.side_by_side) if check else ((), ())
    contradictions = {item.statement.segment_id for item in discrepancies}
    places = {"strength": strengths, "contradiction": contradictions}
    beside_cv = contradictions | {e.segment_id for item in passages for e in item.evidence}
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    sold = 0
    for fact in data["planted"]:
        kind, segment = fact["kind"], f"s{fact['turn']}"
        total[kind] += 1
        found[kind] += segment in places.get(kind, concerns)
        if kind == "contradiction":
            total[BESIDE_CV] += 1
            found[BESIDE_CV] += segment in beside_cv
        if kind == "denial":
            total[DENIED] += 1
            found[DENIED] += fact["requirement"] in denied and segment in first
        sold += kind == "concern" and segment in strengths
    counted = (item for item in observed.answers if item.weight > 0)
    by_value = sorted(counted, key=lambda item: item.rating.value)
    half = len(by_value) // 2
    return {
        "name": name,
        "found": {kind: f"{found[kind]} of {total[kind]}" for kind in total},
        "concerns_sold_as_strengths": sold,
        "denied": sorted(denied),
        "findings": [len(observed.strengths), len(observed.concerns), len(discrepancies)],
        "technical": observed.technical.value,
        "communication": observed.communication.value,
        "technical_of_halves": [
            compute_score(by_value[:half], Category.TECHNICAL).value,
            compute_score(by_value[half:], Category.TECHNICAL).value,
        ],
    }


async def _measure_labels(engines: Engines, examples: Sequence[Example]) -> dict[str, object]:
    """Average precision of the labels, F1 of evasions per answer, and the speed."""
    started = time.monotonic()
    judgments = await engines.judge.judge(
        [example.exchange for example in examples], priority=Priority.INTERACTIVE
    )
    seconds = time.monotonic() - started
    truth = [labels for example in examples for labels in example.sentence_labels]
    read = [sentence for judgment in judgments for sentence in judgment.sentences]
    precision: dict[str, float] = {}
    for name, group in (("any evidence", EVIDENCE), ("any weakness", WEAKNESSES), ("any concern", CONCERNS)):
        is_true = [bool(labels & group) for labels in truth]
        scores = [any_of(sentence[label] for label in group) for sentence in read]
        precision[name] = round(average_precision(is_true, scores), 3)
    for label in SentenceLabel:
        is_true = [label in labels for labels in truth]
        if any(is_true):
            scores = [sentence[label] for sentence in read]
            precision[label.value] = round(average_precision(is_true, scores), 3)
    evaded = [example.answer_label in NOT_ANSWERED for example in examples]
    found = [sum(judgment.answer[label] for label in NOT_ANSWERED) >= LIKELY for judgment in judgments]
    return {
        "average_precision": precision,
        "evasion_f1": round(f1(evaded, found), 3),
        "sentences_per_second": round(len(read) / seconds, 1),
    }
