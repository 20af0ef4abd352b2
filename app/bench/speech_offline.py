"""`greenroom bench speech --offline`: the live pipeline under a virtual clock, with recorded decodes.

The pipeline's own code runs: segmentation, speculation, queue, decisions. Only time is virtual, and each
decode takes as long as it took when it was recorded. So a change of policy is measured within a minute.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from app.bench.live_room import PlayedInterview
from app.bench.speech_capacity import find_capacity
from app.bench.speech_data import Dialogue, WholeDecodes, assemble, build_whole_request, cut_whole
from app.bench.speech_echo import add_echo, measure_echo
from app.bench.speech_measures import Line, spoken_text
from app.bench.speech_noise import make_interviews
from app.bench.speech_peers import POLICIES, play_policy
from app.bench.speech_player import NEVER_SECONDS, Machine, Player, VoiceRatings
from app.bench.speech_ratio import compare_lags, pick_recordings
from app.bench.speech_recordings import RecordedSpeech, Recordings
from app.bench.speech_short import PlacedWord, make_short_answers, measure_short_answers, place_words
from app.capacity_measurement import measure_voice_activity
from app.core.settings import Settings
from app.core.virtual_clock import run_virtually
from app.engines import make_engines_config
from app.transcription.pipeline.scheduling import Overload
from app.transcription.pipeline.settings import WINDOW_BYTES, PipelineSettings
from app.transcription.pipeline.words import read_words
from app.transcription.recording_pieces import Piece
from models.config import EnginesConfig
from models.ports import SAMPLE_RATE, Transcription
from models.speech_choice import find_smaller_speech, list_known_languages
from models.store import ModelStore, default_cache_dir

_COMPARED = (
    "word_error_rate_live",
    "final_lag_seconds",
    "first_interim_lag_seconds",
    "processor_seconds",
    "wrong_speaker_words",
)


def parse_settings(changes: Sequence[str]) -> PipelineSettings:
    """Pipeline settings with ``name=value`` changes. Raises ValueError for an unknown or invalid one."""
    settings = PipelineSettings()
    values: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition("=")
        numbers = {k: v for k, v in asdict(settings).items() if isinstance(v, int | float)}
        if name not in numbers:
            raise ValueError(f"{name!r} is not a number among the pipeline settings")
        values[name] = type(numbers[name])(value)
    return replace(settings, **values)


def run_offline(args: Namespace, dialogues: Sequence[Dialogue]) -> dict[str, object]:
    """Play the dialogues in virtual time and compare with whole-file decodes."""
    settings = parse_settings(args.set or [])
    folder = args.cache or default_cache_dir() / "bench-speech"
    config = make_engines_config(Settings())
    recordings, smaller = Recordings(config, folder), _open_smaller(config, folder, args.language)
    machine = Machine(recordings, smaller, args.slowdown, Overload[args.overload.upper()])
    quiet = make_interviews(args.without_speech)
    try:
        voice = _rate_voices(recordings, [*dialogues, *quiet])
        heard = {
            d.name: {
                r: _decode_pieces(recordings, pcm, voice[d.name][r], args.language)
                for r, pcm in d.voices.items()
            }
            for d in dialogues
        }
        whole = WholeDecodes(
            [{r: _join_text(pieces) for r, pieces in heard[d.name].items()} for d in dialogues], [], 0.0
        )
        words = {d.name: _place_words(d, heard[d.name]) for d in dialogues}
        short = make_short_answers(dialogues, voice, words, args.short_answers)
        voice |= _rate_voices(recordings, short)
        raw_seconds = recordings.measure_raw(pick_recordings(dialogues)) * args.slowdown
        player = Player(machine, voice, settings=settings, language=args.language)
        played = run_virtually(player.play_all(dialogues, at_once=args.interviews))

        def play_beside(others: Sequence[Dialogue]) -> list[PlayedInterview]:
            """Interviews that count for no other figure."""
            beside = Player(machine, voice, settings=settings, language=args.language)
            return run_virtually(beside.play_all(others, at_once=1))

        invented, answers = play_beside(quiet), play_beside(short)
        echoes = [measure_echo(dialogues, played, decibels=None)] if args.echo else []
        for decibels in args.echo or []:
            mixed = [add_echo(dialogue, decibels) for dialogue in dialogues]
            voice |= _rate_voices(recordings, mixed)
            echoes.append(measure_echo(mixed, play_beside(mixed), decibels=decibels))
        capacity = (
            find_capacity(
                recordings,
                dialogues,
                voice,
                language=args.language,
                slowdown=args.slowdown,
                voice_activity_seconds=measure_voice_activity(),
            )
            if args.capacity
            else {}
        )
        peers = (
            {name: _measure_peer(name, recordings, dialogues, voice, whole, args) for name in POLICIES}
            if args.peers
            else {}
        )
    finally:
        recordings.close()
        if smaller is not None:
            smaller.close()
    statistics = player.statistics
    result = assemble(
        dialogues,
        played,
        [],
        [],
        whole,
        model=recordings.identity.name,
        processor_seconds=statistics.busy_seconds,
    )
    return {
        "engine": recordings.engine_name,
        **result,
        **compare_lags(result, raw_seconds),
        "smaller_model": smaller.identity.name if smaller is not None else None,
        "decodes_by_effort": dict(statistics.decodes),
        "engine_share": round(statistics.busy_seconds / max(statistics.virtual_seconds, 1e-9), 3),
        "background_share": round(statistics.background_seconds / max(statistics.virtual_seconds, 1e-9), 3),
        "abandoned_share": round(statistics.abandoned_seconds / max(statistics.busy_seconds, 1e-9), 3),
        "unheard_share": round(statistics.unheard_seconds / max(statistics.voiced_seconds, 1e-9), 4),
        "clips_without_speech": args.without_speech,
        "clips_with_a_line": sum(_count_voices_with_line(one.lines) for one in invented),
        **measure_short_answers(short, answers),
        "echoes": echoes,
        **capacity,
        "computed_decodes": recordings.misses + (smaller.misses if smaller is not None else 0),
        "peers": peers,
    }


def _open_smaller(config: EnginesConfig, folder: Path, language: str) -> Recordings | None:
    found = find_smaller_speech(ModelStore(config.models_dir), config.speech)
    if found is None or language not in list_known_languages(found):
        return None
    return Recordings(replace(config, speech=replace(config.speech, model=found.name)), folder)


def _measure_peer(
    name: str,
    recordings: Recordings,
    dialogues: Sequence[Dialogue],
    voice: VoiceRatings,
    whole: WholeDecodes,
    args: Namespace,
) -> dict[str, object]:
    """Play another policy, and take the figures that can be compared."""
    speech = RecordedSpeech(recordings, slowdown=args.slowdown)
    played = run_virtually(play_policy(POLICIES[name], speech, dialogues, voice, language=args.language))
    result = assemble(
        dialogues,
        played,
        [],
        [],
        whole,
        model=recordings.identity.name,
        processor_seconds=speech.busy_seconds,
    )
    return {key: result[key] for key in _COMPARED}


def play_offline(dialogues: Sequence[Dialogue], *, language: str) -> list[PlayedInterview]:
    """Play the dialogues one by one in virtual time, with the default settings but without interims.

    The text of a final does not depend on interims, and their decodes take most of the time.
    """
    recordings = Recordings(make_engines_config(Settings()), default_cache_dir() / "bench-speech")
    try:
        voice = _rate_voices(recordings, dialogues)
        settings = PipelineSettings(first_interim_seconds=NEVER_SECONDS)
        player = Player(Machine(recordings), voice, settings=settings, language=language)
        return run_virtually(player.play_all(dialogues, at_once=1))
    finally:
        recordings.close()


def _rate_voices(recordings: Recordings, dialogues: Sequence[Dialogue]) -> dict[str, dict[str, list[float]]]:
    """Voice probabilities of the windows, by dialogue and role."""
    return {d.name: {r: recordings.rate_voice(pcm) for r, pcm in d.voices.items()} for d in dialogues}


def _count_voices_with_line(lines: Sequence[Line]) -> int:
    return len({line.role for line in lines if line.is_final})


def _decode_pieces(
    recordings: Recordings, pcm: bytes, voice: Sequence[float], language: str
) -> list[tuple[Piece, Transcription]]:
    """The pieces of a whole recording with their decodes."""
    # Windows of digital silence are not rated again.
    rated = [one for at, one in enumerate(voice) if any(pcm[at * WINDOW_BYTES : (at + 1) * WINDOW_BYTES])]
    pieces = cut_whole(pcm, _RatedVoice(rated))
    return [(piece, recordings.decode(build_whole_request(piece.pcm, language))) for piece in pieces]


def _join_text(pieces: Sequence[tuple[Piece, Transcription]]) -> str:
    return " ".join(transcription.text for _, transcription in pieces)


def _place_words(
    dialogue: Dialogue, heard: Mapping[str, Sequence[tuple[Piece, Transcription]]]
) -> dict[str, list[PlacedWord]]:
    """By role, the spoken words at the times at which the whole recording was heard to contain them."""
    placed = {}
    for role, pieces in heard.items():
        words = [
            word.moved(piece.span.start_sample / SAMPLE_RATE)
            for piece, transcription in pieces
            for word in read_words(transcription.segments)
        ]
        placed[role] = place_words(spoken_text(dialogue.turns, role), words)
    return placed


class _RatedVoice:
    """Gives the voice activity of one recording again, window by window."""

    def __init__(self, probabilities: Sequence[float]) -> None:
        self._rest = iter(probabilities)

    def probability(self, window: bytes) -> float:  # noqa: ARG002
        return next(self._rest)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the offline bench."""
    add = parser.add_argument
    add("--offline", action="store_true", help="play in virtual time with recorded decodes")
    add("--set", action="append", metavar="NAME=VALUE", help="change a pipeline setting (offline)")
    add("--slowdown", type=float, default=1.0, metavar="F", help="decodes take F times as long (offline)")
    add(
        "--without-speech",
        type=int,
        default=0,
        metavar="N",
        help="also play N clips of noise, and count those that get a line (offline)",
    )
    add(
        "--short-answers",
        type=int,
        default=0,
        metavar="N",
        help="also play up to N short pieces of the voices, and count lines and right words (offline)",
    )
    add(
        "--echo",
        type=float,
        action="append",
        metavar="DB",
        help="also play with the recruiter's voice in the candidate's microphone, at DB (-20) (offline)",
    )
    add(
        "--overload",
        choices=[level.name.lower() for level in Overload],
        default=Overload.NONE.name.lower(),
        help="degrade live speech at least that far, as if it had fallen behind (offline)",
    )
    add("--capacity", action="store_true", help="also find how many interviews are in time (offline)")
    add("--peers", action="store_true", help="also play two other policies of the same model (offline)")
    add("--cache", type=Path, metavar="DIR", help="where decodes are kept (offline)")
