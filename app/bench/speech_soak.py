"""The soak of the speech bench: one long interview, the memory of the server, and its clock."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import psutil

from app.bench.live_room import ROLES
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line, Turn, find_start_errors, summarize
from models.ports import SAMPLE_RATE

_SAMPLE_SECONDS = 10.0
_SETTLED_SHARE = 0.1
"""The share of an interview after which its engines have all run once."""


def count_repetitions(dialogues: Sequence[Dialogue], seconds: float) -> int:
    """How often the dialogues are played, all of them in turn, to last ``seconds``."""
    return math.ceil(seconds / sum(dialogue.seconds for dialogue in dialogues))


def join_dialogues(dialogues: Sequence[Dialogue]) -> Dialogue:
    """One interview of several dialogues, one after the other."""
    voices = dict.fromkeys(ROLES, b"")
    turns: list[Turn] = []
    for dialogue in dialogues:
        size = len(voices[ROLES[0]])
        start = size / 2 / SAMPLE_RATE
        turns += [turn.moved(start) for turn in dialogue.turns]
        longest = max(map(len, dialogue.voices.values()))
        voices = {role: pcm + dialogue.voices[role].ljust(longest, b"\0") for role, pcm in voices.items()}
    return Dialogue("soak", voices, turns)


def join_texts(heard: Sequence[dict[str, str]]) -> dict[str, str]:
    return {role: " ".join(texts[role] for texts in heard) for role in ROLES}


@dataclass(slots=True)
class MemoryLog:
    mebibytes: list[float] = field(default_factory=list)
    """Memory of the server and its workers that no other process shares, every ten seconds."""


@asynccontextmanager
async def watching_memory(process: psutil.Process, *, enabled: bool = True) -> AsyncIterator[MemoryLog]:
    log = MemoryLog()
    if not enabled:
        yield log
        return

    async def watch() -> None:
        while True:
            log.mebibytes.append(await asyncio.to_thread(_measure_mebibytes, process))
            await asyncio.sleep(_SAMPLE_SECONDS)

    watcher = asyncio.create_task(watch())
    try:
        yield log
    finally:
        watcher.cancel()
        await asyncio.gather(watcher, return_exceptions=True)


def _measure_mebibytes(process: psutil.Process) -> float:
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += one.memory_full_info().uss
        except psutil.NoSuchProcess:
            continue
    return total / 2**20


def measure_soak(log: MemoryLog, turns: Sequence[Turn], lines: Sequence[Line]) -> dict[str, object]:
    """Memory and start errors near the beginning and at the end.

    Each figure is the median of a tenth of the interview: of the second tenth, and of the last one.
    """
    tenth = max(1, round(len(log.mebibytes) * _SETTLED_SHARE))
    first, last = (
        summarize(part)["p50"] for part in (log.mebibytes[tenth : 2 * tenth], log.mebibytes[-tenth:])
    )
    some = max(1, round(len(turns) * _SETTLED_SHARE))
    return {
        "memory_mebibytes": {"second_tenth": first, "last_tenth": last},
        "memory_growth_share": round(last / first - 1, 4) if first and last else None,
        "start_error_seconds_last_tenth": summarize(find_start_errors(turns[-some:], lines)),
    }
