"""The text of a speculation decides how long a silence ends its utterance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.transcription.pipeline.segmentation import Change, Segmenter, Window
from app.transcription.pipeline.sentence_end import SentenceEnd, choose_end_silence, judge_end
from app.transcription.pipeline.settings import WINDOW_SECONDS, PipelineSettings
from models.ports import SpeechSegment, Transcription


def transcribe(text: str, log_probability: float = -0.2) -> Transcription:
    segment = SpeechSegment(text, 0.0, 1.0, log_probability, 0.0)
    return Transcription(segments=(segment,), language="en", audio_seconds=2.0, duration_ms=1)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("I led the team.", SentenceEnd.FINISHED),
        ("Was it in production?", SentenceEnd.FINISHED),
        ('He said: "Stop."', SentenceEnd.FINISHED),
        ("First we measured,", SentenceEnd.OPEN),
        ("We measured it and", SentenceEnd.OPEN),
        ("We measured it because.", SentenceEnd.OPEN),
        ("And then...", SentenceEnd.OPEN),
        ("Wir haben gemessen, weil", SentenceEnd.OPEN),
        ("Nous avons mesuré parce que", SentenceEnd.OPEN),
        ("the rest of it", SentenceEnd.UNKNOWN),
        ("", SentenceEnd.UNKNOWN),
    ],
)
def test_the_last_word_and_mark_say_whether_a_sentence_is_over(text: str, end: SentenceEnd) -> None:
    assert judge_end(transcribe(text)) is end


def test_a_doubtful_text_says_nothing() -> None:
    assert judge_end(transcribe("I led the team.", -0.8)) is SentenceEnd.UNKNOWN


def test_a_finished_sentence_needs_less_silence_than_an_open_one() -> None:
    settings = PipelineSettings(filler_phrases=frozenset())
    finished, unknown, still_open = (
        choose_end_silence(end, settings)
        for end in (SentenceEnd.FINISHED, SentenceEnd.UNKNOWN, SentenceEnd.OPEN)
    )
    assert finished < unknown < still_open


SETTINGS = PipelineSettings(filler_phrases=frozenset())


def measure_silence(
    spoken_seconds: float, hint: float | None, settings: PipelineSettings = SETTINGS
) -> float:
    """Silence until the utterance ends, when the hint comes at the pause."""
    segmenter = Segmenter(settings)
    index = 0

    def push(probability: float) -> list[Change]:
        nonlocal index
        changes = segmenter.push(Window(index, probability, 1_000.0 if probability > 0.5 else 1.0))
        index += 1
        for change in changes:
            if change.change is Change.PAUSED:
                change.span.end_silence_seconds = hint
        return [change.change for change in changes]

    for _ in range(round(spoken_seconds / WINDOW_SECONDS)):
        push(0.9)
    for silent in range(1, 100):
        if Change.ENDED in push(0.0):
            return silent * WINDOW_SECONDS
    raise AssertionError("the utterance did not end")


@pytest.mark.parametrize(("hint", "silence"), [(None, 0.6), (0.35, 0.35), (0.9, 0.9)])
def test_the_hint_sets_the_silence_that_ends_an_utterance(hint: float | None, silence: float) -> None:
    assert measure_silence(3.0, hint) == pytest.approx(silence, abs=WINDOW_SECONDS)


@pytest.mark.parametrize(("spoken", "silence"), [(11.0, 0.9), (13.0, 0.4), (21.0, 0.2)])
def test_a_long_answer_is_cut_at_a_real_pause_and_later_at_any(spoken: float, silence: float) -> None:
    settings = replace(SETTINGS, cut_limit_seconds=24.0)
    assert measure_silence(spoken, 0.9, settings) == pytest.approx(silence, abs=2 * WINDOW_SECONDS)


def test_a_hint_is_forgotten_when_the_speaker_goes_on() -> None:
    segmenter = Segmenter(SETTINGS)
    seen = []
    for index in range(300):
        is_speech = index < 60 or 70 <= index < 130
        for change in segmenter.push(Window(index, 0.9 if is_speech else 0.0, 1.0)):
            seen.append(change)
            if change.change is Change.PAUSED and len(seen) == 2:
                change.span.end_silence_seconds = 0.9
    ended = next(change.span for change in seen if change.change is Change.ENDED)
    assert [change.change for change in seen] == [
        Change.STARTED,
        Change.PAUSED,
        Change.RESUMED,
        Change.PAUSED,
        Change.ENDED,
    ]
    assert ended.end_silence_seconds is None
