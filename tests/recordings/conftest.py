"""Fixtures of recording tests: a store in a temporary folder, and audio whose samples name their place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.core.files import FolderFiles
from app.recordings.store import RecordingStore


@pytest.fixture
def store(tmp_path: Path) -> RecordingStore:
    return RecordingStore(FolderFiles(tmp_path), tmp_path / "secrets" / "recording.key")


def make_pcm(start_sample: int, samples: int) -> bytes:
    """Samples whose values follow from their place, so that a shifted one is noticed."""
    places = np.arange(start_sample, start_sample + samples)
    return bytes(((places * 7919) % 20_011 - 10_000).astype("<i2").tobytes())
