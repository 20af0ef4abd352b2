"""Write trained classifiers to ``app/questions/classifiers.safetensors``, which several trainings share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

from app.questions.trained import FILE, Arrays


def save_classifiers(
    classifiers: Mapping[str, Arrays], digests: Mapping[str, str], *, file: Path = FILE
) -> None:
    """Replace the classifiers of these names, and keep all others in the file.

    ``digests`` says for each name what it was trained from. Arrays are stored with half precision, which is
    enough for the scores. Prints the size of the file.
    """
    with safe_open(file, framework="numpy") as stored:
        arrays = {
            key: stored.get_tensor(key)
            for key in stored.keys()  # noqa: SIM118
            if key.rpartition("/")[0] not in classifiers
        }
        metadata = stored.metadata() or {}
    for name, of in classifiers.items():
        arrays |= {f"{name}/{key}": value.astype(np.float16) for key, value in of.items()}
    save_file(arrays, file, metadata=metadata | dict(digests))
    print(f"{file}: {file.stat().st_size:,} bytes")
