"""Rules of the matcher: one line one question, announcements, turns, and the trained figures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from app.question_tracking.matching import (
    CONFIDENCE_THRESHOLD,
    WEIGHTS_FILE,
    choose_matches,
    match_questions,
)
from app.question_tracking.sessions import (
    HELD_OUT_FILE,
    misrecognize,
    read_sessions,
    read_training_sessions,
)
from app.question_tracking.spoken import list_units, read_answer
from models.ports import Priority
from tests.fakes.engines import fake_engines
from tests.question_tracking.conftest import PUMP, ROSTER, TRAINING
from tests.question_tracking.spoken_lines import spoken

HEARD_FOLDER = Path(__file__).parents[1] / "bench" / "sense"


async def find_asked(*lines: str, questions: tuple[str, ...] = (PUMP, ROSTER, TRAINING)) -> dict[int, str]:
    """Id of the line that asks each question, by index."""
    matches = await match_questions(
        fake_engines(), spoken(*lines), questions, language="en", priority=Priority.LIVE_ANALYSIS
    )
    return {item.question: item.unit.line.id for item in matches if item.probability >= CONFIDENCE_THRESHOLD}


async def test_a_line_asks_one_question_at_most() -> None:
    twin = PUMP.replace("boiler", "engine")
    assert (
        len(
            await find_asked(
                f"R {PUMP}",
                "C I close the valve and replace the seal of the pump.",
                questions=(PUMP, twin, TRAINING),
            )
        )
        == 1
    )


async def test_a_question_split_over_two_lines_is_found() -> None:
    asked = await find_asked("R How do you repair", "R a leaking pump in the boiler room?", "C I do.")
    assert asked == {0: "1"}


async def test_an_announcement_asks_nothing() -> None:
    assert await find_asked("R Later we will talk about pump repair in general.", "C Fine with me.") == {}


async def test_small_talk_asks_nothing() -> None:
    assert await find_asked("R Did you find us easily today?", "C Yes, thank you.") == {}


async def test_no_questions_or_no_lines_give_no_match() -> None:
    assert await find_asked("R Hello there my friend.", questions=()) == {}
    assert await find_asked() == {}


def test_a_backchannel_does_not_end_a_turn() -> None:
    units = list_units(spoken("R Tell me about pumps.", "C Mhm.", "R How do you repair them?"))
    assert units[1].windows == (
        "How do you repair them?",
        "Tell me about pumps. How do you repair them?",
    )


def test_a_line_that_breaks_off_in_a_sentence_is_one_unit_with_the_next() -> None:
    units = list_units(spoken("R Let me ask again, is", "R there one case where you broke a pump?", "C No."))
    assert [(unit.windows[0], unit.line.id, unit.first, unit.index) for unit in units] == [
        ("Let me ask again, is there one case where you broke a pump?", "1", 0, 1)
    ]
    # Without marks and capitals nothing says where a sentence ends.
    assert len(list_units(spoken("R let me ask again is", "R there one case of a pump"))) == 2


def test_the_sentences_of_a_unit_are_compared_on_their_own() -> None:
    (unit,) = list_units(spoken("R You have a roster. How do you plan the holidays?"))
    assert unit.windows[1:] == ("You have a roster.", "How do you plan the holidays?")


def test_a_unit_knows_what_the_candidate_said_next() -> None:
    answer = "I ask them all in January what they want."
    units = list_units(
        spoken(
            "R How many of you are there?", "C Nine.", "R Good to know.", "R How do you plan?", f"C {answer}"
        )
    )
    assert [(unit.answer, unit.has_short_reply) for unit in units] == [
        ("", True),
        (answer, False),
        (answer, False),
    ]


async def test_a_statement_that_is_only_acknowledged_puts_its_question_off() -> None:
    before = ("R How are you today, my friend?", "C Fine.")
    said = "R The leaking pump in the boiler room and its repair we leave to the foreman."
    assert await find_asked(*before, said, "C All right then.", questions=(PUMP,)) == {}
    long = "C I close the valve and look at the seal before I take anything apart."
    assert await find_asked(*before, said, long, questions=(PUMP,)) == {0: "2"}
    # The prepared question itself is asked, whatever the candidate says.
    assert await find_asked(*before, f"R {ROSTER}", "C All right then.", questions=(ROSTER,)) == {0: "2"}


def test_two_questions_take_two_units_even_if_one_unit_suits_both_better() -> None:
    units = list_units(spoken("R One two three.", "C Yes, of course I do.", "R Four five six.", "C Fine."))
    matches = choose_matches(units, np.array([[0.9, 0.3], [0.6, 0.5]]))
    assert [(one.unit.windows[0], one.probability) for one in matches] == [
        ("One two three.", 0.9),
        ("Four five six.", 0.5),
    ]


def test_a_question_that_is_asked_twice_keeps_both_units() -> None:
    units = list_units(spoken("R One two three.", "C Yes, of course I do.", "R Four five six.", "C Fine."))
    (match,) = choose_matches(units, np.array([[0.8], [0.95]]))
    assert (match.unit, match.repeats) == (units[1], (units[0],))


def test_an_answer_ends_at_the_next_question_but_not_at_a_short_probe() -> None:
    lines = spoken(
        "R Q?",
        "C One.",
        "R And then?",
        "C Two.",
        "R Now let us look at another thing, if that is fine?",
        "C X.",
    )
    assert [line.text for line in read_answer(lines, after=0)] == ["One.", "Two."]
    assert [line.text for line in read_answer(lines, after=0, asking=frozenset({2}))] == ["One."]


def test_two_questions_in_a_row_are_answered_together() -> None:
    lines = spoken("R Q?", "R And the other?", "C Both.")
    assert [line.text for line in read_answer(lines, after=0, asking=frozenset({0, 1}))] == ["Both."]


def test_training_and_held_out_sessions_share_no_trade() -> None:
    training, held_out = read_training_sessions(), read_sessions(HELD_OUT_FILE)
    for path in [*HEARD_FOLDER.glob("heard-*.txt"), *HEARD_FOLDER.glob("blind-*.txt")]:
        held_out += read_sessions(path)
    assert len(training) + len(held_out) >= 60
    assert not {item.trade for item in training} & {item.trade for item in held_out}
    assert len(held_out) / (len(training) + len(held_out)) >= 0.2


def test_noise_is_the_same_for_the_same_seed_and_keeps_the_labels() -> None:
    session = read_training_sessions()[0]
    assert misrecognize(session, seed=3) == misrecognize(session, seed=3)
    assert misrecognize(session, seed=3).labels == session.labels
    assert misrecognize(session, seed=3).lines != session.lines


def test_a_file_that_is_no_session_says_where(tmp_path: object) -> None:
    path = HELD_OUT_FILE.__class__(str(tmp_path)) / "bad.txt"
    path.write_text("== baker | en\n1 Q?\n--\nX what\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 4"):
        read_sessions(path)


def test_the_weights_carry_their_figures() -> None:
    card = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    assert card["heldOutFigures"]["sessions"] == card["data"]["heldOut"]["sessions"]
