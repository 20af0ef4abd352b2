"""The network of the line reader, in NumPy: labels of lines in their order, and of single pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from models.line_reader.features import SHAPES, hash_grams, shape_lines
from models.line_reader.labels import LINE_LABELS, PART_LABELS

WEIGHTS_FILE = Path(__file__).parent / "reader.safetensors"
WIDTH = 24
"""Numbers that describe the characters of a line."""
HIDDEN = 64
NEIGHBORS = (-2, -1, 0, 1, 2)
"""Lines around a line that the network sees with it."""
MAX_LINES = 1200
"""A CV has fewer lines. The rest of a longer text stays unlabeled."""
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LabeledLine:
    label: str
    probability: float
    """Probability of the label, 0 to 1, before the order of lines is considered."""


class LineReader:
    """Labels lines and pieces. Takes about 0.1 ms a line."""

    def __init__(self, weights: Mapping[str, Matrix]) -> None:
        self.weights = {name: np.asarray(value, dtype=np.float32) for name, value in weights.items()}

    def read_lines(self, lines: Sequence[str]) -> list[LabeledLine | None]:
        """The label of each line; None for a blank line and for lines beyond MAX_LINES."""
        places = [number for number, line in enumerate(lines) if line.strip()][:MAX_LINES]
        if not places:
            return [None] * len(lines)
        texts = [lines[number] for number in places]
        apart = [number == 0 or not lines[number - 1].strip() for number in places]
        scores = _log_softmax(self._line_scores(texts, apart))
        path = _best_path(scores, self.weights["transitions"])
        found: list[LabeledLine | None] = [None] * len(lines)
        for place, row, label in zip(places, scores, path, strict=True):
            found[place] = LabeledLine(LINE_LABELS[label], float(np.exp(row[label])))
        return found

    def read_part(self, text: str) -> dict[str, float]:
        """Probabilities of PART_LABELS for a piece of a header."""
        shapes = shape_lines([text], [True])
        inputs = np.concatenate((self._embed([text]), shapes), axis=1)
        scores = self._layers(inputs, "part")
        return dict(zip(PART_LABELS, np.exp(_log_softmax(scores))[0].tolist(), strict=True))

    def _line_scores(self, texts: Sequence[str], apart: Sequence[bool]) -> Matrix:
        own = np.concatenate((self._embed(texts), shape_lines(texts, apart)), axis=1)
        return self._layers(stack_neighbors(own), "line")

    def _embed(self, texts: Sequence[str]) -> Matrix:
        table = self.weights["embedding"]
        return np.stack([table[hash_grams(text)].mean(axis=0) for text in texts])

    def _layers(self, inputs: Matrix, name: str) -> Matrix:
        weights = self.weights
        hidden = inputs @ weights[f"{name}.0.weight"].T + weights[f"{name}.0.bias"]
        result: Matrix = np.maximum(hidden, 0) @ weights[f"{name}.2.weight"].T + weights[f"{name}.2.bias"]
        return result


@cache
def load_line_reader() -> LineReader:
    """The reader with the trained weights. Raises OSError and ValueError."""
    return LineReader(load_file(WEIGHTS_FILE))


def stack_neighbors(own: Matrix) -> Matrix:
    """(lines, features of the line and of its NEIGHBORS); beyond the first and last line they are zero."""
    count, width = own.shape
    reach = max(NEIGHBORS)
    padded = np.zeros((count + 2 * reach, width), dtype=np.float32)
    padded[reach : reach + count] = own
    return np.concatenate([padded[reach + n : reach + n + count] for n in NEIGHBORS], axis=1)


def line_width() -> int:
    """Features of a line with its neighbors."""
    return len(NEIGHBORS) * (WIDTH + SHAPES)


def _log_softmax(scores: Matrix) -> Matrix:
    shifted = scores - scores.max(axis=1, keepdims=True)
    result: Matrix = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def _best_path(scores: Matrix, transitions: Matrix) -> list[int]:
    """The labels with the highest total of ``scores`` (lines, labels) and ``transitions`` (from, to)."""
    total = scores[0]
    back: list[NDArray[np.int64]] = []
    for row in scores[1:]:
        ways = total[:, None] + transitions
        back.append(ways.argmax(axis=0))
        total = ways.max(axis=0) + row
    path = [int(total.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return path[::-1]
