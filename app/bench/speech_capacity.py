"""How many interviews a machine carries: as `greenroom doctor` estimates it, and by playing them offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.bench.speech_data import Dialogue
from app.bench.speech_measures import find_final_lags, summarize, trim_to_voice
from app.bench.speech_player import NEVER_SECONDS, Machine, Player, VoiceRatings
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
    chosen: list[Dialogue] = []
    ratings: dict[str, dict[str, list[float]]] = {}
    silence = [0.0] * round(_SHIFT_SECONDS / WINDOW_SECONDS)
    lags: list[float | None] = []
    for number in range(MAX_INTERVIEWS):
        dialogue = dialogues[number % len(dialogues)]
        shifted = _shift(dialogue, number)
        chosen.append(shifted)
        ratings[shifted.name] = {
            role: silence * number + list(of_role) for role, of_role in voice[dialogue.name].items()
        }
        p95 = _measure_lag(machine, chosen, ratings, language=language)
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
    machine: Machine, dialogues: Sequence[Dialogue], voice: VoiceRatings, *, language: str
) -> float | None:
    """The 95th percentile of the lag of finals, with these interviews at the same time."""
    settings = PipelineSettings(first_interim_seconds=NEVER_SECONDS)
    player = Player(machine, voice, settings=settings, language=language)
    played = run_virtually(player.play_all(dialogues, at_once=len(dialogues)))
    lags: list[float] = []
    for dialogue, interview in zip(dialogues, played, strict=True):
        lags += find_final_lags(dialogue.turns, interview.lines)
    return summarize(lags)["p95"]


def _shift(dialogue: Dialogue, number: int) -> Dialogue:
    """The dialogue after ``number`` times the shift of silence, its turns without the silence around them."""
    seconds = number * _SHIFT_SECONDS
    silence = bytes(2 * round(seconds * SAMPLE_RATE))
    voices = {role: silence + pcm for role, pcm in dialogue.voices.items()}
    turns = [trim_to_voice(turn.moved(seconds), voices[turn.role]) for turn in dialogue.turns]
    return replace(dialogue, name=f"{dialogue.name} {number}", voices=voices, turns=turns)
