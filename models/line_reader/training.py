"""Train the line reader: ``python -m models.line_reader.training`` (a few minutes on one core)."""

from __future__ import annotations

import argparse
import itertools
import math
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from torch import Tensor, nn

from models.line_reader.features import BUCKETS, SHAPES, hash_grams, shape_lines
from models.line_reader.generator import Example, make_example
from models.line_reader.labels import LINE_LABELS, PART_LABELS
from models.line_reader.network import HIDDEN, NEIGHBORS, WEIGHTS_FILE, WIDTH, line_width
from models.line_reader.written import load_written, vary

SEED = 7
_TRANSITION_WEIGHT = 0.5
"""Weight of the order of labels, low because the orders in the training CVs are invented.
"""
_KEEP_WORDS = 0.85
"""Share of lines whose characters the network sees; of the others, only form and neighbors."""
_UNKNOWN = -100
"""Index of a line that does not count; that of ``cross_entropy``."""
_WRITTEN = 6
"""CVs of ``written`` in each step, besides the generated ones."""
_LINE_INDEX = {label: number for number, label in enumerate(LINE_LABELS)}
_PART_INDEX = {label: number for number, label in enumerate(PART_LABELS)}


class ReaderNetwork(nn.Module):
    """The network of ``network.LineReader``, for training."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.EmbeddingBag(BUCKETS, WIDTH, mode="mean")
        nn.init.normal_(self.embedding.weight, std=0.3)
        self.line = nn.Sequential(
            nn.Linear(line_width(), HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(LINE_LABELS))
        )
        self.part = nn.Sequential(
            nn.Linear(WIDTH + SHAPES, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(PART_LABELS))
        )

    def embed(self, grams: list[NDArray[np.int64]]) -> Tensor:
        """(texts, WIDTH)"""
        offsets = np.cumsum([0, *[len(rows) for rows in grams[:-1]]])
        result: Tensor = self.embedding(torch.from_numpy(np.concatenate(grams)), torch.from_numpy(offsets))
        return result

    def read_lines(self, own: Tensor) -> Tensor:
        """(lines, LINE_LABELS) from the features of one document's lines."""
        reach = max(NEIGHBORS)
        padded = nn.functional.pad(own, (0, 0, reach, reach))
        stacked = torch.cat([padded[reach + n : reach + n + len(own)] for n in NEIGHBORS], dim=1)
        result: Tensor = self.line(stacked)
        return result

    def label_probabilities(self, lines: list[str]) -> Tensor:
        """(lines that are not blank, LINE_LABELS)"""
        present, apart, _ = _present(Example(lines, [""] * len(lines)))
        words = self.embed([hash_grams(line) for line in present])
        own = torch.cat((words, torch.from_numpy(shape_lines(present, apart))), dim=1)
        return self.read_lines(own).softmax(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=WEIGHTS_FILE)
    parser.add_argument("--documents", type=int, default=8000)
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    rng = random.Random(SEED)
    network = ReaderNetwork()
    train(network, rng, arguments.documents, load_written())
    print(evaluate(network, random.Random(SEED + 1)))
    state = {name: value.half().contiguous() for name, value in network.state_dict().items()}
    state["embedding"] = state.pop("embedding.weight")
    state["transitions"] = torch.from_numpy(count_transitions(random.Random(SEED + 2))).half()
    save_file(state, arguments.output)


def train(
    network: ReaderNetwork,
    rng: random.Random,
    documents: int,
    written: Sequence[Example],
    *,
    batch: int = 12,
) -> None:
    """One pass over ``documents`` new texts, and over ``written`` as often as fits beside them."""
    rounds = (example for _ in itertools.count() for example in rng.sample(written, len(written)))
    optimizer = torch.optim.Adam(network.parameters(), lr=4e-3)
    steps = math.ceil(documents / batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=8e-3, total_steps=steps, pct_start=0.1)
    generator = torch.Generator().manual_seed(SEED)
    for step in range(steps):
        examples = [make_example(rng) for _ in range(batch)]
        examples += [vary(example, rng) for example in itertools.islice(rounds, _WRITTEN)]
        loss = _loss(network, examples, generator)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 0:
            print(step, round(loss.item(), 3), flush=True)


def _loss(network: ReaderNetwork, examples: list[Example], generator: torch.Generator) -> Tensor:
    grams, shapes, counts, labels = [], [], [], []
    for example in examples:
        lines, apart, names = _present(example)
        grams += [_hash_once(line) for line in lines]
        shapes.append(shape_lines(lines, apart))
        counts.append(len(lines))
        labels += [_LINE_INDEX[name] if name else _UNKNOWN for name in names]
    words = network.embed(grams)
    kept = torch.rand(len(grams), 1, generator=generator) < _KEEP_WORDS
    own = torch.cat((words * kept, torch.from_numpy(np.concatenate(shapes))), dim=1)
    scores = torch.cat([network.read_lines(piece) for piece in own.split(counts)])
    loss = nn.functional.cross_entropy(
        scores, torch.tensor(labels), ignore_index=_UNKNOWN, label_smoothing=0.03
    )
    parts = [part for example in examples for part in example.parts]
    texts = [text for text, _ in parts]
    form = np.concatenate([shape_lines([text], [True]) for text in texts])
    inputs = torch.cat((network.embed([_hash_once(text) for text in texts]), torch.from_numpy(form)), dim=1)
    goals = torch.tensor([_PART_INDEX[label] for _, label in parts])
    return loss + nn.functional.cross_entropy(network.part(inputs), goals, label_smoothing=0.03)


@lru_cache(maxsize=100_000)
def _hash_once(text: str) -> NDArray[np.int64]:
    """``hash_grams`` of lines that come again and again."""
    return hash_grams(text)


def _present(example: Example) -> tuple[list[str], list[bool], list[str]]:
    """Lines that are not blank, whether a blank line is above each, and their labels."""
    kept = [number for number, line in enumerate(example.lines) if line.strip()]
    apart = [number == 0 or not example.lines[number - 1].strip() for number in kept]
    return [example.lines[n] for n in kept], apart, [example.labels[n] for n in kept]


def evaluate(network: ReaderNetwork, rng: random.Random, documents: int = 300) -> dict[str, float]:
    """Shares of lines and pieces of new made-up documents that get the right label."""
    right = total = part_right = part_total = 0
    with torch.no_grad():
        for _ in range(documents):
            example = make_example(rng)
            labels = [label for label in example.labels if label]
            scores = network.label_probabilities(example.lines)
            right += sum(LINE_LABELS[n] == label for n, label in zip(scores.argmax(1), labels, strict=True))
            total += len(labels)
            for text, label in example.parts:
                form = torch.from_numpy(shape_lines([text], [True]))
                piece = network.part(torch.cat((network.embed([hash_grams(text)]), form), dim=1))
                part_right += PART_LABELS[int(piece.argmax())] == label
                part_total += 1
    return {"lines": right / total, "parts": part_right / max(1, part_total)}


def count_transitions(rng: random.Random, documents: int = 2000) -> NDArray[np.float32]:
    """Logarithms of the shares with which one label follows another, weighted."""
    counts = np.ones((len(LINE_LABELS), len(LINE_LABELS)), dtype=np.float32)
    for _ in range(documents):
        _, _, labels = _present(make_example(rng))
        for before, after in itertools.pairwise(labels):
            counts[_LINE_INDEX[before], _LINE_INDEX[after]] += 1
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.asarray(_TRANSITION_WEIGHT * np.log(shares), dtype=np.float32)


if __name__ == "__main__":
    main()
