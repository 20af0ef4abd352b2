"""Suppression of decoder output that is not speech."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.filtering import (
    Evidence,
    collapse_repetition,
    compression_ratio,
    find_suppression,
    is_filler,
    strip_annotations,
)
from app.transcription.pipeline.settings import PipelineSettings, load_filler_phrases

CLEAR = Evidence(
    voice_probability=0.95,
    voiced_seconds=0.4,
    level=2_000,
    average_log_probability=-0.3,
    no_speech_probability=0.02,
)
WEAK = Evidence(
    voice_probability=0.5,
    voiced_seconds=0.2,
    level=400,
    average_log_probability=-0.6,
    no_speech_probability=0.3,
)
FAINT = Evidence(voice_probability=0.5, voiced_seconds=0.2, level=149)


@pytest.fixture
def settings() -> PipelineSettings:
    return PipelineSettings()


@pytest.mark.parametrize("text", ["No.", "Yes.", "Thank you.", "Okay.", "I.", "Bye bye.", "Go"])
def test_a_clear_voice_is_never_filtered(text: str, settings: PipelineSettings) -> None:
    assert find_suppression(text, CLEAR, settings) is None


@pytest.mark.parametrize(("voiced_seconds", "is_kept"), [(0.16, False), (0.4, True)])
def test_a_short_sound_that_is_no_speech_to_the_model_is_no_clear_voice(
    voiced_seconds: float, is_kept: bool, settings: PipelineSettings
) -> None:
    beep = replace(CLEAR, voiced_seconds=voiced_seconds, no_speech_probability=0.93)
    assert (find_suppression("you", beep, settings) is None) is is_kept


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Go", SuppressionReason.TOO_SHORT),
        ("Thank you.", SuppressionReason.FILLER),
        ("Thanks for watching!", SuppressionReason.FILLER),
        ("Thanks for watching everyone", SuppressionReason.FILLER),
        ("you", SuppressionReason.FILLER),
        ("so " * 60, SuppressionReason.REPETITION),
    ],
)
def test_weak_evidence_suppresses_fillers_and_short_texts(
    text: str, reason: SuppressionReason, settings: PipelineSettings
) -> None:
    assert find_suppression(text, WEAK, settings) is reason


def test_weak_evidence_alone_suppresses_no_sentence(settings: PipelineSettings) -> None:
    assert find_suppression("We moved the ledger to Postgres.", WEAK, settings) is None
    assert find_suppression("Thank you for explaining the team to me.", WEAK, settings) is None


def test_quiet_audio_without_a_clear_voice_is_suppressed(settings: PipelineSettings) -> None:
    assert find_suppression("We moved it.", FAINT, settings) is SuppressionReason.SILENT


def test_improbable_text_without_speech_is_suppressed(settings: PipelineSettings) -> None:
    doubtful = Evidence(0.5, 0.3, 400, average_log_probability=-1.4, no_speech_probability=0.8)
    assert find_suppression("Some foreign mumble", doubtful, settings) is SuppressionReason.IMPROBABLE


@pytest.mark.parametrize("text", ["[BLANK_AUDIO]", "(wind blowing)", "*coughs*", "♪♪", "...", ""])
def test_text_without_words_is_always_suppressed(text: str, settings: PipelineSettings) -> None:
    assert find_suppression(text, CLEAR, settings) is SuppressionReason.BLANK_AUDIO


def test_annotations_are_removed_from_a_line() -> None:
    assert strip_annotations("[BLANK_AUDIO] Well, (laughs) it depends.") == "Well, it depends."


def test_ordinary_speech_compresses_less_than_the_limit(settings: PipelineSettings) -> None:
    speech = (
        "I rebuilt the settlement service so that a payment is booked once even when the queue delivers "
        "it twice, and the number of manual corrections went from forty a week to one or two."
    )
    assert compression_ratio(speech) < settings.max_compression_ratio < compression_ratio("no way, " * 40)


@pytest.mark.parametrize(
    ("text", "collapsed"),
    [
        ("no no no no", "no no"),
        ("I went, I went, I went, I went home", "I went, I went, home"),
        ("that that is fine", "that that is fine"),
        ("nothing repeats here", "nothing repeats here"),
        ("", ""),
    ],
)
def test_a_loop_is_kept_twice(text: str, collapsed: str) -> None:
    assert collapse_repetition(text) == collapsed


def test_shipped_filler_list_has_the_specified_phrases(settings: PipelineSettings) -> None:
    phrases = load_filler_phrases()
    assert {"thanks for watching", "subscribe", "bye bye", "thank you", "you", "i", "a", "the"} <= phrases
    assert is_filler("Bye-bye!", settings)
    assert not is_filler("I resigned.", settings)
