"""The capacity that the offline bench finds, beside the estimate of the doctor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from app.bench.speech_capacity import MAX_LAG_SECONDS, find_capacity
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Turn
from app.bench.speech_recordings import Recordings
from app.transcription.pipeline.settings import WINDOW_SAMPLES
from models.ports import SAMPLE_RATE, Effort, SpeechRequest, Transcription
from tests.bench.scripted_recordings import ScriptedRecordings

TURNS, TURN_SECONDS, VOICED_SECONDS = 8, 6.0, 4.5


@dataclass
class FullOnly(ScriptedRecordings):
    """Refuses decodes with less effort."""

    engine_name: str = "whisper_cpp"

    def decode(self, request: SpeechRequest) -> Transcription:
        assert request.effort is Effort.FULL
        return super().decode(request)


def find(decode_seconds: float, *, slowdown: float = 1.0) -> dict[str, object]:
    """Dialogues with an utterance every six seconds."""
    total = round(TURNS * TURN_SECONDS * SAMPLE_RATE)
    spoken = [divmod(n * WINDOW_SAMPLES / SAMPLE_RATE, TURN_SECONDS) for n in range(total // WINDOW_SAMPLES)]
    voice = {
        role: [0.95 if turn % 2 == speaker and at < VOICED_SECONDS else 0.01 for turn, at in spoken]
        for speaker, role in enumerate(("recruiter", "candidate"))
    }
    turns = [
        Turn(n * TURN_SECONDS, n * TURN_SECONDS + VOICED_SECONDS, ("recruiter", "candidate")[n % 2], "x")
        for n in range(TURNS)
    ]
    dialogue = Dialogue("one", dict.fromkeys(voice, bytes(2 * total)), turns)
    recordings = cast("Recordings", FullOnly(decode_seconds))
    return find_capacity(
        recordings, [dialogue], {"one": voice}, language="en", slowdown=slowdown, voice_activity_seconds=0.04
    )


def test_interviews_are_added_until_finals_are_late() -> None:
    found = find(2.0)
    lags = found["final_lag_p95_by_interviews"]
    assert isinstance(lags, list)
    carried = len(lags) - 1
    assert found["interviews_carried"] == carried >= 1
    assert all(lag <= MAX_LAG_SECONDS for lag in lags[:-1])
    assert lags[-1] > MAX_LAG_SECONDS
    # An utterance of 2.6 s with its words, 1.3 times every 6 s, 80 % of the time.
    assert found["interviews_estimated"] == 1


def test_a_machine_that_is_too_slow_carries_none() -> None:
    assert find(2.0, slowdown=3.0)["interviews_carried"] == 0
