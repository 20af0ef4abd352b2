"""Second reading: what the language model reads and what counts; no suggestion waits for it."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

from app.core.state import AppState
from app.question_tracking import second_reading
from app.question_tracking.live import LiveSense
from app.question_tracking.matching import match_questions
from app.question_tracking.schemas import QuestionSuggestion
from app.question_tracking.second_reading import (
    HIGHEST,
    LOWEST,
    Fusion,
    apply_readings,
    list_readable,
    make_request,
)
from app.question_tracking.spoken import SpokenLine, list_units
from app.transcription.lag_gate import LagGate
from app.transcription.pipeline.events import Speaker
from models.ports import ChoiceRequest, Engines, Priority
from models.remembering import RememberingLlm
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines
from tests.question_tracking.conftest import PUMP, ROSTER, Say
from tests.question_tracking.spoken_lines import spoken

Json = dict[str, Any]
FUSION = Fusion(model="reader", of_matcher=0.5, of_model=1.0, of_reply=0.5, intercept=-1.0)
DRIPS = ("R You mended the lamp.", "R How did it go?", "C It still drips.", "R I see, very good.")


@pytest.fixture(autouse=True)
def fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_reading, "load_fusion", lambda: FUSION)


def list_readable_rows(
    *lines: str, column: list[float] | None = None, taken: dict[int, int] | None = None
) -> list[int]:
    """Rows that the model could read beside an undecided question."""
    units = list_units(spoken(*lines))
    table = np.array(column or [0.5] * len(units))[:, None]
    return list_readable(units, table, probabilities={0: 0.5}, taken=taken or {})[0]


def apply(llm: RememberingLlm, column: list[float]) -> tuple[list[float], tuple[ChoiceRequest, ...]]:
    """The probabilities of the units of DRIPS, best first, and what is unread."""
    table, unread = apply_readings(
        FUSION, llm, list_units(spoken(*DRIPS)), [PUMP], np.array(column)[:, None], {0: [1, 0, 2]}
    )
    return [float(value) for value in table[:, 0]], unread[0]


def test_a_line_is_read_with_the_one_before_it_and_the_reply() -> None:
    text = make_request(list_units(spoken(*DRIPS))[1], PUMP).messages[-1].content
    for part in (PUMP, "Interviewer: You mended the lamp. How did it go?", "Candidate: It still drips."):
        assert part in text


@pytest.mark.parametrize(
    ("probability", "is_open"), [(LOWEST - 0.01, False), (LOWEST, True), (0.8, True), (HIGHEST, False)]
)
def test_only_open_questions_are_read_again(probability: float, is_open: bool) -> None:
    units = list_units(spoken(*DRIPS))
    found = list_readable(units, np.full((3, 1), 0.5), probabilities={0: probability}, taken={})
    assert bool(found) is is_open


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("R How did it go?",), []),
        (("R How did it go?", "C It still drips."), []),
        (("R How did it go?", "C It still drips.", "R Yes."), []),
        (("R How did it go?", "C It still drips.", "R Right, let us move on."), [0]),
        (("R How did it go?", f"C {'drip ' * 60}"), [0]),
    ],
)
def test_a_reply_is_read_once_it_is_complete(lines: tuple[str, ...], expected: list[int]) -> None:
    assert list_readable_rows(*lines) == expected


def test_units_that_are_refused_or_surely_ask_something_else_are_not_read() -> None:
    lines = (
        "R How did it go?",
        "C It drips.",
        "R And what did you do?",
        "C I left.",
        "R Where was that?",
        "C Here.",
    )
    goodbye = "R Thank you for your time."
    assert list_readable_rows(*lines, goodbye, column=[0.3, 0.5, 0.4, 0.1]) == [1, 2, 0]
    assert list_readable_rows(*lines, goodbye, column=[0.3, 0.0, 0.4, 0.1]) == [2, 0]
    assert list_readable_rows(*lines, goodbye, column=[0.3, 0.5, 0.4, 0.1], taken={1: 4}) == [2, 0]


def test_both_readers_count() -> None:
    assert FUSION.rate(0.5, 1.0, "") == pytest.approx(0.5)
    assert FUSION.rate(0.9, 2.0, "It still drips.") == pytest.approx(0.9422, abs=1e-4)


async def test_what_the_model_has_read_counts_and_the_rest_is_unread() -> None:
    fake = FakeLlm(choices=lambda _request: 2.0)
    llm = RememberingLlm(fake)
    before, unread = apply(llm, [0.3, 0.5, 0.2])
    assert (before, len(unread)) == ([0.3, 0.5, 0.2], 2)
    await llm.choose(unread[0], priority=Priority.LIVE_ANALYSIS)

    def rate(probability: float) -> float:
        return FUSION.rate(probability, 2.0, "It still drips.")

    half, left = apply(llm, [0.3, 0.5, 0.2])
    assert (half, left) == ([0.3, rate(0.5), 0.2], unread[1:])
    await llm.choose(unread[1], priority=Priority.LIVE_ANALYSIS)
    # The third unit was less probable than both that were read.
    assert apply(llm, [0.3, 0.5, 0.2]) == ([rate(0.3), rate(0.5), 0.0], ())


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [(None, "en-GB", True), ("another-model", "en", False), (None, "de", False)],
)
async def test_another_model_and_another_language_leave_the_decision_to_the_matcher(
    name: str | None, language: str, expected: bool
) -> None:
    engines = fake_engines(llm=FakeLlm(name=name or FUSION.model))
    lines = [
        SpokenLine(str(at), Speaker.INTERVIEWER if who == "R" else Speaker.CANDIDATE, text)
        for at, (who, text) in enumerate(OPEN)
    ]
    matches = await match_questions(engines, lines, [PUMP], language=language, priority=Priority.BACKGROUND)
    assert any(match.unread for match in matches) is expected


OPEN = (
    ("R", "Say a pump drips, what then?"),
    ("C", "I closed the valve and replaced the seal."),
    ("R", "Thank you, that is clear."),
)


class Room:
    """A running interview whose open questions the language model reads."""

    def __init__(self, state: AppState, lag_seconds: float = 0.0) -> None:
        self.sent: list[QuestionSuggestion] = []
        self.has_sent = asyncio.Event()
        self.sense = LiveSense(state, announce=self._announce, gate=LagGate(lambda: lag_seconds))

    async def _announce(self, _interview_id: str, changed: list[QuestionSuggestion]) -> None:
        self.sent += changed
        self.has_sent.set()

    @property
    def asked(self) -> list[str]:
        return [item.question_id for item in self.sent if item.ai_tracking.segment_id is not None]


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(name=FUSION.model, choices=lambda _request: 12.0)


@pytest.fixture
def engines(llm: FakeLlm, embeddings: FakeEmbeddings, judge: FakeJudge) -> Engines:
    return fake_engines(llm=llm, embeddings=embeddings, judge=judge)


async def test_an_open_question_is_suggested_after_the_second_reading(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, llm: FakeLlm
) -> None:
    room = Room(state)
    say(*OPEN)
    llm.choices.hold()
    room.sense.on_final_line(running_interview["_id"])
    await llm.choices.started.wait()
    assert room.asked == []
    llm.choices.release()
    await room.sense.settle()
    assert room.asked == [questions[0]["_id"]]
    assert set(llm.choices.priorities) == {Priority.LIVE_ANALYSIS}
    # What was read is not read again.
    count = len(llm.choices.requests)
    room.sense.on_final_line(running_interview["_id"])
    await room.sense.settle()
    assert (len(llm.choices.requests), len(room.sent)) == (count, 1)


async def test_no_other_suggestion_waits_for_the_second_reading(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, llm: FakeLlm
) -> None:
    room = Room(state)
    say(*OPEN)
    llm.choices.hold()
    room.sense.on_final_line(running_interview["_id"])
    await llm.choices.started.wait()
    say(("R", ROSTER), ("C", "I replaced it."))
    room.sense.on_final_line(running_interview["_id"])
    await room.has_sent.wait()
    assert room.asked == [questions[1]["_id"]]
    llm.choices.release()
    await room.sense.settle()


async def test_a_busy_model_leaves_the_decision_to_the_matcher(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, llm: FakeLlm
) -> None:
    room = Room(state)
    say(*OPEN)
    llm.choices.be_busy()
    room.sense.on_final_line(running_interview["_id"])
    await room.sense.settle()
    assert room.asked == []
    room.sense.on_final_line(running_interview["_id"])
    await room.sense.settle()
    assert room.asked == [questions[0]["_id"]]


async def test_the_model_reads_nothing_while_speech_is_behind(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, llm: FakeLlm
) -> None:
    room = Room(state, lag_seconds=4.0)
    say(*OPEN)
    room.sense.on_final_line(running_interview["_id"])
    await room.sense.settle()
    assert (room.asked, llm.choices.requests) == ([], [])


async def test_live_reading_can_be_switched_off(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, llm: FakeLlm
) -> None:
    state.settings = state.settings.model_copy(update={"live_reading": False})
    room = Room(state)
    say(*OPEN)
    room.sense.on_final_line(running_interview["_id"])
    await room.sense.settle()
    assert llm.choices.requests == []
