"""`greenroom bench speech`: transcription quality and speed.

Plays every dialogue below the folder in real time into rooms of a separate server, through the socket that
browsers use. Then decodes each voice as one recording with the same model, for comparison.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.bench.live_room import PlayedInterview, play_interview
from app.bench.output import print_progress
from app.bench.raw_whisper import measure_raw_whisper
from app.bench.server_process import BenchServer, running_server
from app.bench.speech_data import (
    Dialogue,
    SingleFile,
    WholeDecodes,
    assemble,
    build_whole_request,
    cut_whole,
    find_dialogues,
    find_single_files,
    lose_audio,
    select_half,
)
from app.bench.speech_measures import trim_to_voice
from app.bench.speech_offline import add_options, run_offline
from app.bench.speech_ratio import compare_lags, describe_whisper, pick_recordings
from app.bench.speech_soak import count_repetitions, join_dialogues, join_texts, measure_soak, watching_memory
from app.bench.speech_writing import writing_questions
from app.core.settings import Settings
from app.engines import make_engines_config
from app.transcription.pipeline.voice_activity import SileroDetector
from app.transcription.recording_decoding import read_recording
from models.ports import Priority, SpeechEngine
from models.runtime import build_engines


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--audio",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder with dialogues (recruiter.wav, candidate.wav, turns.tsv) at any depth, or a refs.tsv",
    )
    parser.add_argument(
        "--interviews",
        type=int,
        default=1,
        metavar="N",
        help="number of interviews played at the same time (default 1)",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="play only the first S seconds of each dialogue"
    )
    parser.add_argument(
        "--half",
        choices=("first", "second"),
        help="play every other dialogue of each folder: choose on the first half, check on the second",
    )
    parser.add_argument("--language", default="en", help="spoken language, or auto (default en)")
    parser.add_argument(
        "--while-writing",
        action="store_true",
        help="let the language model write questions for other interviews all the time",
    )
    parser.add_argument(
        "--gap",
        type=float,
        default=0.0,
        metavar="S",
        help="lose S seconds of audio in the middle of each dialogue; error rates then mean nothing",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=0.0,
        metavar="M",
        help="play all dialogues as one interview, repeated for M minutes; also measure memory and clock",
    )
    add_options(parser)


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Play, decode and compare. Raises ValueError if the folder contains nothing to play."""
    if args.interviews < 1:
        raise ValueError("--interviews is at least 1")
    dialogues = await asyncio.to_thread(find_dialogues, args.audio, args.seconds)
    if args.half:
        dialogues = select_half(dialogues, is_first=args.half == "first")
    files = await asyncio.to_thread(find_single_files, args.audio)
    if not dialogues and not files:
        raise ValueError(
            f"{args.audio} contains no dialogue (recruiter.wav, candidate.wav, turns.tsv) or refs.tsv"
        )
    if args.offline:
        if not dialogues:
            raise ValueError(f"{args.audio} contains no dialogue; the offline bench plays nothing else")
        # In a thread, because it runs an event loop of its own.
        gapped = [lose_audio(dialogue, args.gap) for dialogue in dialogues]
        return await asyncio.to_thread(run_offline, args, gapped)
    single = dialogues
    repetitions = count_repetitions(dialogues, 60 * args.minutes) if args.minutes else 0
    if repetitions:
        dialogues = [join_dialogues(list(single) * repetitions)]
    dialogues = [lose_audio(dialogue, args.gap) for dialogue in dialogues]
    async with running_server() as server:
        model = server.speech_model
        before = server.processor_seconds()
        async with (
            writing_questions(server, enabled=args.while_writing) as written,
            watching_memory(server.process, enabled=repetitions > 0) as memory,
        ):
            played = await _play_all(server, dialogues, at_once=args.interviews)
        texts = await _send_all(server, files, language=args.language)
        processor_seconds = server.processor_seconds() - before
    whole = await _decode_whole(single if repetitions else dialogues, files, language=args.language)
    if repetitions:
        whole = replace(whole, dialogues=[join_texts(whole.dialogues * repetitions)])
    result = assemble(
        dialogues, played, files, texts, whole, model=model, processor_seconds=processor_seconds
    )
    if played:
        raw = await asyncio.to_thread(_measure_raw, single)
        result |= compare_lags(result, raw)
    if repetitions:
        turns = [trim_to_voice(turn, dialogues[0].voices[turn.role]) for turn in dialogues[0].turns]
        result |= measure_soak(memory, turns, played[0].lines)
    return result | {"questions_written_meanwhile": len(written)}


async def _play_all(
    server: BenchServer, dialogues: Sequence[Dialogue], *, at_once: int
) -> list[PlayedInterview]:
    places = asyncio.Semaphore(at_once)

    async def play(dialogue: Dialogue) -> PlayedInterview:
        async with places:
            print_progress(f"playing {dialogue.name} ({dialogue.seconds:.0f} s)")
            return await play_interview(server, dialogue.voices, lost=dialogue.lost)

    return list(await asyncio.gather(*map(play, dialogues)))


async def _send_all(server: BenchServer, files: Sequence[SingleFile], *, language: str) -> list[str | None]:
    """Text of each file from the single-file call; None if it was refused."""
    texts: list[str | None] = []
    async with server.client() as http:
        for file in files:
            print_progress(f"sending {file.path.name}")
            answer = await http.post(
                "/api/transcription/whisper",
                files={"file": (file.path.name, file.path.read_bytes())},
                data={"language": language},
            )
            texts.append(answer.json()["text"] if answer.is_success else None)
    return texts


async def _decode_whole(
    dialogues: Sequence[Dialogue], files: Sequence[SingleFile], *, language: str
) -> WholeDecodes:
    """Decode each voice piece by piece and each file whole, with nothing else running."""
    engines = build_engines(make_engines_config(Settings()))
    began = time.monotonic()
    try:
        heard = []
        for dialogue in dialogues:
            print_progress(f"decoding {dialogue.name} whole")
            heard.append(
                {r: await _decode_voice(engines.speech, pcm, language) for r, pcm in dialogue.voices.items()}
            )
        texts = []
        for file in files:
            pcm = await asyncio.to_thread(read_recording, file.path.read_bytes())
            texts.append(await _decode(engines.speech, pcm, language))
    finally:
        await engines.stop()
    return WholeDecodes(heard, texts, time.monotonic() - began)


async def _decode_voice(engine: SpeechEngine, pcm: bytes, language: str) -> str:
    pieces = await asyncio.to_thread(cut_whole, pcm, SileroDetector())
    return " ".join([await _decode(engine, piece.pcm, language) for piece in pieces])


async def _decode(engine: SpeechEngine, pcm: bytes, language: str) -> str:
    request = build_whole_request(pcm, language)
    return (await engine.transcribe(request, priority=Priority.BACKGROUND)).text


def _measure_raw(dialogues: Sequence[Dialogue]) -> float:
    """Median seconds of a decode by whisper.cpp alone, with the threads of the engine."""
    facts = describe_whisper(make_engines_config(Settings()))
    decodes = measure_raw_whisper(facts["path"], facts["threads"], pick_recordings(dialogues))
    return statistics.median(one.seconds for one in decodes)
