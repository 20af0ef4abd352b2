"""Segmentation of audio streams into utterances."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from app.transcription.pipeline.events import Speaker
from app.transcription.pipeline.segmentation import Change, Segmenter, Span, SpanChange, Window
from app.transcription.pipeline.settings import WINDOW_SAMPLES, WINDOW_SECONDS, PipelineSettings
from app.transcription.pipeline.stream import ParticipantStream
from app.transcription.pipeline.utterance import Utterance
from models.ports import SAMPLE_RATE
from tests.transcription.conftest import LOUD, SILENT, STARTED_AT, LevelDetector

SPEECH, SILENCE = 0.95, 0.02


class Feed:
    """Feeds a segmenter windows of speech or silence, by the second."""

    def __init__(self, settings: PipelineSettings) -> None:
        self.segmenter = Segmenter(settings)
        self.changes: list[SpanChange] = []
        self.index = 0

    def add(self, seconds: float, probability: float, level: float | None = None) -> None:
        for _ in range(round(seconds / WINDOW_SECONDS)):
            window = Window(self.index, probability, (3_000.0 * probability) if level is None else level)
            self.changes += self.segmenter.push(window)
            self.index += 1

    def spans(self) -> list[Span]:
        return [change.span for change in self.changes if change.change is Change.ENDED]

    def seconds(self) -> list[tuple[float, float]]:
        return [
            (round(span.start_sample / SAMPLE_RATE, 1), round((span.end_sample or 0) / SAMPLE_RATE, 1))
            for span in self.spans()
        ]


def make_utterance(stream: ParticipantStream, span: Span, settings: PipelineSettings) -> Utterance:
    return Utterance(
        speaker=Speaker.CANDIDATE,
        stream=stream,
        span=span,
        settings=settings,
        interview_started_at=STARTED_AT,
        next_interim_sample=0,
        source=None,
        room=None,
        find_echo=lambda _: frozenset(),
    )


def push(stream: ParticipantStream, frame: bytes) -> list[SpanChange]:
    """Rate and take the next frame."""
    windows = stream.cut_windows(frame)
    return stream.push(frame, windows=windows, probabilities=LevelDetector().rate_at_once(windows))


@pytest.fixture
def feed(pipeline_settings: PipelineSettings) -> Feed:
    return Feed(
        replace(
            pipeline_settings,
            pre_roll_seconds=0.3,
            post_roll_seconds=0.2,
            pause_seconds=0.2,
            end_silence_seconds=0.6,
        )
    )


def test_an_utterance_has_a_pre_roll_and_a_post_roll(feed: Feed) -> None:
    feed.add(2.0, SILENCE)
    feed.add(1.5, SPEECH)
    feed.add(1.0, SILENCE)
    assert feed.seconds() == [(1.7, 3.7)]


def test_single_window_of_speech_is_no_utterance(feed: Feed) -> None:
    feed.add(1.0, SILENCE)
    feed.add(WINDOW_SECONDS, SPEECH)
    feed.add(1.0, SILENCE)
    assert not feed.changes


def test_short_pause_is_reported_and_withdrawn(feed: Feed) -> None:
    feed.add(1.0, SPEECH)
    feed.add(0.4, SILENCE)
    feed.add(1.0, SPEECH)
    assert [change.change for change in feed.changes] == [Change.STARTED, Change.PAUSED, Change.RESUMED]


def test_two_separate_sentences_are_two_utterances_without_shared_samples(feed: Feed) -> None:
    feed.add(1.0, SPEECH)
    feed.add(0.7, SILENCE)
    feed.add(1.0, SPEECH)
    feed.add(1.0, SILENCE)
    first, second = feed.spans()
    assert first.end_sample is not None
    assert first.end_sample <= second.start_sample


def test_long_speech_ends_at_a_real_pause(feed: Feed) -> None:
    feed.add(13.0, SPEECH)
    feed.add(0.45, SILENCE)
    feed.add(3.0, SPEECH)
    assert feed.seconds() == [(0.0, 13.2)]


def test_speech_without_a_pause_is_cut_at_its_quietest_place(feed: Feed) -> None:
    feed.add(13.0, SPEECH, level=3_000)
    feed.add(0.16, 0.5, level=100)
    feed.add(5.0, SPEECH, level=3_000)
    ((start, end),) = feed.seconds()
    assert start == 0.0
    assert 13.0 <= end <= 13.2


def test_speech_without_a_quiet_place_is_cut_before_25_seconds(feed: Feed) -> None:
    feed.add(60.0, SPEECH, level=3_000)
    lengths = [end - start for start, end in feed.seconds()]
    assert lengths
    assert max(lengths) <= 25.0


def test_cut_loses_and_repeats_no_sample(feed: Feed) -> None:
    feed.add(60.0, SPEECH, level=3_000)
    feed.add(1.0, SILENCE)
    spans = feed.spans()
    for before, after in pairwise(spans):
        assert before.end_sample == after.start_sample
        assert before.windows[-1].index + 1 == after.windows[0].index


def test_doubtful_window_continues_but_does_not_start_an_utterance(feed: Feed) -> None:
    feed.add(1.0, 0.4)
    assert not feed.changes
    feed.add(0.5, SPEECH)
    feed.add(1.0, 0.4)
    assert [change.change for change in feed.changes] == [Change.STARTED]


def test_flush_ends_the_current_utterance(feed: Feed) -> None:
    feed.add(1.0, SPEECH)
    feed.changes += feed.segmenter.flush(feed.index * WINDOW_SAMPLES)
    assert len(feed.spans()) == 1
    assert feed.segmenter.flush(feed.index * WINDOW_SAMPLES) == []


def test_stream_discards_audio_that_is_no_longer_needed(pipeline_settings: PipelineSettings) -> None:
    stream = ParticipantStream(
        stream_id="s",
        anchor_seconds=0.0,
        first_sequence=0,
        settings=pipeline_settings,
    )
    for _ in range(600):
        push(stream, SILENT)
    assert len(stream._audio) < 4 * SAMPLE_RATE * 2


def test_utterance_audio_does_not_depend_on_the_first_frame_taken(
    pipeline_settings: PipelineSettings,
) -> None:
    frames = [SILENT] * 40 + [LOUD] * 12 + [SILENT] * 10
    heard = []
    for first in (0, 30):
        stream = ParticipantStream(
            stream_id="s",
            anchor_seconds=7.0,
            first_sequence=first,
            settings=pipeline_settings,
        )
        for sequence in range(first, len(frames)):
            for change in push(stream, frames[sequence]):
                if change.change is Change.ENDED:
                    utterance = make_utterance(stream, change.span, pipeline_settings)
                    times = (utterance.start_seconds, utterance.end_seconds)
                    utterance.end()
                    heard.append((utterance.take_audio().count(LOUD[:2]), times))
    assert heard[0][0] == heard[1][0] == 12 * 1_600
    assert heard[0][1] == pytest.approx(heard[1][1], abs=0.04)
    assert heard[0][1][0] == pytest.approx(11.0, abs=0.04)


@pytest.mark.parametrize("silent_frames", range(100, 140, 3))
def test_pre_roll_is_kept_after_any_length_of_silence(
    silent_frames: int, pipeline_settings: PipelineSettings
) -> None:
    stream = ParticipantStream(
        stream_id="s",
        anchor_seconds=0.0,
        first_sequence=0,
        settings=pipeline_settings,
    )
    heard = []
    for frame in [SILENT] * silent_frames + [LOUD] * 12 + [SILENT] * 10:
        safe = stream.safe_sequence
        for change in push(stream, frame):
            if change.change is Change.STARTED:
                assert change.span.start_sample >= safe * 1_600
            if change.change is Change.ENDED:
                heard.append(stream.take(change.span))
    (pcm,) = heard
    assert pcm.count(LOUD[:2]) == 12 * 1_600
    assert pcm.index(LOUD[:2]) >= 2 * (pipeline_settings.pre_roll_seconds - 0.04) * SAMPLE_RATE
