"""Words of a line: read from tokens, fitted to the text that is stored, placed in the interview's time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from app.transcription.pipeline.words import (
    MAX_WORDS,
    SpokenWord,
    align_words,
    measure_confidence,
    place_words,
    read_words,
)
from models.ports import ModelIdentity, SpeechSegment, SpeechToken, Transcription
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench

MakeBench = Callable[..., Awaitable[Bench]]


def make_segment(*tokens: tuple[str, float, float, float]) -> SpeechSegment:
    return SpeechSegment(
        text="".join(text for text, *_ in tokens).strip(),
        start_seconds=tokens[0][1],
        end_seconds=tokens[-1][2],
        average_log_probability=-0.2,
        no_speech_probability=0.0,
        tokens=tuple(SpeechToken(*token) for token in tokens),
    )


def make_words(text: str, confidence: float = 0.9) -> list[SpokenWord]:
    return [SpokenWord(part, float(at), at + 0.5, confidence) for at, part in enumerate(text.split())]


def test_a_word_lasts_from_its_first_token_to_its_last() -> None:
    segment = make_segment((" pip", 1.0, 1.2, 0.9), ("elines", 1.2, 1.6, 0.4), (".", 1.6, 1.7, 0.1))
    assert read_words([segment]) == [SpokenWord("pipelines.", 1.0, 1.7, 0.4, pieces=2)]


def test_words_of_two_segments_are_kept_apart() -> None:
    words = read_words([make_segment((" One", 0, 1, 0.9)), make_segment(("two", 1, 2, 0.9))])
    assert [word.text for word in words] == ["One", "two"]


def test_what_was_left_out_of_the_text_has_no_word() -> None:
    words = make_words("[upbeat music] We left and then and then and then early.")
    aligned = align_words("We left and then and then early.", words)
    assert [word.text for word in aligned] == ["We", "left", "and", "then", "and", "then", "early."]
    assert aligned[0].start_seconds == 2.0


def test_a_text_that_does_not_fit_its_words_has_none() -> None:
    assert align_words("We left late.", make_words("We left early.")) == ()


def test_the_size_is_bounded() -> None:
    long = " ".join(["word"] * (MAX_WORDS + 1))
    assert align_words(long, make_words(long)) == ()
    assert align_words("x" * 61, make_words("x" * 61)) == ()


def test_words_stay_within_their_line() -> None:
    placed = place_words(
        make_words("one two three"), seconds_at=lambda seconds: seconds + 60.004, start=60.3, end=62.2
    )
    assert [(word.start_seconds, word.end_seconds) for word in placed] == [
        (60.3, 60.5),
        (61.0, 61.5),
        (62.0, 62.2),
    ]


def test_the_confidence_of_a_line_is_the_mean_of_its_words() -> None:
    words = [*make_words("one"), replace(make_words("two")[0], confidence=0.3)]
    assert measure_confidence(words) == pytest.approx(0.6)
    assert measure_confidence([]) is None


async def test_a_final_has_the_times_of_its_words_in_the_interview(make_bench: MakeBench) -> None:
    segment = make_segment((" Hello", 1.0, 1.4, 0.9), (" there.", 1.4, 2.0, 0.2))
    heard = Transcription((segment,), "en", 2.4, 1, ModelIdentity("m", ""))
    bench = await make_bench(FakeSpeech(lambda _: heard), interim_interval_seconds=99.0)
    bench.elapsed[0] = 60.1
    await bench.say(10, SILENT)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    [line] = bench.finals
    assert line.words == bench.store.stored[0].words
    assert [word.text for word in line.words] == ["Hello", "there."]
    assert line.words[0].start_seconds == pytest.approx(61.0, abs=0.07)
    assert line.words[1].start_seconds == pytest.approx(61.4, abs=0.07)
    assert line.words[1].end_seconds == pytest.approx(62.0, abs=0.07)


async def test_a_decode_without_tokens_gives_a_line_without_words(make_bench: MakeBench) -> None:
    bench = await make_bench(FakeSpeech(lambda _: "hello there"), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    assert [line.words for line in bench.finals] == [()]
