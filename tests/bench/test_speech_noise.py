"""Clips without speech: made by code, the same ones each time, and loud enough to be heard."""

from __future__ import annotations

import numpy as np

from app.bench.speech_noise import CLIP_SECONDS, make_clips, make_interviews
from models.ports import SAMPLE_RATE


def test_clips_are_the_same_ones_each_time_and_none_is_like_another() -> None:
    clips = make_clips(8)
    assert clips == make_clips(8)
    assert len(set(clips)) == 8


def test_every_clip_has_sound_between_two_silences() -> None:
    for clip in make_clips(8):
        samples = np.frombuffer(clip, dtype="<i2").astype(np.float64)
        edge = (len(samples) - round(CLIP_SECONDS * SAMPLE_RATE)) // 2
        assert not samples[:edge].any()
        assert not samples[-edge:].any()
        loudest_dbfs = 20 * np.log10(np.abs(samples).max() / 32_767)
        assert -45.1 <= loudest_dbfs <= -14.9


def test_each_voice_of_an_interview_is_a_clip() -> None:
    interviews = make_interviews(5)
    assert len(interviews) == 3
    assert len({pcm for one in interviews for pcm in one.voices.values()}) == 6
    assert make_interviews(0) == []
