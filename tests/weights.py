"""Weights of real models for tests, fetched once into the machine's cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import DownloadRefused, NoNetwork
from models.store import ModelStore


def fetch_weights(folder: Path, *names: str) -> Path:
    """Fill ``folder`` with models of the catalog and return it; skip the test without a network."""
    store = ModelStore(folder)
    try:
        for name in names:
            store.fetch(store.catalog.get(name))
    except (NoNetwork, DownloadRefused) as error:
        pytest.skip(f"the models cannot be fetched here: {error}")
    return folder
