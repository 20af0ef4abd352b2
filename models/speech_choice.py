"""Choice of the engine that runs the local speech model: whisper.cpp or CTranslate2, by measurement.

`greenroom measure-speech` decodes the same audio with both and stores the times.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from models.catalog import MEASUREMENTS_NAME
from models.config import SpeechEngineName
from models.files import written_atomically
from models.store import InstalledModel

ENGINES: tuple[SpeechEngineName, ...] = get_args(SpeechEngineName)


def choose_speech_engine(
    model: InstalledModel, *, models_dir: Path, threads: int, gpu_layers: int
) -> SpeechEngineName:
    """The faster engine for these weights; without a measurement CTranslate2 (docs/adr/0034).

    A GPU and quantized weights need whisper.cpp.
    """
    if gpu_layers != 0 or not can_run_in_ctranslate2(model.path):
        return "whisper_cpp"
    seconds = read_measurements(models_dir).get(measurement_key(model.sha256, threads), {})
    known = [name for name in ENGINES if isinstance(seconds.get(name), int | float)]
    return min(known, key=lambda name: seconds[name]) if len(known) == len(ENGINES) else "ctranslate2"


def can_run_in_ctranslate2(path: Path) -> bool:
    """Whether the weights are in 16 or 32 bits. Only the head of the file is read."""
    head_bytes = 12 * 4
    try:
        with path.open("rb") as file:
            head = file.read(head_bytes)
    except OSError:
        return False
    # The last of the hyper-parameters: 0 for f32, 1 for f16, others are quantized.
    return len(head) == head_bytes and int.from_bytes(head[-4:], "little") in {0, 1}


def measurement_key(sha256: str, threads: int) -> str:
    return f"{sha256}/{threads}"


def read_measurements(models_dir: Path) -> dict[str, dict[str, float]]:
    """Stored seconds per engine; empty if there are none or the file is damaged."""
    try:
        stored = json.loads((models_dir / MEASUREMENTS_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(stored, dict):
        return {}
    return {key: value for key, value in stored.items() if isinstance(value, dict)}


def store_measurement(models_dir: Path, key: str, seconds: dict[SpeechEngineName, float]) -> None:
    measurements = read_measurements(models_dir) | {key: dict(seconds)}
    with written_atomically(models_dir / MEASUREMENTS_NAME) as file:
        file.write(json.dumps(measurements, indent=1).encode())
