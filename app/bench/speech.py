"""`greenroom bench speech`: transcription quality and speed.

Plays every dialogue below the folder in real time into rooms of a separate server, through the socket that
browsers use. Then decodes each voice as a whole with the same model, for comparison.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.bench.live_room import ROLES, PlayedInterview, play_interview
from app.bench.server_process import BenchServer, running_server
from app.bench.speech_measures import (
    Turn,
    count_wrong_speaker_words,
    find_final_lags,
    find_first_interim_lags,
    heard_text,
    read_turns,
    spoken_text,
    summarize,
    trim_to_voice,
)
from app.bench.word_errors import WordErrors, count_word_errors, sum_word_errors
from app.core.settings import Settings
from app.transcription.recordings import read_recording
from models.ports import SAMPLE_RATE, Priority, SpeechEngine, SpeechRequest

_WHOLE_TIMEOUT_SECONDS = 7_200.0


@dataclass(frozen=True, slots=True)
class Dialogue:
    name: str
    voices: dict[str, bytes]
    turns: list[Turn]

    @property
    def seconds(self) -> float:
        return max(len(pcm) for pcm in self.voices.values()) / 2 / SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class SingleFile:
    path: Path
    reference: str


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
    parser.add_argument("--language", default="en", help="spoken language, or auto (default en)")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Play, decode and compare. Raises ValueError if the folder contains nothing to play."""
    if args.interviews < 1:
        raise ValueError("--interviews is at least 1")
    dialogues = await asyncio.to_thread(find_dialogues, args.audio, args.seconds)
    files = await asyncio.to_thread(find_single_files, args.audio)
    if not dialogues and not files:
        raise ValueError(
            f"{args.audio} contains no dialogue (recruiter.wav, candidate.wav, turns.tsv) or refs.tsv"
        )
    async with running_server() as server:
        model = server.speech_model
        before = server.processor_seconds()
        played = await _play_all(server, dialogues, at_once=args.interviews)
        texts = await _send_all(server, files, language=args.language)
        processor_seconds = server.processor_seconds() - before
    whole = await _decode_whole(dialogues, files, language=args.language)
    return assemble(dialogues, played, files, texts, whole, model=model, processor_seconds=processor_seconds)


def find_dialogues(folder: Path, seconds: float | None) -> list[Dialogue]:
    """Folders at or below ``folder`` that contain both voices and their turns, by name."""
    dialogues = []
    for turns_path in sorted(folder.rglob("turns.tsv")):
        paths = {role: turns_path.with_name(f"{role}.wav") for role in ROLES}
        if not all(path.is_file() for path in paths.values()):
            continue
        voices = {role: read_recording(path.read_bytes()).pcm for role, path in paths.items()}
        turns = read_turns(turns_path)
        if seconds is not None:
            turns, end = whole_turns_within(turns, seconds)
            voices = {role: pcm[: round(end * SAMPLE_RATE) * 2] for role, pcm in voices.items()}
        dialogues.append(Dialogue(turns_path.parent.name, voices, turns))
    return dialogues


def whole_turns_within(turns: Sequence[Turn], seconds: float) -> tuple[list[Turn], float]:
    """The turns that end in time, and where to stop playing: before the next one starts."""
    kept = [turn for turn in turns if turn.end_seconds <= seconds]
    return kept, min([seconds, *(turn.start_seconds for turn in turns if turn not in kept)])


def find_single_files(folder: Path) -> list[SingleFile]:
    """Rows of every refs.tsv at or below ``folder`` whose file exists and whose reference has words."""
    files = []
    for table in sorted(folder.rglob("refs.tsv")):
        with table.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        for row in rows:
            path = table.parent / (row.get("file") or "")
            if path.is_file() and row.get("reference") is not None:
                files.append(SingleFile(path, row["reference"]))
    return files


async def _play_all(
    server: BenchServer, dialogues: Sequence[Dialogue], *, at_once: int
) -> list[PlayedInterview]:
    places = asyncio.Semaphore(at_once)

    async def play(dialogue: Dialogue) -> PlayedInterview:
        async with places:
            _tell(f"playing {dialogue.name} ({dialogue.seconds:.0f} s)")
            return await play_interview(server, dialogue.voices)

    return list(await asyncio.gather(*(play(dialogue) for dialogue in dialogues)))


async def _send_all(server: BenchServer, files: Sequence[SingleFile], *, language: str) -> list[str | None]:
    """Text of each file from the single-file call; None if it was refused."""
    texts: list[str | None] = []
    async with server.client() as http:
        for file in files:
            _tell(f"sending {file.path.name}")
            answer = await http.post(
                "/api/transcription/whisper",
                files={"file": (file.path.name, file.path.read_bytes())},
                data={"language": language},
            )
            texts.append(answer.json()["text"] if answer.is_success else None)
    return texts


