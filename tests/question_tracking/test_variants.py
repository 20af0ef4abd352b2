"""Labeled sessions with other lists of prepared questions, and their figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.question_tracking.measuring import ALL_VARIANTS, measure_variants
from app.question_tracking.sessions import Session, read_sessions
from app.question_tracking.variants import LONG_LIST, Variant, vary
from tests.fakes.engines import fake_engines
from tests.question_tracking.sample_sessions import BAKER, OTHERS


@pytest.fixture
def sessions(tmp_path: Path) -> list[Session]:
    many = "".join(f"\n== trade {n} | en\n1 Topic{n} alpha{n}?\n2 Subject{n} beta{n}?\n" for n in range(12))
    path = tmp_path / "sessions.txt"
    path.write_text(BAKER + OTHERS + many, encoding="utf-8")
    return read_sessions(path)


def label(session: Session) -> list[list[str]]:
    """The prepared questions that each line asks."""
    return [
        [session.questions[index] for index in session.list_asked(line)] for line in range(len(session.lines))
    ]


def test_the_own_list_is_the_session_itself(sessions: list[Session]) -> None:
    assert vary(sessions[0], sessions, Variant.OWN, seed=0) is sessions[0]


@pytest.mark.parametrize(
    ("variant", "count", "own"),
    [
        (Variant.HALF_FOREIGN, 4, 2),
        (Variant.ONE_OF_EACH, 2, 1),
        (Variant.FOREIGN, 4, 0),
        (Variant.MANY_FOREIGN, 10, 0),
        (Variant.THINNED, 2, 2),
        (Variant.LONG, LONG_LIST, 4),
    ],
)
def test_a_variant_has_so_many_questions_and_keeps_the_labels(
    sessions: list[Session], variant: Variant, count: int, own: int
) -> None:
    baker = sessions[0]
    varied = vary(baker, sessions, variant, seed=3)
    assert len(varied.questions) == count
    assert len(set(varied.questions) & set(baker.questions)) == own
    for before, after in zip(label(baker), label(varied), strict=True):
        assert set(after) == set(before) & set(varied.questions)
    answered = {baker.questions[index] for index in baker.answered}
    assert {varied.questions[index] for index in varied.answered} == answered & set(varied.questions)


def test_one_of_each_keeps_a_question_that_was_asked(sessions: list[Session]) -> None:
    assert all(len(vary(sessions[0], sessions, Variant.ONE_OF_EACH, seed=n).asked) == 1 for n in range(9))


def test_foreign_questions_are_of_the_same_language_and_ask_nothing_of_the_own(
    sessions: list[Session],
) -> None:
    foreign = {
        question
        for seed in range(20)
        for question in vary(sessions[0], sessions, Variant.MANY_FOREIGN, seed=seed).questions
    }
    assert "How do you measure a roof?" in foreign
    assert not foreign & {"Wie streichen Sie eine Wand?", "Which oven do you use?"}


def test_the_same_seed_gives_the_same_list(sessions: list[Session]) -> None:
    lists = [vary(sessions[0], sessions, Variant.LONG, seed=seed).questions for seed in (1, 1, 2)]
    assert lists[0] == lists[1] != lists[2]


async def test_figures_are_given_for_each_variant_and_all_together(sessions: list[Session]) -> None:
    figures = await measure_variants(fake_engines(), sessions[:1], sessions)
    assert set(figures) == {*Variant, ALL_VARIANTS}
    assert figures[ALL_VARIANTS].sessions == len(Variant)
    assert figures[Variant.OWN].recall_at_threshold > 0
