"""Number of interviews this machine can run at once: set by an admin, else measured."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from app.core.settings import Settings

_FILE_NAME = "capacity.json"


@dataclass(frozen=True, slots=True)
class MeasuredCapacity:
    """Result of ``greenroom doctor --measure``."""

    interviews: int
    decode_seconds: float
    """Time to decode one utterance with the installed speech model."""
    voice_activity_seconds: float
    """Time to rate one second of audio for speech."""
    cores: int
    model: str
    """The speech model that was measured; another model has another capacity."""
    measured_at: str


def save_capacity(data_dir: Path, capacity: MeasuredCapacity) -> None:
    """Store the result in the data folder, which is created if needed. Raises OSError."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data_dir / _FILE_NAME
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(asdict(capacity), indent=1))
    temporary.chmod(0o600)
    temporary.replace(path)


def load_capacity(data_dir: Path) -> MeasuredCapacity | None:
    """The stored result; None if nothing was measured or the file is damaged."""
    try:
        return MeasuredCapacity(**json.loads((data_dir / _FILE_NAME).read_text()))
    except (OSError, ValueError, TypeError):
        return None


def find_max_running(settings: Settings, *, speech_model: str) -> int | None:
    """The number of interviews that may run at once; None if it was neither set nor measured."""
    if settings.max_running_interviews is not None:
        return settings.max_running_interviews
    measured = load_capacity(settings.data_dir)
    if measured is None or measured.model != speech_model:
        return None
    return measured.interviews
