"""`greenroom bench hostile`: health and a live interview while hostile inputs run.

For each input of ``hostile_inputs``, plays an interview in real time to a separate server, sends the input
from another process at the same time, and measures how long `GET /api/health` takes and which frames are
lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import httpx
import numpy as np
import psutil

from app.bench.hostile_inputs import INPUTS
from app.bench.hostile_target import Target
from app.bench.live_room import ROLES, create_interview, play_interview, start_interview
from app.bench.server_process import BenchServer, running_server
from app.bench.speech_data import find_dialogues
from app.capacity_measurement import make_sound
from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SECONDS

NOTHING = "nothing"
"""The first row: the interview alone."""
_PROBE_SECONDS = 0.05
_LEAD_SECONDS = 2.0
"""The interview runs before the input begins and after it has ended."""
_RECOVERY_SECONDS = 11.0
"""Pause between two inputs: as long as a socket may stay without signing in."""
_CLEAN_UP_SECONDS = 60.0
_MAX_SECONDS = 600.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="S", help="how long each input is sent (default 20)"
    )
    parser.add_argument(
        "--input",
        action="append",
        choices=list(INPUTS),
        metavar="NAME",
        help=f"send only this input; may be repeated ({', '.join(INPUTS)})",
    )
    parser.add_argument(
        "--audio",
        type=Path,
        metavar="DIR",
        help="folder with a dialogue to play (recruiter.wav, candidate.wav, turns.tsv); without it, a buzz",
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """One row for each input. Raises ValueError if the folder contains no dialogue."""
    if not 0 < args.seconds <= _MAX_SECONDS:
        raise ValueError(f"--seconds is between 0 and {_MAX_SECONDS:.0f}")
    voices = await asyncio.to_thread(_read_voices, args.audio, args.seconds + 2 * _LEAD_SECONDS)
    rows: list[dict[str, object]] = []
    async with running_server(environment={"GREENROOM_BILLING_MODE": "off"}) as server:
        target = await _make_target(server, args.seconds)
        for name in (NOTHING, *(args.input or INPUTS)):
            print(name, file=sys.stderr, flush=True)
            rows.append(await _measure(server, target, name, voices))
            await asyncio.sleep(_RECOVERY_SECONDS)
    return {
        "seconds_per_input": args.seconds,
        "load_average": round(os.getloadavg()[0], 2),
        "cores": os.cpu_count(),
        "frames_lost": sum(int(str(row["lost"])) for row in rows),
        "inputs": rows,
    }


def _read_voices(folder: Path | None, seconds: float) -> Mapping[str, bytes]:
    if folder is None:
        return dict.fromkeys(ROLES, make_sound(seconds))
    dialogues = find_dialogues(folder, None)
    if not dialogues:
        raise ValueError(f"{folder} contains no dialogue (recruiter.wav, candidate.wav, turns.tsv)")
    size = round(seconds / FRAME_SECONDS) * FRAME_BYTES
    return {role: pcm[:size].ljust(size, b"\0") for role, pcm in dialogues[0].voices.items()}


async def _make_target(server: BenchServer, seconds: float) -> Target:
    """A separate running interview, which the input may disturb."""
    async with server.client() as http:
        interview = await start_interview(http, await create_interview(http))
    return Target(
        url=server.url,
        session_token=server.token,
        candidate_token=interview["candidateToken"],
        room_id=interview["roomId"],
        seconds=seconds,
    )


async def _measure(
    server: BenchServer, target: Target, name: str, voices: Mapping[str, bytes]
) -> dict[str, object]:
    milliseconds: list[float] = []
    probing = asyncio.create_task(_probe(server.url, milliseconds))
    sending = asyncio.create_task(_send(name, target))
    played = await play_interview(server, dict(voices))
    answers = await sending
    probing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await probing
    return {
        "input": name,
        **_summarize(milliseconds),
        "frames": played.frames_sent,
        "lost": played.frames_lost,
        "memory_mb": round(_memory_bytes(server.process) / 2**20),
        "answers": ", ".join(f"{count} × {answer}" for answer, count in sorted(answers.items())),
    }


def _summarize(milliseconds: Sequence[float]) -> dict[str, float]:
    p50, p99 = np.percentile(milliseconds, (50, 99))
    return {
        "probes": len(milliseconds),
        "p50_ms": round(float(p50), 1),
        "p99_ms": round(float(p99), 1),
        "worst_ms": round(max(milliseconds), 1),
    }


async def _probe(url: str, milliseconds: list[float]) -> None:
    """Send health requests one at a time."""
    async with httpx.AsyncClient(base_url=url, timeout=_CLEAN_UP_SECONDS) as client:
        while True:
            began = time.perf_counter()
            (await client.get("/api/health")).raise_for_status()
            milliseconds.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(_PROBE_SECONDS)


async def _send(name: str, target: Target) -> dict[str, int]:
    await asyncio.sleep(_LEAD_SECONDS)
    if name == NOTHING:
        await asyncio.sleep(target.seconds)
        return {}
    return await send_input(name, target)


async def send_input(name: str, target: Target) -> dict[str, int]:
    """Send one of INPUTS from a process of its own. Returns the number of answers by kind."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app.bench.hostile_inputs", name),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(target.seconds + _CLEAN_UP_SECONDS):
            output, _ = await child.communicate(json.dumps(asdict(target)).encode())
    finally:
        if child.returncode is None:
            child.kill()
    if child.returncode:
        raise ValueError(f"the input {name} could not be sent")
    answers: dict[str, int] = json.loads(output)
    return answers


def _memory_bytes(process: psutil.Process) -> int:
    """Resident memory of the server and its workers."""
    total = 0
    for one in (process, *process.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            total += one.memory_info().rss
    return total
