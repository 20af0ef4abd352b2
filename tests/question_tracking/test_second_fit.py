"""The fit of the second reading: which pairs it reads, and what the model's log-odds add."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from app.question_tracking import second_fit
from app.question_tracking.features import to_probabilities
from app.question_tracking.second_fit import (
    RatedQuestion,
    ReadPair,
    fit_fusion,
    keep_choices,
    list_sessions,
    measure,
    rate_sessions,
)
from app.question_tracking.second_reading import make_request
from app.question_tracking.sessions import read_sessions
from app.question_tracking.spoken import Unit
from app.question_tracking.variants import Variant
from models.ports import ChoiceRequest, Message, Priority
from tests.fakes.engines import FakeLlm, fake_engines
from tests.question_tracking.sample_sessions import BAKER

OPEN = """
== smith | en
1 How do you harden a steel blade?
--
R1 Say a blade is soft, what then?
C+ I heat it and put it in oil until it is cold.
R Thank you, that is clear.
"""


def make_questions() -> list[RatedQuestion]:
    """The model is right in seven of eight files and the matcher in half of the questions."""
    return [
        RatedQuestion(
            str(file),
            Variant.OWN,
            to_probability(matcher),
            (ReadPair((matcher, model if file else -model, 3.0), model > 0),),
            model > 0,
        )
        for file, matcher, model in product(range(8), (-2.0, 2.0) * 10, (-3.0, 3.0))
    ]


def to_probability(log_odds: float) -> float:
    return float(to_probabilities(np.array(log_odds)))


def test_the_reader_that_is_right_gets_the_weight() -> None:
    of_matcher, of_model, _, _ = fit_fusion(make_questions())
    assert abs(of_matcher) < 0.01
    assert of_model > 0.2


def test_the_best_unit_of_a_question_is_calibrated() -> None:
    # Two of three units beside a question that was asked do not ask it.
    wrong = ReadPair((0.0, -2.0, 0.0), False)
    asked = RatedQuestion("", Variant.OWN, 0.5, (wrong, ReadPair((0.0, 2.0, 0.0), True), wrong), True)
    other = RatedQuestion("", Variant.OWN, 0.5, (wrong, wrong, wrong), False)
    _, of_model, _, intercept = fit_fusion([asked, other] * 20)
    assert of_model * 2 + intercept == pytest.approx(-(of_model * -2 + intercept), abs=0.05)


def test_figures_come_from_a_fit_to_the_other_files() -> None:
    # The model is right in one file and wrong in the other, so each fit misleads in the other file.
    opposed = [question for question in make_questions() if question.file in ("0", "1")]
    figures = measure([*opposed, RatedQuestion("1", Variant.OWN, 0.99, (), False)])
    assert [figures["0 own"][reader]["falseAsked"] for reader in ("matcher", "both")] == [10, 20]
    assert [figures["1 own"][reader]["falseAsked"] for reader in ("matcher", "both")] == [11, 21]


def test_written_sessions_are_read_with_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_fit, "SESSIONS_FOLDER", tmp_path)
    for name in ("heard-1.txt", "blind-7.txt"):
        (tmp_path / name).write_text(BAKER, encoding="utf-8")
    files = list_sessions()
    (heard,), (written,) = files["heard-1"], files["blind-7"]
    assert heard.lines == read_sessions(tmp_path / "heard-1.txt")[0].lines
    assert written.lines != heard.lines


async def test_undecided_questions_of_both_lists_are_read(tmp_path: Path) -> None:
    path = tmp_path / "sessions.txt"
    path.write_text(OPEN + BAKER, encoding="utf-8")
    llm = FakeLlm(choices=lambda _request: 1.0)
    files = {"smith": read_sessions(path)[:1], "baker": read_sessions(path)[1:]}
    choose = keep_choices(llm, None)

    async def read(unit: Unit, question: str) -> float:
        return await choose(make_request(unit, question))

    found = await rate_sessions(fake_engines(llm=llm), files, read)
    assert {(one.file, one.variant) for one in found if one.pairs} == {
        ("smith", Variant.OWN),
        ("smith", Variant.HALF_FOREIGN),
    }
    assert {pair.features[1] for one in found for pair in one.pairs} == {1.0}
    assert set(llm.choices.priorities) == {Priority.BACKGROUND}


async def test_an_interrupted_fit_continues(tmp_path: Path) -> None:
    path = tmp_path / "choices.jsonl"
    requests = [ChoiceRequest((Message("user", text),), ("Yes", "No")) for text in ("First?", "Second?")]
    first, second = FakeLlm(choices=lambda _request: 1.5), FakeLlm(choices=lambda _request: 2.5)
    assert await keep_choices(first, path)(requests[0]) == 1.5
    choose = keep_choices(second, path)
    assert [await choose(request) for request in requests] == [1.5, 2.5]
    assert len(second.choices.requests) == 1