@dataclass(frozen=True, slots=True)
class WholeDecodes:
    dialogues: list[dict[str, str]]
    files: list[str]
    seconds: float


async def _decode_whole(
    dialogues: Sequence[Dialogue], files: Sequence[SingleFile], *, language: str
) -> WholeDecodes:
    """Decode each whole voice and file once with the installed model, with nothing else running."""
    from app.engines import make_engines_config
    from models.runtime import build_engines

    engines = build_engines(make_engines_config(Settings()))
    began = time.monotonic()
    try:
        heard = []
        for dialogue in dialogues:
            _tell(f"decoding {dialogue.name} whole")
            heard.append(
                {r: await _decode(engines.speech, pcm, language) for r, pcm in dialogue.voices.items()}
            )
        texts = []
        for file in files:
            recording = await asyncio.to_thread(read_recording, file.path.read_bytes())
            texts.append(await _decode(engines.speech, recording.pcm, language))
    finally:
        await engines.stop()
    return WholeDecodes(heard, texts, time.monotonic() - began)


async def _decode(engine: SpeechEngine, pcm: bytes, language: str) -> str:
    request = SpeechRequest(pcm=pcm, language=language, timeout_seconds=_WHOLE_TIMEOUT_SECONDS)
    return (await engine.transcribe(request, priority=Priority.BACKGROUND)).text


def assemble(
    dialogues: Sequence[Dialogue],
    played: Sequence[PlayedInterview],
    files: Sequence[SingleFile],
    texts: Sequence[str | None],
    whole: WholeDecodes,
    *,
    model: str,
    processor_seconds: float,
) -> dict[str, object]:
    """Compute the metrics.

    ``audio_seconds`` counts both voices of a dialogue. Lags are measured from the voice within the turn, not
    from the silence around it.
    """
    rows: list[dict[str, object]] = []
    live, final_lags, interim_lags = [], [], []
    wholes: list[WordErrors] = []
    for dialogue, interview, heard in zip(dialogues, played, whole.dialogues, strict=True):
        turns = [trim_to_voice(turn, dialogue.voices[turn.role]) for turn in dialogue.turns]
        interim_lags += find_first_interim_lags(turns, interview.lines)
        for role in ROLES:
            reference = spoken_text(turns, role)
            own_turns = [turn for turn in turns if turn.role == role]
            lags = find_final_lags(own_turns, interview.lines)
            final_lags += lags
            errors = count_word_errors(reference, heard_text(interview.lines, role))
            whole_errors = count_word_errors(reference, heard[role])
            live.append(errors)
            wholes.append(whole_errors)
            rows.append(
                {
                    "dialogue": dialogue.name,
                    "role": role,
                    "words": errors.reference_words,
                    "word_error_rate_live": _rounded(errors.rate),
                    "word_error_rate_whole": _rounded(whole_errors.rate),
                    "final_lag_p95": summarize(lags)["p95"],
                    "turns_without_line": len(own_turns) - len(lags),
                }
            )
    singles = [count_word_errors(f.reference, text or "") for f, text in zip(files, texts, strict=True)]
    whole_files = [count_word_errors(f.reference, text) for f, text in zip(files, whole.files, strict=True)]
    wrong = sum(count_wrong_speaker_words(d.turns, i.lines) for d, i in zip(dialogues, played, strict=True))
    result: dict[str, object] = {
        "model": model,
        "word_error_rate_live": _rounded(sum_word_errors(live).rate),
        "word_error_rate_whole": _rounded(sum_word_errors(wholes or whole_files).rate),
        "final_lag_seconds": summarize(final_lags),
        "first_interim_lag_seconds": summarize(interim_lags),
        "wrong_speaker_words": wrong,
        "frames_lost": sum(interview.frames_lost for interview in played),
        "frames_sent": sum(interview.frames_sent for interview in played),
        "audio_seconds": round(_audio_seconds(dialogues), 1),
        "processor_seconds": round(processor_seconds, 1),
        "whole_decode_seconds": round(whole.seconds, 1),
        "dialogues": rows,
    }
    if files:
        result["word_error_rate_files"] = _rounded(sum_word_errors(singles).rate)
        result["word_error_rate_files_whole"] = _rounded(sum_word_errors(whole_files).rate)
        result["files"] = [_file_row(*row) for row in zip(files, texts, singles, strict=True)]
    return result


def _file_row(file: SingleFile, text: str | None, errors: WordErrors) -> dict[str, Any]:
    return {
        "file": file.path.name,
        "words": errors.reference_words,
        "word_error_rate": _rounded(errors.rate),
        "text": text,
    }


def _audio_seconds(dialogues: Sequence[Dialogue]) -> float:
    return sum(len(pcm) / 2 / SAMPLE_RATE for dialogue in dialogues for pcm in dialogue.voices.values())


def _rounded(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 4)


def _tell(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
