"""Runs whisper.cpp without Greenroom, for comparison: decodes audio in the whole window, greedily.

``python -m app.bench.raw_whisper '{"path": …, "threads": …, "sizes": [bytes, …]}'`` reads 16-bit mono PCM at
16 kHz from the standard input, and writes the seconds of each decode as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class RawDecode:
    seconds: float
    processor_seconds: float
    """On all cores together."""


def measure_raw_whisper(path: str, threads: int, recordings: Sequence[bytes]) -> list[RawDecode]:
    """Decode some recordings with whisper.cpp alone, in a process of its own.

    Raises ValueError if it cannot run the model.
    """
    config = {"path": path, "threads": threads, "sizes": [len(pcm) for pcm in recordings]}
    command = [sys.executable, "-m", "app.bench.raw_whisper", json.dumps(config)]
    ended = subprocess.run(
        command,
        input=b"".join(recordings),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # whisper.cpp describes the model there
        check=False,
    )
    if ended.returncode != 0:
        raise ValueError("whisper.cpp alone could not run this model")
    return [RawDecode(**one) for one in json.loads(ended.stdout)]


def _decode(whisper: Any, context: Any, threads: int, pcm: bytes) -> dict[str, float]:
    import numpy as np

    parameters = whisper.whisper_full_default_params(
        whisper.whisper_sampling_strategy.WHISPER_SAMPLING_GREEDY
    )
    parameters.n_threads = threads
    parameters.language = "en"
    parameters.print_progress = False
    parameters.print_realtime = False
    parameters.print_timestamps = False
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / 32768.0
    started, processor = time.monotonic(), time.process_time()
    if whisper.whisper_full(context, parameters, samples, samples.size) != 0:
        raise RuntimeError("whisper.cpp gave up")
    return {
        "seconds": time.monotonic() - started,
        "processor_seconds": time.process_time() - processor,
    }


def main() -> None:
    config = json.loads(sys.argv[1])
    # Output of native code must not mix with the results.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    import _pywhispercpp as whisper

    settings = whisper.whisper_context_default_params()
    settings.use_gpu = False
    settings.flash_attn = True
    context = whisper.whisper_init_from_file_with_params(config["path"], settings)
    recordings = [sys.stdin.buffer.read(size) for size in config["sizes"]]
    _decode(whisper, context, config["threads"], recordings[0])  # warms up
    answers.write(json.dumps([_decode(whisper, context, config["threads"], pcm) for pcm in recordings]))
    answers.flush()


if __name__ == "__main__":
    main()
