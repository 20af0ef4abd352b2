"""How many interviews a machine carries: as `greenroom doctor` estimates it, and by playing them offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Turn, find_final_lags, summarize, trim_to_voice
from app.bench.speech_player import Machine, Player, VoiceRatings
from app.bench.speech_recordings import Recordings
from app.capacity_measurement import build_capacity_request, count_interviews, estimate_decode_seconds
from app.core.virtual_clock import run_virtually
from app.transcription.pipeline.settings import WINDOW_SECONDS, PipelineSettings
from models.ports import SAMPLE_RATE, Effort, ModelIdentity, SpeechRequest, Transcription

MAX_LAG_SECONDS = 3.0
"""95th percentile of finals that a full machine still keeps."""
MAX_INTERVIEWS = 16
_SHIFT_SECONDS = 1.6
"""A multiple of frame and window, so that the utterances of a shifted dialogue have the same audio."""
_NEVER_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class _FullEffort:
    """Recordings of a machine that never decodes with less effort."""

    recordings: Recordings

    @property
    def identity(self) -> ModelIdentity:
        return self.recordings.identity

    def decode(self, request: SpeechRequest) -> Transcription:
        return self.recordings.decode(replace(request, audio_context=None, effort=Effort.FULL))


def find_capacity(
    recordings: Recordings,
    dialogues: Sequence[Dialogue],
    voice: VoiceRatings,
    *,
    language: str,
    slowdown: float,
    voice_activity_seconds: float,
) -> dict[str, object]:
    """The largest number of interviews whose finals stay in time, beside the estimate of the doctor.

    Without interims, which make room for finals, and always with full effort: the smaller model is for a
    machine that carries too much.
    """
    request = build_capacity_request(recordings.engine_name)
    sound_seconds = recordings.decode(request).duration_ms / 1000 * slowdown
    estimated = count_interviews(
        decode_seconds=estimate_decode_seconds(sound_seconds, recordings.engine_name),
        voice_activity_seconds=voice_activity_seconds,
    )
    machine = Machine(_FullEffort(recordings), slowdown=slowdown)
    lags: list[float | None] = []
    for count in range(1, MAX_INTERVIEWS + 1):
        p95 = _measure_lag(machine, dialogues, voice, count, language=language)
        lags.append(p95)
        if p95 is None or p95 > MAX_LAG_SECONDS:
            break
    carried = sum(lag is not None and lag <= MAX_LAG_SECONDS for lag in lags)
    return {
        "interviews_estimated": estimated,
        "interviews_carried": carried,
        "final_lag_p95_by_interviews": lags,
    }


def _measure_lag(
    machine: Machine, dialogues: Sequence[Dialogue], voice: VoiceRatings, count: int, *, language: str
) -> float | None:
    """The 95th percentile of the lag of finals, with ``count`` interviews that begin one after the other."""
    chosen = [_shift(dialogues[number % len(dialogues)], number) for number in range(count)]
    silence = [0.0] * round(_SHIFT_SECONDS / WINDOW_SECONDS)
    shifted = {
        one.name: {
            role: silence * number + list(ratings)
            for role, ratings in voice[dialogues[number % len(dialogues)].name].items()
        }
        for number, one in enumerate(chosen)
    }
    settings = PipelineSettings(first_interim_seconds=_NEVER_SECONDS)
    player = Player(machine, shifted, settings=settings, language=language)
    played = run_virtually(player.play_all(chosen, at_once=count))
    lags: list[float] = []
    for dialogue, interview in zip(chosen, played, strict=True):
        turns = [trim_to_voice(turn, dialogue.voices[turn.role]) for turn in dialogue.turns]
        lags += find_final_lags(turns, interview.lines)
    return summarize(lags)["p95"]


def _shift(dialogue: Dialogue, number: int) -> Dialogue:
    seconds = number * _SHIFT_SECONDS
    silence = bytes(2 * round(seconds * SAMPLE_RATE))
    return replace(
        dialogue,
        name=f"{dialogue.name} {number}",
        voices={role: silence + pcm for role, pcm in dialogue.voices.items()},
        turns=[
            Turn(turn.start_seconds + seconds, turn.end_seconds + seconds, turn.role, turn.text)
            for turn in dialogue.turns
        ],
    )
