"""Revision: adjacent lines are decoded once more as one piece, and take the better words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from app.transcription.pipeline import revision
from app.transcription.pipeline.events import Speaker
from app.transcription.pipeline.revision import is_revision
from app.transcription.pipeline.settings import FRAME_BYTES
from models.ports import (
    EngineUnavailable,
    ModelIdentity,
    Priority,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench, settle

MakeBench = Callable[..., Awaitable[Bench]]
Words = Sequence[tuple[str, float]]

LONG_BYTES = 40 * FRAME_BYTES
"""Only a piece of several utterances is longer in these tests."""
FIRST = [("We", 0.3), ("let", 1.0)]
SECOND = [("to", 1.0), ("teams.", 1.6)]
TOGETHER = [("We", 0.3), ("led", 1.0), ("two", 3.2), ("teams.", 3.8)]


def transcribe(words: Words, *, log_probability: float = -0.2) -> Transcription:
    tokens = tuple(SpeechToken(f" {text}", start, start + 0.5, 0.9) for text, start in words)
    text = " ".join(text for text, _ in words)
    segment = SpeechSegment(text, 0.0, 5.0, log_probability, 0.0, tokens)
    return Transcription((segment,) if words else (), "en", 6.0, 1, ModelIdentity("m", ""))


def make_speech(piece: Transcription | Exception) -> FakeSpeech:
    """Hears FIRST, then SECOND, and ``piece`` in a longer decode."""
    short = iter([FIRST, SECOND, FIRST, SECOND])

    def answer(request: SpeechRequest) -> Transcription:
        if len(request.pcm) <= LONG_BYTES:
            return transcribe(next(short))
        if isinstance(piece, Exception):
            raise piece
        return piece

    return FakeSpeech(answer)


async def talk(bench: Bench, *, speaker: Speaker = Speaker.CANDIDATE, silent_frames: int = 10) -> None:
    """Two utterances of 2 s with a pause of 1 s between them."""
    for _ in range(2):
        await bench.say(20, LOUD, speaker=speaker)
        await bench.say(silent_frames, SILENT, speaker=speaker)


async def make(make_bench: MakeBench, speech: FakeSpeech, **changes: object) -> Bench:
    return await make_bench(speech, unheard_seconds=100.0, interim_interval_seconds=100.0, **changes)


def texts(bench: Bench) -> list[str]:
    return [final.text for final in bench.finals]


async def test_adjacent_lines_take_the_words_of_the_longer_decode(make_bench: MakeBench) -> None:
    speech = make_speech(transcribe(TOGETHER))
    bench = await make(make_bench, speech)
    await talk(bench)
    assert texts(bench) == ["We let", "to teams."]
    assert await bench.live.finish()
    assert texts(bench)[2:] == ["We led", "two teams."]
    first, second, *revised = bench.finals
    assert [one.segment_id for one in revised] == [first.segment_id, second.segment_id]
    assert [one.sequence for one in revised] == [1, 2]
    # Times count from the interview's start, within the line.
    assert [round(word.start_seconds - second.start_seconds, 1) for word in revised[1].words] == [0.2, 0.8]
    assert [line.text for line in bench.store.revised] == ["We led", "two teams."]


async def test_a_revision_is_background_work_with_the_hints(make_bench: MakeBench) -> None:
    speech = make_speech(transcribe(TOGETHER))
    bench = await make(make_bench, speech)
    await talk(bench)
    assert speech.script.priorities == [Priority.LIVE_SPEECH] * 2
    await bench.live.finish()
    assert speech.script.priorities[2:] == [Priority.BACKGROUND]
    piece = speech.requests[2]
    assert piece.prompt == "Kubernetes, Delaney"
    # From the start of the first voice to the end of the second, with the pause.
    assert 5.0 <= len(piece.pcm) / 32_000 <= 5.6


async def test_a_line_that_says_the_same_is_not_announced_again(make_bench: MakeBench) -> None:
    bench = await make(
        make_bench, make_speech(transcribe([("we", 0.3), ("LET,", 1.0), ("two", 3.2), ("teams", 3.8)]))
    )
    await talk(bench)
    await bench.live.finish()
    assert texts(bench) == ["We let", "to teams.", "two teams"]


@pytest.mark.parametrize(
    "piece",
    [
        transcribe([]),
        transcribe(TOGETHER, log_probability=-1.5),
        transcribe([("again", 0.2 * n) for n in range(25)]),
        EngineUnavailable("gone"),
    ],
    ids=["nothing heard", "improbable", "a loop", "no engine"],
)
async def test_a_doubtful_decode_changes_nothing(
    make_bench: MakeBench, piece: Transcription | Exception
) -> None:
    bench = await make(make_bench, make_speech(piece))
    await talk(bench)
    assert await bench.live.finish()
    assert texts(bench) == ["We let", "to teams."]


async def test_a_line_keeps_its_words_if_the_longer_decode_leaves_it_out(make_bench: MakeBench) -> None:
    bench = await make(make_bench, make_speech(transcribe(TOGETHER[:2])))
    await talk(bench)
    await bench.live.finish()
    assert texts(bench)[2:] == ["We led"]


def is_short(request: SpeechRequest) -> bool:
    return len(request.pcm) <= LONG_BYTES


@pytest.mark.parametrize("has_times", [True, False])
async def test_a_line_of_the_smaller_model_is_replaced_whatever_its_length(
    make_bench: MakeBench, *, has_times: bool
) -> None:
    """The larger model hears four words where the smaller one heard two, perhaps without their times."""
    short = iter([FIRST, SECOND])

    def answer(request: SpeechRequest) -> str | Transcription:
        if is_short(request):
            heard = transcribe(next(short))
            return heard if has_times else heard.text
        return transcribe([("We", 0.3), ("led", 0.8), ("all", 1.2), ("of", 1.6), *TOGETHER[2:]])

    speech = FakeSpeech(answer, uses_smaller=is_short)
    bench = await make(make_bench, speech)
    await talk(bench)
    await bench.live.finish()
    assert texts(bench)[-2:] == ["We led all of", "two teams."]


async def test_a_long_pause_ends_a_piece(make_bench: MakeBench) -> None:
    speech = make_speech(transcribe(TOGETHER))
    bench = await make(make_bench, speech)
    await talk(bench, silent_frames=50)
    await bench.live.finish()
    # Each line was decoded again alone.
    assert [len(request.pcm) > LONG_BYTES for request in speech.requests] == [False] * 4


async def test_a_piece_is_revised_during_the_interview_once_its_speaker_is_quiet(
    make_bench: MakeBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revision, "QUIET_SECONDS", 0.0)
    speech = make_speech(transcribe(TOGETHER))
    bench = await make(make_bench, speech)
    speech.script.hold()
    await bench.say(20, LOUD)
    await bench.say(10, SILENT)
    await bench.say(10, LOUD)
    speech.script.release()
    await settle()
    assert texts(bench) == ["We let"]  # stored, and the next utterance has begun
    await bench.say(10, LOUD)
    await bench.say(20, SILENT)
    assert texts(bench)[2:] == ["We led", "two teams."]


async def test_lines_without_word_times_are_not_decoded_again_by_the_same_model(
    make_bench: MakeBench,
) -> None:
    speech = FakeSpeech(lambda request: "We let" if is_short(request) else transcribe(TOGETHER))
    bench = await make(make_bench, speech)
    await talk(bench)
    await bench.live.finish()
    assert len(speech.requests) == 2
    assert bench.spool.memory_bytes == 0


async def test_a_remote_engine_is_not_asked_twice(make_bench: MakeBench) -> None:
    speech = make_speech(transcribe(TOGETHER))
    speech.identity = replace(speech.identity, provider="openai")
    bench = await make(make_bench, speech)
    await talk(bench)
    await bench.live.finish()
    assert len(speech.requests) == 2
    assert bench.spool.memory_bytes == 0


async def test_the_audio_is_released(make_bench: MakeBench) -> None:
    bench = await make(make_bench, make_speech(transcribe(TOGETHER)))
    await talk(bench)
    assert bench.spool.memory_bytes > 0
    await bench.live.finish()
    await settle()
    assert bench.spool.memory_bytes == 0


async def test_the_end_does_not_wait_for_a_slow_revision(make_bench: MakeBench) -> None:
    speech = make_speech(transcribe(TOGETHER))
    bench = await make(make_bench, speech, finish_revision_seconds=0.0)
    await talk(bench)
    speech.script.hold()
    assert await bench.live.finish()
    await settle()
    assert texts(bench) == ["We let", "to teams."]
    assert bench.spool.memory_bytes == 0


@pytest.mark.parametrize(
    ("before", "after", "is_one"),
    [
        ("We let", "We led", True),
        ("We let", "we let.", False),
        ("We let", "", False),
        ("one two three four five", "one two", False),
        ("one two", "one two three four five", False),
        ("to the end", "two the end", True),
    ],
)
def test_a_revision_says_something_else_and_about_as_much(before: str, after: str, is_one: bool) -> None:
    assert is_revision(before, after) is is_one
