"""Fits the second reading of undecided questions, and writes ``second_weights.json`` with its figures.

    python -m app.question_tracking.second_fit [--choices FILE]

To be run after ``pair_fit``, with the language model that servers use: the weights hold for that model only.
The sessions are recognized speech, or written with invented errors, and the matcher was not fitted to them.
The figures compare the matcher alone with both readers, each file with a fit to the other files.
It takes a quarter of an hour or more. With ``--choices``, what the model said is kept in a file, so that an
interrupted fit continues.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.features import Matrix, to_probabilities
from app.question_tracking.matching import (
    CONFIDENCE_THRESHOLD,
    PAIR_LANGUAGE,
    Ratings,
    choose_matches,
    rate_questions,
)
from app.question_tracking.measuring import find_calibration_error
from app.question_tracking.second_reading import (
    SECOND_WEIGHTS_FILE,
    UNITS_PER_QUESTION,
    make_features,
    make_request,
)
from app.question_tracking.sessions import DATA_FOLDER, Session, count_labels, misrecognize, read_sessions
from app.question_tracking.spoken import Unit
from app.question_tracking.training import solve_logistic
from app.question_tracking.variants import Variant, vary
from models.ports import ChoiceRequest, Engines, LlmEngine, Priority
from models.remembering import remember_results
from models.runtime import build_engines

SESSIONS_FOLDER = DATA_FOLDER / "second-fit"
WRITTEN_FILES = ("blind-7", "spoken-4")
"""Sessions that nobody spoke: they are read with invented errors."""
UNUSUAL_LISTS = (Variant.HALF_FOREIGN, Variant.FOREIGN)
"""Lists with questions of other trades: one of them for each session, in turn."""
UNUSUAL_WEIGHT = 0.5
"""Weight of other lists than that of the session, which are rarer."""
RIDGE = 0.1
TIMEOUT_SECONDS = 600.0
"""Time limit of one choice: other programs may keep the machine busy during a fit."""

Choose = Callable[[ChoiceRequest], Awaitable[float]]
"""The log-odds of the two answers."""
Read = Callable[[Unit, str], Awaitable[float]]
"""The log-odds that a unit asks a question, by the reader that is fitted."""


@dataclass(frozen=True, slots=True)
class ReadPair:
    """A unit that both readers have rated beside an undecided question."""

    features: tuple[float, float, float]
    """As from ``make_features``."""
    asks: bool
    """Whether the unit asks the question."""


@dataclass(frozen=True, slots=True)
class RatedQuestion:
    """A prepared question with what both readers say."""

    file: str
    variant: Variant
    probability: float
    """Of the matcher alone; 0 if it has no unit for the question."""
    pairs: tuple[ReadPair, ...]
    """The units that were read beside it; none if the matcher decides."""
    was_asked: bool
    """By any unit."""

    @property
    def weight(self) -> float:
        return 1.0 if self.variant is Variant.OWN else UNUSUAL_WEIGHT


def list_sessions() -> dict[str, list[Session]]:
    """The sessions of the fit by name of the file, as speech recognition writes them."""
    found: dict[str, list[Session]] = {}
    for path in sorted(SESSIONS_FOLDER.glob("*.txt")):
        sessions = [session for session in read_sessions(path) if session.language == PAIR_LANGUAGE]
        if path.stem in WRITTEN_FILES:
            sessions = [misrecognize(session, seed=1_000 + index) for index, session in enumerate(sessions)]
        found[path.stem] = sessions
    return found


def keep_choices(llm: LlmEngine, path: Path | None) -> Choose:
    """Ask the model each request once, and keep what it said in a file of JSON lines, if one is given.

    Raises EngineError, and ValueError if the file holds anything else.
    """
    kept: dict[str, float] = {}
    if path is not None and path.is_file():
        lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        kept = {line["text"]: line["logOdds"] for line in lines if line["model"] == llm.identity.name}

    async def choose(request: ChoiceRequest) -> float:
        text = request.messages[-1].content
        if text not in kept:
            patient = replace(request, timeout_seconds=TIMEOUT_SECONDS)
            kept[text] = (await llm.choose(patient, priority=Priority.BACKGROUND)).log_odds
            if path is not None:
                line = {"model": llm.identity.name, "text": text, "logOdds": kept[text]}
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
        return kept[text]

    return choose


async def rate_sessions(
    engines: Engines,
    files: Mapping[str, Sequence[Session]],
    read: Read,
    *,
    units_per_question: int = UNITS_PER_QUESTION,
    reads_replies: bool = True,
) -> list[RatedQuestion]:
    """The questions of all sessions, with the own list and another one. Raises EngineError.

    ``reads_replies`` says whether the judge's reading of replies counts as part of the matcher.
    """
    everything = [session for sessions in files.values() for session in sessions]
    found: list[RatedQuestion] = []
    for file, sessions in files.items():
        for index, session in enumerate(sessions):
            for variant in (Variant.OWN, UNUSUAL_LISTS[index % len(UNUSUAL_LISTS)]):
                listed = vary(session, everything, variant, seed=index)
                ratings = await rate_questions(
                    engines,
                    listed.lines,
                    listed.questions,
                    language=listed.language,
                    priority=Priority.BACKGROUND,
                    reads_replies=reads_replies,
                )
                found += await _rate(ratings, read, listed, file, variant, units_per_question)
    return found


async def _rate(
    ratings: Ratings, read: Read, session: Session, file: str, variant: Variant, units_per_question: int
) -> list[RatedQuestion]:
    chosen = {match.question: match.probability for match in choose_matches(ratings.units, ratings.table)}
    readable = ratings.list_open()
    rated: list[RatedQuestion] = []
    for question, text in enumerate(session.questions):
        pairs: list[ReadPair] = []
        for row in readable.get(question, [])[:units_per_question]:
            unit = ratings.units[row]
            log_odds = await read(unit, text)
            asks = any(question in session.list_asked(at) for at in range(unit.first, unit.index + 1))
            features = make_features(float(ratings.table[row, question]), log_odds, unit.reply)
            pairs.append(ReadPair(features, asks))
        probability, was_asked = chosen.get(question, 0.0), question in session.asked
        rated.append(RatedQuestion(file, variant, probability, tuple(pairs), was_asked))
    return rated


def fit_fusion(questions: Sequence[RatedQuestion]) -> Matrix:
    """Weights of the features, and the intercept.

    The weights say which unit asks a question. Then the best unit of each question is calibrated.
    """
    undecided = [question for question in questions if question.pairs]
    pairs = [(pair, question.weight) for question in undecided for pair in question.pairs]
    by_unit = solve_logistic(
        np.array([pair.features for pair, _ in pairs]),
        np.array([float(pair.asks) for pair, _ in pairs]),
        np.array([weight for _, weight in pairs]),
        RIDGE,
    )
    slope, offset = solve_logistic(
        np.array([[_rate_best(question, by_unit)] for question in undecided]),
        np.array([float(question.was_asked) for question in undecided]),
        np.array([question.weight for question in undecided]),
        RIDGE,
    )
    calibrated: Matrix = slope * by_unit
    calibrated[-1] += offset
    return calibrated


def _rate_best(question: RatedQuestion, weights: Matrix) -> float:
    """Log-odds of the best unit of a question."""
    return max(float(np.dot(weights[:-1], pair.features) + weights[-1]) for pair in question.pairs)


def measure(questions: Sequence[RatedQuestion]) -> dict[str, dict[str, dict[str, float]]]:
    """Asked F1, precision and calibration error by file and list, without and with the second reading.

    Each file is rated by a fit to the other files.
    """
    found: dict[str, dict[str, dict[str, float]]] = {}
    for file in dict.fromkeys(question.file for question in questions):
        weights = fit_fusion([question for question in questions if question.file != file])
        for variant in dict.fromkeys(question.variant for question in questions):
            own = [one for one in questions if (one.file, one.variant) == (file, variant)]
            both = [
                float(to_probabilities(np.array(_rate_best(one, weights)))) if one.pairs else one.probability
                for one in own
            ]
            found[f"{file} {variant}"] = {
                "matcher": _describe(own, [one.probability for one in own]),
                "both": _describe(own, both),
            }
    return found


def _describe(questions: Sequence[RatedQuestion], probabilities: Sequence[float]) -> dict[str, float]:
    is_found = [probability >= CONFIDENCE_THRESHOLD for probability in probabilities]
    true = sum(found and one.was_asked for found, one in zip(is_found, questions, strict=True))
    asked = sum(one.was_asked for one in questions)
    rated = [(value, one.was_asked) for value, one in zip(probabilities, questions, strict=True)]
    return {
        "questions": len(questions),
        "asked": asked,
        "askedF1": round(2 * true / max(1, sum(is_found) + asked), 3),
        "precision": round(true / max(1, sum(is_found)), 3),
        "falseAsked": sum(is_found) - true,
        "calibrationError": round(find_calibration_error(rated), 3),
    }


def describe_fit(
    model: str, questions: Sequence[RatedQuestion], files: Mapping[str, Sequence[Session]]
) -> dict[str, object]:
    """The fitted weights with their figures, as in the file."""
    of_matcher, of_model, of_reply, intercept = fit_fusion(questions)
    return {
        "model": model,
        "ofMatcher": round(float(of_matcher), 4),
        "ofModel": round(float(of_model), 4),
        "ofReply": round(float(of_reply), 4),
        "intercept": round(float(intercept), 4),
        "undecided": sum(bool(question.pairs) for question in questions),
        "read": sum(len(question.pairs) for question in questions),
        "data": count_labels([session for sessions in files.values() for session in sessions]),
        "figures": measure(questions),
    }


async def fit(choices: Path | None) -> None:
    """Write ``second_weights.json``."""
    engines = remember_results(build_engines(make_engines_config(Settings())))
    try:
        files = list_sessions()
        choose = keep_choices(engines.llm, choices)

        async def read(unit: Unit, question: str) -> float:
            return await choose(make_request(unit, question))

        data = describe_fit(engines.llm.identity.name, await rate_sessions(engines, files, read), files)
        SECOND_WEIGHTS_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    finally:
        await engines.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choices", type=Path, metavar="FILE", help="where the choices are kept")
    asyncio.run(fit(parser.parse_args().choices))
