"""Choice of the engine that runs the local speech model: whisper.cpp or CTranslate2, by measurement.

`greenroom measure-speech` decodes the same audio with both and stores the times.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

from models.catalog import MEASUREMENTS_NAME, ModelEntry, ModelKind, WhisperEngineName
from models.config import EngineConfig
from models.errors import StoreError
from models.files import written_atomically
from models.formats import GGML_MAGIC, HEAD_BYTES, unpack_head
from models.languages import ENGLISH, list_languages
from models.ports import ModelIdentity
from models.store import InstalledModel, ModelStore
from models.suitability import find_usable
from models.whisper_tokens import MULTILINGUAL_SIZE

ENGINES: tuple[WhisperEngineName, ...] = get_args(WhisperEngineName)
_SMALLER_SHARE = 0.6
"""Whisper tiny has 0.52 times the size of base, and base 0.30 times that of small."""


def choose_speech_engine(
    model: InstalledModel, *, models_dir: Path, threads: int, gpu_layers: int
) -> WhisperEngineName:
    """The faster engine for these Whisper weights; without a measurement CTranslate2 (docs/adr/0034).

    A GPU and quantized weights need whisper.cpp.
    """
    if gpu_layers != 0 or not can_run_in_ctranslate2(model.path):
        return "whisper_cpp"
    seconds = read_measurements(models_dir).get(measurement_key(model.sha256, threads), {})
    known = [name for name in ENGINES if isinstance(seconds.get(name), int | float)]
    return min(known, key=lambda name: seconds[name]) if len(known) == len(ENGINES) else "ctranslate2"


def can_run_in_ctranslate2(path: Path) -> bool:
    """Whether the weights are in 16 or 32 bits. Only the head of the file is read."""
    head = _read_head(path)
    # The last of the hyper-parameters: 0 for f32, 1 for f16, others are quantized.
    return head is not None and head[-1] in {0, 1}


def is_multilingual(path: Path) -> bool:
    """Whether Whisper weights know other languages than English. Only the head of the file is read."""
    head = _read_head(path)
    return head is not None and head[1] >= MULTILINGUAL_SIZE


def list_known_languages(model: InstalledModel) -> frozenset[str]:
    """The languages of an installed speech model: by its name, and by the vocabulary of Whisper weights."""
    named = list_languages(ModelIdentity(name=model.name, sha256=model.sha256))
    return named & ENGLISH if _read_head(model.path) and not is_multilingual(model.path) else named


def _read_head(path: Path) -> tuple[int, ...] | None:
    """``unpack_head`` of a ggml file; None for other files."""
    try:
        with path.open("rb") as file:
            head = unpack_head(file.read(HEAD_BYTES))
    except OSError:
        return None
    return head if head is not None and head[0] == GGML_MAGIC else None


def lacks_package(entry: ModelEntry | None) -> bool:
    """Whether the engine of a model needs an optional package that is not installed."""
    return (
        entry is not None and entry.speech_engine == "transcribe_cpp" and find_spec("transcribe_cpp") is None
    )


def find_smaller_speech(store: ModelStore, config: EngineConfig) -> InstalledModel | None:
    """The largest installed speech model that is at most ``_SMALLER_SHARE`` of the chosen one's size.

    None with a GPU: decodes are short there, and its memory is scarce. None too if the chosen one cannot be
    read, which its own worker reports.
    """
    if config.gpu_layers:
        return None
    name = config.model or store.catalog.default(ModelKind.SPEECH).name
    try:
        found = find_usable(store, name, ModelKind.SPEECH, memory_bytes=None)
        size_bytes = found.stat().st_size if isinstance(found, Path) else found.size_bytes
    except (StoreError, OSError):
        return None
    smaller = [
        model
        for model in store.installed()
        if model.kind is ModelKind.SPEECH
        and model.size_bytes <= _SMALLER_SHARE * size_bytes
        and not lacks_package(store.catalog.find(model.name))
    ]
    return max(smaller, key=lambda model: model.size_bytes, default=None)


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


def store_measurement(models_dir: Path, key: str, seconds: dict[WhisperEngineName, float]) -> None:
    measurements = read_measurements(models_dir) | {key: dict(seconds)}
    with written_atomically(models_dir / MEASUREMENTS_NAME) as file:
        file.write(json.dumps(measurements, indent=1).encode())
