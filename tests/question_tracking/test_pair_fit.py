"""The fit of the matcher that reads pairs: its lists of questions and their weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.question_tracking.features import FEATURES, PAIR_FEATURES, add_pairs
from app.question_tracking.pair_fit import UNUSUAL_WEIGHT, list_copies, list_sessions
from app.question_tracking.sessions import Session, read_sessions
from app.question_tracking.spoken import list_units
from app.question_tracking.training import FOLDS, Rows, fit_matcher
from tests.question_tracking.sample_sessions import BAKER, OTHERS

LOG_ODDS = PAIR_FEATURES.index("log_odds")


@pytest.fixture
def sessions(tmp_path: Path) -> list[Session]:
    path = tmp_path / "sessions.txt"
    path.write_text(BAKER + OTHERS, encoding="utf-8")
    return read_sessions(path)


def build_rows(session: Session, sign: float, weight: float) -> Rows:
    """Rows whose log-odds are ``sign`` where a question is asked, and -``sign`` elsewhere."""
    units = list_units(session.lines)
    labels = tuple(frozenset(session.list_asked(unit.index)) for unit in units)
    columns = range(len(session.questions))
    log_odds = np.array([[sign if column in asked else -sign for column in columns] for asked in labels])
    features = add_pairs(np.zeros((len(units), len(columns), len(FEATURES))), log_odds)
    return Rows(session, units, features, labels, weight)


def test_a_list_of_another_interview_explains_little_and_is_little_covered() -> None:
    explained, covered = PAIR_FEATURES.index("explained"), PAIR_FEATURES.index("covered")
    found = add_pairs(np.zeros((2, 3, len(FEATURES))), np.array([[6.0, -6.0, -6.0], [-6.0, -6.0, -6.0]]))
    assert found[:, 0, explained] == pytest.approx([0.0, 0.5], abs=0.01)
    assert found[0, :, covered] == pytest.approx([0.5 / 3, 1.5 / 3, 1.5 / 3], abs=0.01)


def test_a_session_is_fitted_with_its_own_and_with_other_lists(sessions: list[Session]) -> None:
    baker, roofer, _ = sessions
    copies = list_copies(baker, [roofer], index=0)
    own = [(one.lines == baker.lines, weight) for one, weight in copies if one.questions == baker.questions]
    assert own == [(True, 1.0), (False, 1.0)]
    others = [(one, weight) for one, weight in copies if one.questions != baker.questions]
    assert {weight for _, weight in others} == {UNUSUAL_WEIGHT}
    foreign = [one.questions for one, _ in others if not set(one.questions) & set(baker.questions)]
    assert foreign == [["How do you measure a roof?", "How do you carry tiles?"]]


def test_lists_with_foreign_questions_take_turns(sessions: list[Session]) -> None:
    baker, roofer, _ = sessions
    kept = [
        len(set(copies[3][0].questions) & set(baker.questions))
        for copies in (list_copies(baker, [roofer], index=index) for index in range(3))
    ]
    assert kept == [0, 2, 1]


def test_a_session_counts_by_its_weight(sessions: list[Session]) -> None:
    def fit(weight: float) -> float:
        right, wrong = build_rows(sessions[0], 2.0, 1.0), build_rows(sessions[0], -2.0, weight)
        fitted = fit_matcher([right, wrong] * FOLDS, [fold for fold in range(FOLDS) for _ in range(2)])
        return float(fitted["coefficients"][LOG_ODDS])  # type: ignore[index]

    assert fit(0.1) > fit(1.0) + 1.0
    assert fit(1.0) > fit(10.0) + 1.0


def test_the_sessions_of_the_fit_are_english_and_none_is_read_twice() -> None:
    sessions = list_sessions()
    assert len(sessions) > 80
    assert {session.language for session in sessions} == {"en"}
    assert len({tuple(line.text for line in session.lines) for session in sessions}) == len(sessions)
