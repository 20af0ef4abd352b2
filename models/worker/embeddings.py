"""Sentence embeddings in a worker process: sentence-transformers with local files only."""

from __future__ import annotations

import os
import time
from typing import Any

from models.worker import frames
from models.worker.jobs import Job

# Set before the import: otherwise the library looks for newer files on its hub.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import torch
from sentence_transformers import SentenceTransformer

BATCH_TEXTS = 32


class SentenceModel:
    """A sentence encoder with unit-length output."""

    def __init__(self, config: dict[str, Any]) -> None:
        torch.set_num_threads(config["threads"])
        self._model = SentenceTransformer(config["path"], local_files_only=True)

    def describe(self) -> frames.Header:
        return {}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        started = time.monotonic()
        texts: list[str] = job.header["texts"]
        vectors: list[list[float]] = []
        tokens = 0
        for start in range(0, len(texts), BATCH_TEXTS):
            job.check()
            part = texts[start : start + BATCH_TEXTS]
            batch = self._model.encode(part, normalize_embeddings=True, show_progress_bar=False)
            tokens += int(self._model.tokenize(part)["attention_mask"].sum())
            vectors += [[float(value) for value in row] for row in batch]
        return {
            "vectors": vectors,
            "tokens": tokens,
            "duration_ms": round((time.monotonic() - started) * 1000),
        }
