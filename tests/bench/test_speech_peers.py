"""The policies that the offline speech bench plays for comparison."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import pytest

from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line
from app.bench.speech_peers import POLICIES, play_policy
from app.bench.speech_recordings import RecordedSpeech, Recordings
from app.core.virtual_clock import run_virtually
from app.transcription.pipeline.settings import WINDOW_SAMPLES
from models.ports import (
    SAMPLE_RATE,
    ModelIdentity,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)

_SECONDS = 6.0
_SPOKEN_SECONDS = 3.2
"""The candidate says one word every half second for so long; the recruiter is silent."""


@dataclass
class CountingRecordings:
    """A decode has one word for each half second of audio; its last word is misheard."""

    seconds: float = 0.1
    identity: ModelIdentity = field(default_factory=lambda: ModelIdentity(name="scripted", sha256=""))
    no_speech: float = 0.0

    def decode(self, request: SpeechRequest) -> Transcription:
        length = len(request.pcm) / 2 / SAMPLE_RATE
        words = [f"w{n}" for n in range(int(length * 2))]
        words[-1] = f"wrong{length:.2f}"
        tokens = tuple(SpeechToken(f" {word}", n / 2, n / 2 + 0.4, 0.9) for n, word in enumerate(words))
        segment = SpeechSegment(" ".join(words), 0.0, length, -2.0, self.no_speech, tokens)
        return Transcription((segment,), "en", length, round(self.seconds * 1000))


def play(policy: str, recordings: CountingRecordings) -> list[Line]:
    count = round(_SECONDS * SAMPLE_RATE) // WINDOW_SAMPLES
    spoken = [0.9 if n * WINDOW_SAMPLES < _SPOKEN_SECONDS * SAMPLE_RATE else 0.0 for n in range(count)]
    pcm = bytes(2 * round(_SECONDS * SAMPLE_RATE))
    dialogue = Dialogue("one", {"recruiter": pcm, "candidate": pcm}, [])
    ratings = {"one": {"recruiter": [0.0] * count, "candidate": spoken}}
    speech = RecordedSpeech(cast("Recordings", recordings))
    played = run_virtually(play_policy(POLICIES[policy], speech, [dialogue], ratings, language="en"))
    return played[0].lines


def test_chunks_are_shown_as_they_are_decoded() -> None:
    lines = play("chunks", CountingRecordings())
    assert [(line.role, line.start_seconds, line.end_seconds) for line in lines] == [
        ("candidate", 0.0, 2.0),
        ("candidate", 2.0, 4.0),
    ]
    assert [line.arrived_seconds for line in lines] == [pytest.approx(2.1), pytest.approx(4.1)]


def test_words_are_final_when_two_decodes_agree_or_the_speaker_pauses() -> None:
    lines = play("local_agreement", CountingRecordings())
    finals = [line for line in lines if line.is_final]
    # The first decode has nothing to agree with, and the misheard last word of each is never agreed on.
    assert finals[0].text == "w0"
    assert finals[0].arrived_seconds == pytest.approx(2.2, abs=0.15)
    words = " ".join(line.text for line in finals).split()
    assert words[:-1] == [f"w{n}" for n in range(len(words) - 1)]
    assert finals[-1].arrived_seconds == pytest.approx(_SPOKEN_SECONDS + 0.5 + 0.1, abs=0.1)
    assert any("wrong" in line.text for line in lines if not line.is_final)


def test_what_faster_whisper_takes_for_no_speech_is_left_out() -> None:
    for policy in POLICIES:
        assert play(policy, CountingRecordings(no_speech=0.7)) == []
