"""Second reading of undecided matches: the language model reads line, reply and question together.

Where recognition has spoiled a line, the reply of the candidate often says what was asked. The log-odds of
the model and those of the matcher make one calibrated probability (``second_weights.json``, fitted by
``second_fit``). The weights hold for one model. With another one, and in other languages, the matcher alone
decides.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from app.question_tracking.features import Matrix
from app.question_tracking.spoken import Unit
from models.ports import ChoiceRequest, LlmEngine, Message

SECOND_WEIGHTS_FILE = Path(__file__).parent / "second_weights.json"
LOWEST, HIGHEST = 0.02, 0.92
"""Probabilities of the matcher between which a question is undecided."""
UNITS_PER_QUESTION = 2
"""Units that the model reads beside an undecided question: the matcher often prefers a wrong one."""
MIN_PROBABILITY = 1e-4
MAX_TEXT_CHARACTERS = 600
TIMEOUT_SECONDS = 30.0
SYSTEM = "You read transcripts of job interviews. Speech recognition has misheard some words."
TEMPLATE = """\
Prepared question: {question}

Interviewer: {line}
Candidate: {reply}

Did the interviewer ask the prepared question here, perhaps in other words? Answer Yes or No."""
ANSWERS = ("Yes", "No")


@dataclass(frozen=True, slots=True)
class Fusion:
    """A calibrated logistic regression over the log-odds of both readers and the length of the reply."""

    model: str
    """Name of the model that it was fitted with."""
    of_matcher: float
    of_model: float
    of_reply: float
    intercept: float

    @classmethod
    def read(cls, path: Path) -> Fusion:
        """The weights in a file of ``second_fit`` or ``reply_fit``."""
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(data["model"], data["ofMatcher"], data["ofModel"], data["ofReply"], data["intercept"])

    def rate(self, probability: float, log_odds: float, reply: str) -> float:
        """Probability that a unit asks, from that of the matcher, the log-odds of the model and the reply."""
        weights = (self.of_matcher, self.of_model, self.of_reply)
        features = make_features(probability, log_odds, reply)
        total = sum(weight * value for weight, value in zip(weights, features, strict=True)) + self.intercept
        return 1.0 / (1.0 + math.exp(-total))


def make_features(probability: float, log_odds: float, reply: str) -> tuple[float, float, float]:
    """Log-odds of the matcher, those of the model, and the length of the reply: small talk has short ones."""
    kept = min(max(probability, MIN_PROBABILITY), 1.0 - MIN_PROBABILITY)
    return math.log(kept / (1.0 - kept)), log_odds, math.log1p(len(reply.split()))


@cache
def load_fusion() -> Fusion | None:
    """The fitted weights; None if there are none."""
    if not SECOND_WEIGHTS_FILE.is_file():
        return None
    return Fusion.read(SECOND_WEIGHTS_FILE)


def find_fusion(llm: LlmEngine) -> Fusion | None:
    """The weights for the model in use, if it was fitted."""
    fusion = load_fusion()
    return fusion if fusion is not None and fusion.model == llm.identity.name else None


def list_readable(
    units: Sequence[Unit],
    table: Matrix,
    *,
    probabilities: Mapping[int, float],
    taken: Mapping[int, int],
) -> dict[int, list[int]]:
    """The units that the model could read beside each undecided question, the most probable first.

    ``table`` has the probabilities of the matcher (units × questions), ``probabilities`` those of the unit
    that it chose for each question, and ``taken`` the units that surely ask a question, with that question.
    """
    found: dict[int, list[int]] = {}
    for question, probability in probabilities.items():
        if LOWEST <= probability < HIGHEST:
            rows = [int(row) for row in np.argsort(-table[:, question], kind="stable")]
            found[question] = [
                row
                for row in rows
                if table[row, question] > 0.0
                and taken.get(row, question) == question
                and units[row].reply
                and units[row].is_reply_complete
            ]
    return found


def make_request(unit: Unit, question: str) -> ChoiceRequest:
    """What the model is asked about a unit and a question."""
    line = f"{unit.before} {unit.windows[0]}".strip()
    text = TEMPLATE.format(
        question=question[:MAX_TEXT_CHARACTERS], line=line[-MAX_TEXT_CHARACTERS:], reply=unit.reply
    )
    messages = (Message("system", SYSTEM), Message("user", text))
    return ChoiceRequest(messages, ANSWERS, timeout_seconds=TIMEOUT_SECONDS)


def apply_readings(
    fusion: Fusion,
    llm: LlmEngine,
    units: Sequence[Unit],
    questions: Sequence[str],
    table: Matrix,
    readable: Mapping[int, Sequence[int]],
) -> tuple[Matrix, dict[int, tuple[ChoiceRequest, ...]]]:
    """The table with the probabilities of both readers where the model has read, and what it has yet to read.

    It reads the first UNITS_PER_QUESTION units of a question; then the other readable ones count no more.
    Nothing is read here: the caller does that with ``llm.choose``, and the engine remembers the choices
    (``remember_results``). ``readable`` has the units of each undecided question, as from ``list_readable``.
    """
    result = table.copy()
    unread: dict[int, tuple[ChoiceRequest, ...]] = {}
    for question, rows in readable.items():
        requests = {row: make_request(units[row], questions[question]) for row in rows[:UNITS_PER_QUESTION]}
        choices = {row: llm.recall(request) for row, request in requests.items()}
        unread[question] = tuple(requests[row] for row, choice in choices.items() if choice is None)
        if not unread[question]:
            result[rows[UNITS_PER_QUESTION:], question] = 0.0
        for row, choice in choices.items():
            if choice is not None:
                result[row, question] = fusion.rate(
                    float(table[row, question]), choice.log_odds, units[row].reply
                )
    return result, unread
