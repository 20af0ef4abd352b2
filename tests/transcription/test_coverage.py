"""Coverage check: voice without words is decoded again, alone and once, and nothing is invented."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from app.transcription.pipeline.coverage import complete_line, find_unheard
from app.transcription.pipeline.decision import Line
from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.scheduling import Overload
from app.transcription.pipeline.segmentation import Stretch, Window, find_stretches
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.words import SpokenWord
from models.ports import (
    EngineUnavailable,
    ModelIdentity,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench

MakeBench = Callable[..., Awaitable[Bench]]

BEAM = 5
"""Beam of a decode that only the coverage check asks for: the scripts here give no improbable text."""


def make_windows(*spans: tuple[float, float]) -> list[Window]:
    return [
        Window(index, 0.9, 3_000.0)
        for start, end in spans
        for index in range(round(start / 0.032), round(end / 0.032))
    ]


def make_words(*words: tuple[str, float, float]) -> tuple[SpokenWord, ...]:
    return tuple(SpokenWord(text, start, end, 0.9) for text, start, end in words)


def transcribe(
    *words: tuple[str, float, float], probability: float = 0.9, log_probability: float = -0.2
) -> Transcription:
    tokens = tuple(SpeechToken(f" {text}", start, end, probability) for text, start, end in words)
    segment = SpeechSegment(" ".join(text for text, *_ in words), 0.0, 2.0, log_probability, 0.0, tokens)
    return Transcription((segment,) if words else (), "en", 3.0, 1, ModelIdentity("m", ""))


def find(stretches: Sequence[Stretch], words: Sequence[SpokenWord]) -> list[tuple[float, float]]:
    places = find_unheard(stretches, words, start_sample=0, settings=PipelineSettings())
    return [(round(one.start_seconds, 1), round(one.end_seconds, 1)) for one in places]


def test_a_pause_separates_two_stretches() -> None:
    stretches = find_stretches(make_windows((1.0, 2.0), (2.1, 3.0), (4.0, 5.0)))
    seconds = [(one.start_sample / 16_000, one.end_sample / 16_000) for one in stretches]
    assert seconds == [(pytest.approx(1.0, abs=0.04), pytest.approx(3.0, abs=0.04)), (4.0, 4.992)]


def test_voice_between_words_is_unheard_from_its_length_on() -> None:
    stretches = find_stretches(make_windows((0.0, 4.0)))
    heard = [("one", 0.0, 0.5), ("two", 0.5, 1.0), ("three", 3.0, 4.0)]
    assert find(stretches, make_words(*heard)) == [(1.2, 2.8)]
    assert find(stretches, make_words(*heard, ("four", 1.9, 2.3))) == []


def test_a_word_does_not_cover_a_hole_that_its_aligned_end_spans() -> None:
    stretches = find_stretches(make_windows((0.0, 4.0)))
    assert find(stretches, make_words(("one", 0.0, 3.0), ("two", 3.0, 4.0))) == [(0.8, 2.8)]


def test_silence_between_words_is_not_unheard() -> None:
    stretches = find_stretches(make_windows((0.0, 1.0), (3.0, 4.0)))
    assert find(stretches, make_words(("once", 0.0, 1.0), ("again", 3.0, 4.0))) == []


def complete(line: Line, again: Transcription, settings: PipelineSettings | None = None) -> Line:
    settings = settings or PipelineSettings(filler_phrases=frozenset({"thank you"}))
    stretches = find_stretches(make_windows((0.0, 4.0)))
    [place] = find_unheard(stretches, line.words, start_sample=0, settings=settings)
    return complete_line(line, place, again, settings)


LINE = Line("one four", None, make_words(("one", 0.0, 1.0), ("four", 3.0, 4.0)))


def test_recovered_words_are_in_their_place() -> None:
    line = complete(LINE, transcribe(("two", 0.3, 0.8), ("three", 0.8, 1.4)))
    assert line.text == "one two three four"
    assert [word.start_seconds for word in line.words] == pytest.approx([0.0, 0.94, 1.44, 3.0])


def test_words_of_the_margins_are_not_repeated() -> None:
    again = transcribe(("one,", 0.0, 0.1), ("two", 0.3, 0.8), ("Four.", 1.6, 1.8))
    assert complete(LINE, again).text == "one two four"


@pytest.mark.parametrize(
    "again",
    [
        transcribe(),
        transcribe(("two", 0.3, 0.8), probability=0.3),
        transcribe(("two", 0.3, 0.8), log_probability=-1.2),
        transcribe(("Thank", 0.3, 0.8), ("you.", 0.8, 1.0)),
        transcribe(*[("and", 0.3, 0.8), ("then", 0.8, 1.0)] * 20),
        transcribe(("[noise]", 0.3, 0.8)),
    ],
)
def test_nothing_is_invented(again: Transcription) -> None:
    assert complete(LINE, again) == LINE


async def test_a_hole_in_an_utterance_is_decoded_alone(make_bench: MakeBench) -> None:
    def hear(request: SpeechRequest) -> Transcription:
        if request.beam_size == BEAM:
            return transcribe(("two", 0.3, 0.8), ("three", 0.8, 1.2))
        return transcribe(("one", 0.0, 0.8), ("four.", 2.4, 3.0))

    bench = await make_bench(FakeSpeech(hear), interim_interval_seconds=99.0)
    await bench.say(30, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["one two three four."]
    [whole, alone] = bench.speech.requests
    assert alone.prompt == ""
    assert len(alone.pcm) < len(whole.pcm)
    assert [word.text for word in bench.finals[0].words] == ["one", "two", "three", "four."]


async def test_a_voice_for_which_there_is_no_text_is_decoded_once_more(make_bench: MakeBench) -> None:
    def hear(request: SpeechRequest) -> Transcription:
        return (
            transcribe(("Mostly", 0.2, 0.6), ("on", 0.6, 0.8)) if request.beam_size == BEAM else transcribe()
        )

    bench = await make_bench(FakeSpeech(hear), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["Mostly on"]
    assert len(bench.speech.requests) == 2


async def test_what_stays_unheard_has_no_text(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: transcribe()), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert not bench.finals
    assert [line.suppressed_reason for line in bench.store.stored] == [SuppressionReason.BLANK_AUDIO]
    assert len(bench.speech.requests) == 2


async def test_a_line_does_not_wait_for_a_check_that_fails(make_bench: MakeBench) -> None:
    def hear(request: SpeechRequest) -> Transcription | Exception:
        if request.beam_size == BEAM:
            return EngineUnavailable("gone")
        return transcribe(("one", 0.0, 0.8), ("four.", 2.4, 3.0))

    bench = await make_bench(FakeSpeech(hear), interim_interval_seconds=99.0)
    await bench.say(30, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["one four."]
    assert len(bench.speech.requests) == 2


async def test_without_capacity_the_line_is_stored_as_it_is(
    make_bench: MakeBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = await make_bench(
        FakeSpeech(lambda _: transcribe(("one", 0.0, 0.8), ("four.", 2.4, 3.0))),
        interim_interval_seconds=99.0,
    )
    monkeypatch.setattr(DecodingQueue, "overload", Overload.NO_INTERIMS)
    await bench.say(30, LOUD)
    await bench.say(10, SILENT)
    assert [line.text for line in bench.finals] == ["one four."]
    assert len(bench.speech.requests) == 1
