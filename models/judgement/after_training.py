"""Measures a judge on held-out examples, and calibrates its probabilities on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from models.judgement.encoding import Tokenizer, encode_exchange
from models.judgement.examples import Example
from models.judgement.labels import (
    ANSWER_LABELS,
    CONCERNS,
    EVIDENCE,
    SENTENCE_LABELS,
    WEAKNESSES,
)
from models.judgement.metrics import average_precision, f1
from models.judgement.network import Batch, JudgeNetwork

SCALING_PENALTY = 0.5


def _fit_scaling(logits: Tensor, truth: Tensor) -> tuple[float, float]:
    """Slope and offset with the least cross-entropy; a weak penalty keeps the slope finite."""
    values = torch.tensor([1.0, 0.0], requires_grad=True)
    optimizer = torch.optim.LBFGS([values], max_iter=100)

    def compute_loss() -> Tensor:
        optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(
            values[0] * logits + values[1], truth, reduction="sum"
        )
        loss = loss + SCALING_PENALTY * values[0] ** 2
        torch.autograd.backward(loss)
        return loss

    optimizer.step(compute_loss)
    slope, offset = values.tolist()
    return slope, offset


def _fit_answer_scaling(logits: Tensor, labels: Tensor) -> tuple[float, list[float]]:
    """Slope and an offset per label with the least cross-entropy.

    The weights of the classes and the exchanged questions make rare labels too likely in training.
    """
    slope = torch.tensor(1.0, requires_grad=True)
    offsets = torch.zeros(logits.shape[1], requires_grad=True)
    optimizer = torch.optim.LBFGS([slope, offsets], max_iter=200)

    def compute_loss() -> Tensor:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(logits * slope + offsets, labels, reduction="sum")
        loss = loss + SCALING_PENALTY * (offsets**2).sum()
        torch.autograd.backward(loss)
        return loss

    optimizer.step(compute_loss)
    return slope.item(), offsets.tolist()


@torch.no_grad()
def predict_logits(
    network: JudgeNetwork, tokenizer: Tokenizer, examples: Sequence[Example]
) -> tuple[list[Tensor], Tensor]:
    """Logits of the sentences, one tensor per example, and of the answers (examples, labels)."""
    network.eval()
    windows = [
        (index, window)
        for index, example in enumerate(examples)
        for window in encode_exchange(tokenizer, example.exchange)
    ]
    windows.sort(key=lambda item: len(item[1].ids))
    sentences: dict[int, list[tuple[int, Tensor]]] = defaultdict(list)
    answers: dict[int, Tensor] = {}
    for start in range(0, len(windows), 32):
        part = windows[start : start + 32]
        sentence_logits, answer_logits = network(Batch.of([window for _, window in part]))
        at = 0
        for row, (index, window) in enumerate(part):
            own = sentence_logits[at : at + len(window.spans)]
            at += len(window.spans)
            sentences[index].append((window.first, own[window.context :]))
            if window.first == 0:
                answers[index] = answer_logits[row]
    ordered = [
        torch.cat([part for _, part in sorted(sentences[index], key=lambda item: item[0])])
        for index in range(len(examples))
    ]
    return ordered, torch.stack([answers[index] for index in range(len(examples))])


def calibrate(network: JudgeNetwork, tokenizer: Tokenizer, examples: Sequence[Example]) -> dict[str, object]:
    """Slope and offset per sentence label (Platt scaling) and the temperature of the answer labels."""
    sentences, answers = predict_logits(network, tokenizer, examples)
    logits = torch.cat(sentences)
    calibrations: dict[str, dict[str, float]] = {}
    for index, label in enumerate(SENTENCE_LABELS):
        truth = [label in labels for example in examples for labels in example.sentence_labels]
        if not any(truth):
            raise ValueError(f"No validation sentence has the label {label.value}: add examples.")
        slope, offset = _fit_scaling(logits[:, index], torch.tensor(truth, dtype=torch.float))
        calibrations[label.value] = {"slope": round(slope, 4), "offset": round(offset, 4)}
    own = torch.tensor([ANSWER_LABELS.index(example.answer_label) for example in examples])
    slope, offsets = _fit_answer_scaling(answers, own)
    return {
        "calibrations": calibrations,
        "answer_slope": round(slope, 4),
        "answer_offsets": {
            label.value: round(offset, 4) for label, offset in zip(ANSWER_LABELS, offsets, strict=True)
        },
    }


def evaluate(network: JudgeNetwork, tokenizer: Tokenizer, examples: Sequence[Example]) -> dict[str, object]:
    logits, answers = predict_logits(network, tokenizer, examples)
    sentences = [item.sigmoid() for item in logits]
    scores = torch.cat(sentences).numpy()
    truth = np.array(
        [[label in own for label in SENTENCE_LABELS] for e in examples for own in e.sentence_labels]
    )
    result: dict[str, object] = {}
    for name, group in (("evidence", EVIDENCE), ("weakness", WEAKNESSES), ("concern", CONCERNS)):
        columns = [SENTENCE_LABELS.index(label) for label in group]
        any_true = truth[:, columns].any(1)
        any_score = 1 - np.prod(1 - scores[:, columns], axis=1)
        result[name] = [
            round(average_precision(any_true, any_score), 3),
            round(float(any_true.mean()), 3),
        ]
    for index, label in enumerate(SENTENCE_LABELS):
        if truth[:, index].any():
            result[label.value] = round(average_precision(truth[:, index], scores[:, index]), 3)
    own = np.array([ANSWER_LABELS.index(e.answer_label) for e in examples])
    guess = np.array([int(a.argmax()) for a in answers])
    result["answer_accuracy"] = round(float((own == guess).mean()), 3)
    evades = np.isin(own, [2, 4])
    result["evasive_f1"] = round(f1(evades, np.isin(guess, [2, 4])), 3)
    result["off_topic_f1"] = round(f1(own == 3, guess == 3), 3)
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    good = [SENTENCE_LABELS.index(x) for x in EVIDENCE]
    bad = [SENTENCE_LABELS.index(x) for x in CONCERNS | WEAKNESSES]
    for e, p in zip(examples, sentences, strict=True):
        if e.pair:
            worth = sum(len(x & EVIDENCE) - 2 * len(x & (CONCERNS | WEAKNESSES)) for x in e.sentence_labels)
            value = float(p[:, good].sum() - 2 * p[:, bad].sum()) / len(p)
            pairs[e.pair].append((worth / len(e.sentence_labels), value))
    complete = [p for p in pairs.values() if len(p) == 2 and p[0][0] != p[1][0]]
    right = sum((a[0] > b[0]) == (a[1] > b[1]) for a, b in complete)
    result["pairs"] = f"{right}/{len(complete)}"
    return result
