"""The form in which people admit a practice, and what it adds to the judge's probabilities."""

from __future__ import annotations

import pytest

from app.analysis.admissions import OFFSET, WEIGHTS, rate_form, weigh_form
from app.analysis.concerns import select_concerns
from app.analysis.exchanges import find_exchanges
from app.analysis.judging import judge_answers
from app.analysis.lexicon import Lexicon, load_lexicon
from models.judgement.labels import SentenceLabel
from models.ports import Priority
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeJudge, fake_engines, make_judgment

PLAIN = "The crane has two brakes and a bell."
ADMISSION = "When the wind is up I just sign the sheet, because nobody reads it anyway."


def _load(language: str) -> Lexicon:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    return lexicon


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ADMISSION),
        ("de", "Wenn es windig ist, unterschreibe ich einfach die Liste, weil sie sowieso niemand liest."),
        ("fr", "Quand il y a du vent, je signe juste la feuille, parce que de toute façon personne ne lit."),
    ],
)
def test_an_admission_has_every_part_but_the_omission(language: str, said: str) -> None:
    expected = OFFSET + sum(weight for name, weight in WEIGHTS.items() if name != "omission")
    assert rate_form(said, _load(language)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I sign it instead of a second reading."),
        ("de", "Ich unterschreibe, ohne es zu lesen."),
        ("fr", "Je signe sans relire."),
    ],
)
def test_what_is_left_out_counts(language: str, said: str) -> None:
    assert rate_form(said, _load(language)) == pytest.approx(OFFSET + WEIGHTS["habit"] + WEIGHTS["omission"])


def test_what_others_do_is_no_admission() -> None:
    assert rate_form("When the wind is up they just sign it.", _load("en")) == OFFSET


def test_the_form_moves_bad_practices_only() -> None:
    moved = weigh_form({SentenceLabel.SHORTCUT: 0.5, SentenceLabel.GAP: 0.5}, 1.0)
    assert moved[SentenceLabel.SHORTCUT] == pytest.approx(0.73, abs=0.01)
    assert moved[SentenceLabel.GAP] == 0.5


@pytest.mark.parametrize(("said", "is_concern"), [(ADMISSION, True), (PLAIN, False)])
async def test_the_form_decides_where_the_judge_is_unsure(said: str, is_concern: bool) -> None:
    answers = await judge_answers(
        fake_engines(
            judge=FakeJudge(lambda forms: [make_judgment({SentenceLabel.SHORTCUT: 0.45}) for _ in forms])
        ),
        find_exchanges(to_transcript([("How do you check the crane?", said)]), _load("en")),
        {},
        lexicon=_load("en"),
        priority=lambda: Priority.INTERACTIVE,
    )
    assert [item.quote_text for item in select_concerns(answers)] == [said] * is_concern
