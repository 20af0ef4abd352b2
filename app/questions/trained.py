"""Classifiers that were trained ahead, so that a new server process neither trains nor embeds examples.

``classifiers.safetensors`` holds their arrays and, for each, a digest of what it was trained from. Written by
``train_question_classifiers``, ``train_question_rater``, ``train_askable_lines`` and
``train_line_natures`` of ``tests.tools``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

FILE = Path(__file__).with_name("classifiers.safetensors")
Arrays = dict[str, NDArray[np.float32]]


def digest_training(examples: Sequence[tuple[str, str, str]], *, model: str = "") -> str:
    """A digest of examples (text, language, label) and of the embeddings model (``ModelIdentity.sha256``)."""
    content = json.dumps([model, *examples], ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def find_trained(name: str, digest: str) -> Arrays | None:
    """The arrays of a classifier by their names; None if it was trained from something else.

    Raises OSError without the file.
    """
    digests, arrays = _read()
    if digests.get(name) != digest:
        return None
    prefix = f"{name}/"
    return {
        key.removeprefix(prefix): array.astype(np.float32)
        for key, array in arrays.items()
        if key.startswith(prefix)
    }


@cache
def _read() -> tuple[dict[str, str], dict[str, NDArray[np.float16]]]:
    with safe_open(FILE, framework="numpy") as file:
        return file.metadata() or {}, {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
