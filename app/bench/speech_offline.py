"""`greenroom bench speech --offline`: the live pipeline under a virtual clock, with recorded decodes.

The pipeline's own code runs: segmentation, speculation, queue, decisions. Only time is virtual, and each
decode takes as long as it took when it was recorded. So a change of policy is measured within a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app.bench.live_room import ROLES, PlayedInterview
from app.bench.speech_data import Dialogue, WholeDecodes, assemble, build_whole_request, cut_whole
from app.bench.speech_measures import Line, take_revisions
from app.bench.speech_noise import make_interviews
from app.bench.speech_peers import POLICIES, play_policy
from app.bench.speech_recordings import RecordedSpeech, Recordings
from app.bench.speech_short import make_short_answers
from app.bench.virtual_clock import run_virtually
from app.core.settings import Settings
from app.engines import make_engines_config
from app.transcription.pipeline.coverage import find_unheard
from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import (
    AudioGap,
    DecodedUtterance,
    Final,
    Interim,
    Speaker,
    StreamPosition,
    TranscriptEvent,
)
from app.transcription.pipeline.segmentation import Window, find_stretches
from app.transcription.pipeline.session import LiveTranscription
from app.transcription.pipeline.settings import (
    FRAME_BYTES,
    FRAME_SECONDS,
    WINDOW_BYTES,
    WINDOW_SECONDS,
    PipelineSettings,
)
from app.transcription.pipeline.spool import AudioSpool
from app.transcription.pipeline.voice_activity import SileroDetector
from app.transcription.pipeline.voice_worker import StreamVoice
from app.transcription.pipeline.words import SpokenWord
from models.store import default_cache_dir

_COMPARED = (
    "word_error_rate_live",
    "final_lag_seconds",
    "first_interim_lag_seconds",
    "processor_seconds",
    "wrong_speaker_words",
)
NEVER_SECONDS = 1e6
_STARTED_AT = datetime(2026, 1, 1, tzinfo=UTC)


def parse_settings(changes: Sequence[str]) -> PipelineSettings:
    """Pipeline settings with ``name=value`` changes. Raises ValueError for an unknown or invalid one."""
    settings = PipelineSettings()
    values: dict[str, Any] = {}
    for change in changes:
        name, _, value = change.partition("=")
        numbers = {k: v for k, v in dataclasses.asdict(settings).items() if isinstance(v, int | float)}
        if name not in numbers:
            raise ValueError(f"{name!r} is not a number among the pipeline settings")
        values[name] = type(numbers[name])(value)
    return dataclasses.replace(settings, **values)


def run_offline(args: Namespace, dialogues: Sequence[Dialogue]) -> dict[str, object]:
    """Play the dialogues in virtual time and compare with whole-file decodes."""
    settings = parse_settings(args.set or [])
    folder = args.cache or default_cache_dir() / "bench-speech"
    recordings = Recordings(make_engines_config(Settings()), folder)
    quiet = make_interviews(args.without_speech)
    try:
        voice = _rate_voices(recordings, [*dialogues, *quiet])
        short = make_short_answers(dialogues, voice, args.short_answers)
        voice |= _rate_voices(recordings, short)
        whole = WholeDecodes(
            [
                {
                    r: _decode_whole(recordings, pcm, voice[d.name][r], args.language)
                    for r, pcm in d.voices.items()
                }
                for d in dialogues
            ],
            [],
            0.0,
        )
        player = _Player(recordings, settings, args.language, args.slowdown, voice)
        played = run_virtually(player.play_all(dialogues, at_once=args.interviews))
        invented, answers = (
            run_virtually(
                _Player(recordings, settings, args.language, args.slowdown, voice).play_all(clips, at_once=1)
            )
            for clips in (quiet, short)
        )
        peers = (
            {name: _measure_peer(name, recordings, dialogues, voice, whole, args) for name in POLICIES}
            if args.peers
            else {}
        )
    finally:
        recordings.close()
    result = assemble(
        dialogues,
        played,
        [],
        [],
        whole,
        model=recordings.identity.name,
        processor_seconds=player.busy_seconds,
    )
    return {
        "engine": recordings.engine_name,
        **result,
        "engine_share": round(player.busy_seconds / max(player.virtual_seconds, 1e-9), 3),
        "background_share": round(player.background_seconds / max(player.virtual_seconds, 1e-9), 3),
        "abandoned_share": round(player.abandoned_seconds / max(player.busy_seconds, 1e-9), 3),
        "unheard_share": round(player.unheard_seconds / max(player.voiced_seconds, 1e-9), 4),
        "clips_without_speech": args.without_speech,
        "clips_with_a_line": sum(_count_voices_with_line(one.lines) for one in invented),
        "short_answers": len(ROLES) * len(short),
        "short_answers_with_a_line": sum(_count_voices_with_line(one.lines) for one in answers),
        "computed_decodes": recordings.misses,
        "peers": peers,
    }


def _measure_peer(
    name: str,
    recordings: Recordings,
    dialogues: Sequence[Dialogue],
    voice: dict[str, dict[str, list[float]]],
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
        player = _Player(recordings, settings, language, 1.0, voice)
        return run_virtually(player.play_all(dialogues, at_once=1))
    finally:
        recordings.close()


def _rate_voices(recordings: Recordings, dialogues: Sequence[Dialogue]) -> dict[str, dict[str, list[float]]]:
    """Voice probabilities of the windows, by dialogue and role."""
    return {d.name: {r: recordings.rate_voice(pcm) for r, pcm in d.voices.items()} for d in dialogues}


def _count_voices_with_line(lines: Sequence[Line]) -> int:
    return len({line.role for line in lines if line.is_final})


def _decode_whole(recordings: Recordings, pcm: bytes, voice: Sequence[float], language: str) -> str:
    # Windows of digital silence are not rated again.
    rated = [one for at, one in enumerate(voice) if any(pcm[at * WINDOW_BYTES : (at + 1) * WINDOW_BYTES])]
    pieces = cut_whole(pcm, _RatedVoice(rated))
    return " ".join(recordings.decode(build_whole_request(piece.pcm, language)).text for piece in pieces)


class _RatedVoice:
    """Gives the voice activity of one recording again, window by window."""

    def __init__(self, probabilities: Sequence[float]) -> None:
        self._rest = iter(probabilities)

    def probability(self, window: bytes) -> float:  # noqa: ARG002
        return next(self._rest)


class _Player:
    """Plays dialogues into live transcriptions that share one decoding queue."""

    def __init__(
        self,
        recordings: Recordings,
        settings: PipelineSettings,
        language: str,
        slowdown: float,
        voice: dict[str, dict[str, list[float]]],
    ) -> None:
        self._recordings = recordings
        self._settings = settings
        self._language = language
        self._slowdown = slowdown
        self._voice = voice
        self.busy_seconds = 0.0
        self.background_seconds = 0.0
        self.abandoned_seconds = 0.0
        self.virtual_seconds = 0.0
        self.voiced_seconds = 0.0
        self.unheard_seconds = 0.0
        """Voice without a word, in stretches that the coverage check looks for."""

    async def play_all(self, dialogues: Sequence[Dialogue], *, at_once: int) -> list[PlayedInterview]:
        engine = RecordedSpeech(self._recordings, slowdown=self._slowdown)
        queue = DecodingQueue(engine)
        places = asyncio.Semaphore(at_once)

        async def play(dialogue: Dialogue) -> PlayedInterview:
            async with places:
                return await self._play(dialogue, queue)

        played = list(await asyncio.gather(*(play(dialogue) for dialogue in dialogues)))
        self.busy_seconds = engine.busy_seconds
        self.background_seconds = engine.background_seconds
        self.abandoned_seconds = engine.abandoned_seconds
        self.virtual_seconds = asyncio.get_running_loop().time()
        return played

    async def _play(self, dialogue: Dialogue, queue: DecodingQueue) -> PlayedInterview:
        loop = asyncio.get_running_loop()
        began = loop.time()
        lines: list[Line] = []
        words: dict[str, list[SpokenWord]] = {role: [] for role in ROLES}

        async def announce(event: TranscriptEvent) -> None:
            if not isinstance(event, AudioGap):
                lines.append(_line(event, loop.time() - began))
            if isinstance(event, Final):
                words[event.speaker.role] += event.words

        voices = [self._open_voice(dialogue, role) for role in ROLES]
        remaining = list(voices)
        live = LiveTranscription(
            queue=queue,
            store=_Forgetful(),
            announce=announce,
            started_at=_STARTED_AT,
            now=lambda: _STARTED_AT + timedelta(seconds=loop.time() - began),
            language=self._language,
            prompt=dialogue.hints,
            settings=self._settings,
            open_voice=lambda: remaining.pop(0),
            spool=AudioSpool(),
        )
        count = -(-max(len(pcm) for pcm in dialogue.voices.values()) // FRAME_BYTES)
        positions = [position for position in range(count) if position not in dialogue.lost]
        for sequence, position in enumerate(positions):
            captured_seconds = (position + 1) * FRAME_SECONDS
            await asyncio.sleep(began + captured_seconds - loop.time())
            for role in ROLES:
                pcm = dialogue.voices[role][position * FRAME_BYTES : (position + 1) * FRAME_BYTES]
                await live.push_frame(
                    speaker=Speaker.of_role(role),
                    stream_id=role,
                    sequence=sequence,
                    pcm=pcm.ljust(FRAME_BYTES, b"\0"),
                    captured_seconds=captured_seconds,
                )
        while not await live.finish():
            pass
        if not dialogue.lost:
            for role in ROLES:
                self._measure_coverage(self._voice[dialogue.name][role], words[role])
        return PlayedInterview(lines=take_revisions(lines), frames_sent=2 * len(positions), frames_lost=0)

    def _open_voice(self, dialogue: Dialogue, role: str) -> StreamVoice:
        """The ratings of the recording. After a gap, the windows of the stream are others, and are rated."""
        return _DetectedVoice() if dialogue.lost else _RecordedVoice(self._voice[dialogue.name][role])

    def _measure_coverage(self, probabilities: Sequence[float], words: Sequence[SpokenWord]) -> None:
        threshold = self._settings.voiced_probability
        voiced = [
            Window(index, probability, level=0.0)
            for index, probability in enumerate(probabilities)
            if probability >= threshold
        ]
        unheard = find_unheard(find_stretches(voiced), words, start_sample=0, settings=self._settings)
        self.voiced_seconds += len(voiced) * WINDOW_SECONDS
        self.unheard_seconds += sum(one.end_seconds - one.start_seconds for one in unheard)


class _RecordedVoice:
    """Voice activity of one recording; silence after its end."""

    def __init__(self, probabilities: list[float]) -> None:
        self._probabilities = probabilities
        self._position = 0

    async def rate(self, windows: bytes) -> list[float]:
        count = len(windows) // WINDOW_BYTES
        rated = self._probabilities[self._position : self._position + count]
        self._position += count
        return rated + [0.0] * (count - len(rated))

    def close(self) -> None:
        pass


class _DetectedVoice:
    """Voice activity by the detector, in this process."""

    def __init__(self) -> None:
        self._detector = SileroDetector()

    async def rate(self, windows: bytes) -> list[float]:
        starts = range(0, len(windows), WINDOW_BYTES)
        return [self._detector.probability(windows[at : at + WINDOW_BYTES]) for at in starts]

    def close(self) -> None:
        pass


class _Forgetful:
    """A store that only counts lines: the bench reads what is announced."""

    def __init__(self) -> None:
        self._count = 0

    async def find_stream(self, *, speaker: Speaker, stream_id: str) -> StreamPosition | None:  # noqa: ARG002
        return None

    async def open_stream(
        self,
        *,
        speaker: Speaker,  # noqa: ARG002
        stream_id: str,  # noqa: ARG002
        anchor_seconds: float,
    ) -> StreamPosition:
        return StreamPosition(anchor_seconds, 0)

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        if utterance.suppressed_reason is not None:
            return None
        self._count += 1
        return self._count

    async def revise_final(self, utterance: DecodedUtterance) -> bool:  # noqa: ARG002
        return True

    async def store_gap(self, gap: AudioGap) -> None:
        """The bench knows its gaps."""


def _line(event: Final | Interim, arrived_seconds: float) -> Line:
    return Line(
        id=event.segment_id if isinstance(event, Final) else event.utterance_id,
        role=event.speaker.role,
        text=event.text,
        is_final=isinstance(event, Final),
        start_seconds=event.start_seconds,
        end_seconds=event.end_seconds,
        arrived_seconds=arrived_seconds,
    )


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
        help="also play up to N short pieces of the voices, and count those that get a line (offline)",
    )
    add("--peers", action="store_true", help="also play two other policies of the same model (offline)")
    add("--cache", type=Path, metavar="DIR", help="where decodes are kept (offline)")
