"""Storage format of embeddings, and identity of the model that computed them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement

from app.matching.tables import RecordEmbedding
from models.ports import ModelIdentity

Vectors = NDArray[np.float32]
"""One row for each text, each of length 1."""


def model_name(identity: ModelIdentity) -> str:
    """The name of these weights in ``record_embeddings.model``."""
    return f"{identity.name}@{identity.sha256}"[:200]


def is_of_model(identity: ModelIdentity) -> ColumnElement[bool]:
    """Select the rows that were computed with these weights.

    The hash of weights that are configured by path is known only after they are loaded. Until then the name
    decides; otherwise every start would load the model only to find nothing changed.
    """
    if identity.sha256:
        return RecordEmbedding.model == model_name(identity)
    return RecordEmbedding.model.startswith(f"{identity.name}@", autoescape=True)


def to_bytes(vector: Sequence[float]) -> bytes:
    """float32, little-endian."""
    return np.asarray(vector, dtype="<f4").tobytes()


def from_bytes(vectors: Sequence[bytes]) -> Vectors:
    """One row for each vector; all have the same length."""
    width = len(vectors[0]) // 4 if vectors else 0
    return np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), width)


def text_sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
