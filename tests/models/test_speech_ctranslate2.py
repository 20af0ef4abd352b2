"""The CTranslate2 speech engine: widths of the encoder window, and the check after a narrow one."""

from __future__ import annotations

import pytest

from models.ports import SAMPLE_RATE
from models.worker.speech_ctranslate2 import (
    FULL_FRAMES,
    MIN_FRAMES,
    NARROW_POSITIONS,
    SPARE_FRAMES,
    choose_frames,
    is_plausible,
)

SENTENCE = "I moved the ledger from one database to another without downtime."


@pytest.mark.parametrize(
    ("seconds", "frames"), [(1, MIN_FRAMES), (7, MIN_FRAMES), (15, 1_792), (28, FULL_FRAMES)]
)
def test_the_window_covers_the_audio_with_room_to_spare(seconds: int, frames: int) -> None:
    assert choose_frames(seconds * SAMPLE_RATE) == frames


def test_a_quick_decode_keeps_frames_to_spare_too() -> None:
    assert choose_frames(2 * SAMPLE_RATE, audio_context=164) == 512 > 200 + SPARE_FRAMES


@pytest.mark.parametrize(("seconds", "frames"), [(2, 512), (5, 768), (12, 1_472)])
def test_with_less_effort_the_window_is_barely_longer_than_the_audio(seconds: int, frames: int) -> None:
    assert choose_frames(seconds * SAMPLE_RATE, audio_context=NARROW_POSITIONS) == frames


def test_a_day_of_speech_needs_few_widths() -> None:
    """The engine keeps memory for each of them."""
    lengths = range(SAMPLE_RATE // 2, 30 * SAMPLE_RATE, 1_000)
    widths = {
        choose_frames(samples, audio_context=context)
        for samples in lengths
        for context in (None, 100, NARROW_POSITIONS)
    }
    assert len(widths) < 50


@pytest.mark.parametrize(("audio_context", "frames"), [(768, 1_280), (1_499, 1_280), (1_500, FULL_FRAMES)])
def test_a_window_that_is_asked_for_is_no_wider_than_the_usual_one(audio_context: int, frames: int) -> None:
    assert choose_frames(10 * SAMPLE_RATE) == 1_280
    assert choose_frames(10 * SAMPLE_RATE, audio_context=audio_context) == frames


def check(text: str = SENTENCE, **changes: float | None) -> bool:
    facts: dict[str, float | None] = {
        "log_probability": -0.2,
        "last_seconds": 4.0,
        "voiced_seconds": 3.5,
        "voice_end_seconds": 4.2,
    }
    return is_plausible(text, **(facts | changes))  # type: ignore[arg-type]


def test_a_probable_text_that_fills_the_voice_is_kept() -> None:
    assert check()


def test_an_improbable_text_is_decoded_again() -> None:
    assert not check(log_probability=-0.9)


def test_a_loop_is_decoded_again() -> None:
    assert not check("the best of " * 20, voiced_seconds=None)


def test_a_text_that_ends_before_the_voice_is_decoded_again() -> None:
    assert not check(last_seconds=2.0)


def test_too_few_and_too_many_words_are_decoded_again() -> None:
    assert not check("Yes.")
    assert not check(" ".join(f"word{n}" for n in range(40)))


def test_a_short_answer_may_be_one_word() -> None:
    assert check("No.", voiced_seconds=0.4, last_seconds=0.6, voice_end_seconds=0.6)
    assert not check("", voiced_seconds=0.4, last_seconds=0.6, voice_end_seconds=0.6)
