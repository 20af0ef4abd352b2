"""What the rest of a transcript says about a line and a question: rivals and order."""

from __future__ import annotations

import numpy as np

from app.question_tracking.context import CONTEXT_FEATURES, build_context

SURE, UNLIKELY = 6.0, -6.0


def read(context: np.ndarray, name: str) -> list[list[float]]:
    values: list[list[float]] = np.round(context[:, :, CONTEXT_FEATURES.index(name)], 2).tolist()
    return values


def test_a_question_after_the_one_that_was_asked_last_follows_it() -> None:
    # The first unit asks question 1 of 0 to 4, the second one is undecided.
    context = build_context(np.array([[UNLIKELY, SURE, UNLIKELY, UNLIKELY, UNLIKELY], [UNLIKELY] * 5]))
    assert read(context, "follows_last")[1] == [0.01, 0.0, 0.99, 0.0, 0.0]
    assert read(context, "soon_after_last")[1] == [0.0, 0.0, 0.0, 0.99, 0.99]
    assert read(context, "before_last")[1][:2] == [1.0, 1.0]


def test_the_first_question_follows_if_nothing_was_asked_yet() -> None:
    context = build_context(np.full((1, 3), UNLIKELY))
    assert read(context, "follows_last") == [[1.0, 0.0, 0.0]]


def test_a_question_before_the_one_that_is_asked_next_leads_to_it() -> None:
    context = build_context(np.array([[UNLIKELY] * 3, [UNLIKELY, UNLIKELY, SURE]]))
    assert read(context, "leads_to_next")[0] == [0.0, 1.0, 0.0]
    assert read(context, "soon_before_next")[0] == [1.0, 0.0, 0.0]


def test_a_pair_has_rivals_in_its_unit_and_for_its_question() -> None:
    context = build_context(np.array([[SURE, UNLIKELY], [0.0, UNLIKELY]]))
    asked_elsewhere = read(context, "asked_by_another_unit")
    assert asked_elsewhere[1][0] < asked_elsewhere[0][0] < 0
    assert read(context, "asks_another_question")[0][1] < -1
    assert read(context, "asks_another_question")[0][0] > -0.1


def test_one_unit_and_one_question_have_no_rivals() -> None:
    context = build_context(np.array([[0.0]]))
    assert read(context, "asked_by_another_unit") == read(context, "asks_another_question") == [[0.0]]


def test_a_text_in_which_nothing_is_sure_gives_finite_values() -> None:
    assert np.isfinite(build_context(np.array([[800.0, -800.0], [800.0, 800.0]]))).all()
