"""The judge in a worker process: the encoder with its trained updates, from local files only."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from models.worker import frames
from models.worker.jobs import Job

# Set before the import: otherwise the library looks for newer files on its hub.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer

from models.judgement.asked_encoding import AskedPair, encode_asked
from models.judgement.claims_encoding import ClaimPair, EncodedPair, encode_pair
from models.judgement.encoding import Exchange, encode_exchange
from models.judgement.labels import ANSWER_LABELS, SENTENCE_LABELS
from models.judgement.network import (
    TOLD,
    AskedNetwork,
    Batch,
    ClaimNetwork,
    InterviewHeads,
    JudgeNetwork,
    UpdatedEncoder,
)
from models.judgement.rereading import blend, find_doubtful
from models.judgement.weights import (
    ASKED_WEIGHTS_FILE,
    CLAIM_WEIGHTS_FILE,
    INTERVIEW_WEIGHTS_FILE,
    REPLY_WEIGHTS_FILE,
    WEIGHTS_FILE,
    read_claim_facts,
    read_facts,
)

BATCH_WINDOWS = 16
BATCH_PAIRS = 64
DECIMALS = 4
"""Decimal places that are kept: the rest depends on padding, and thus on the other exchanges of a batch."""


def _round(probabilities: torch.Tensor) -> list[list[float]]:
    return [[round(value, DECIMALS) for value in row] for row in probabilities.tolist()]


def _load(network: UpdatedEncoder, weights: Path) -> None:
    """Give the network its trained weights, ready for use. Raises OSError, ValueError."""
    network.load_trained(weights)
    network.merge()
    network.eval()


def _run_sorted(job: Job, network: ClaimNetwork | AskedNetwork, pairs: Sequence[EncodedPair]) -> torch.Tensor:
    """Logits of pairs, in their order; the shortest are read first, so that little padding is computed."""
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index].ids))
    parts: list[torch.Tensor] = []
    for start in range(0, len(order), BATCH_PAIRS):
        job.check()
        with torch.inference_mode():
            parts.append(network([pairs[index] for index in order[start : start + BATCH_PAIRS]]))
    places = sorted(range(len(order)), key=order.__getitem__)
    return torch.cat(parts)[places]


@dataclass(frozen=True, slots=True)
class _ReadWindow:
    """What was read in one window of an exchange."""

    first: int
    """Index of its first sentence in the answer."""
    sentences: torch.Tensor
    """Calibrated log-odds (sentences, labels), without those that are context only."""
    told: torch.Tensor
    """Log-odds (sentences, TOLD) by the heads for whole interviews."""
    answer: list[float]
    """Probabilities of the answer labels."""
    evasion: float
    """Log-odds by the head for evasions."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read in an exchange."""

    sentences: torch.Tensor
    told: torch.Tensor
    answer: list[float]
    evasion: float

    @classmethod
    def of(cls, windows: Sequence[_ReadWindow]) -> _Reading:
        """Answer probabilities are means; the beginning of an answer shows whether it evades."""
        ordered = sorted(windows, key=attrgetter("first"))
        return cls(
            torch.cat([window.sentences for window in ordered]),
            torch.cat([window.told for window in ordered]),
            [sum(column) / len(ordered) for column in zip(*(w.answer for w in ordered), strict=True)],
            ordered[0].evasion,
        )


class JudgeModel:
    """Judges exchanges, compares claims, and reads lines beside prepared questions.

    The shortest texts are read first, so that little padding is computed.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        torch.set_num_threads(config["threads"])
        base = Path(config["path"])
        facts, claim_facts = read_facts(), read_claim_facts()
        self._tokenizer = AutoTokenizer.from_pretrained(str(base), local_files_only=True)
        self._network = JudgeNetwork(base, rank=facts.rank)
        _load(self._network, WEIGHTS_FILE)
        self._heads = InterviewHeads(self._network.width)
        self._heads.load_state_dict(load_file(INTERVIEW_WEIGHTS_FILE))
        self._claims = ClaimNetwork(base, rank=claim_facts.rank)
        _load(self._claims, CLAIM_WEIGHTS_FILE)
        self._asked = AskedNetwork(base)
        _load(self._asked, ASKED_WEIGHTS_FILE)
        self._replies = AskedNetwork(base, reads_replies=True)
        _load(self._replies, REPLY_WEIGHTS_FILE)
        self._claim_temperature = claim_facts.temperature
        calibrations = [facts.calibrations[label] for label in SENTENCE_LABELS]
        self._slopes = torch.tensor([c.slope for c in calibrations])
        self._offsets = torch.tensor([c.offset for c in calibrations])
        self._answer_slope = facts.answer_slope
        self._answer_offsets = torch.tensor([facts.answer_offsets[label] for label in ANSWER_LABELS])

    def describe(self) -> frames.Header:
        return {}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        started = time.monotonic()
        if "asked" in job.header:
            result = self._read_asked(job)
        elif "pairs" in job.header:
            result = self._compare(job)
        else:
            result = self._judge(job)
        return {**result, "duration_ms": round((time.monotonic() - started) * 1000)}

    def _compare(self, job: Job) -> frames.Header:
        """Relations of pairs."""
        pairs = [encode_pair(self._tokenizer, ClaimPair(*texts)) for texts in job.header["pairs"]]
        logits = _run_sorted(job, self._claims, pairs)
        return {"relations": _round((logits / self._claim_temperature).softmax(1))}

    def _read_asked(self, job: Job) -> frames.Header:
        """Log-odds that lines ask questions; pairs with a reply are read by the network for them."""
        pairs = [AskedPair(*texts) for texts in job.header["asked"]]
        encoded = [encode_asked(self._tokenizer, pair) for pair in pairs]
        logits = torch.zeros(len(pairs))
        has_reply = torch.tensor([bool(pair.reply) for pair in pairs], dtype=torch.bool)
        for network, places in ((self._asked, ~has_reply), (self._replies, has_reply)):
            if places.any():
                chosen = [encoded[place] for place in places.nonzero().flatten().tolist()]
                logits[places] = _run_sorted(job, network, chosen)
        return {"logOdds": [round(value, DECIMALS) for value in logits.tolist()]}

    def _judge(self, job: Job) -> frames.Header:
        exchanges = [
            Exchange(item["question"], tuple(item["sentences"]), item["requirement"], item["language"])
            for item in job.header["exchanges"]
        ]
        readings = self._read(job, exchanges)
        self._reread_doubtful(job, exchanges, [reading.sentences for reading in readings])
        return {
            "judgments": [
                {
                    "sentences": _round(reading.sentences.sigmoid()),
                    "answer": reading.answer,
                    "evasion": round(reading.evasion, DECIMALS),
                    **dict(zip(TOLD, _round(reading.told.T), strict=True)),
                }
                for reading in readings
            ]
        }

    def _read(self, job: Job, exchanges: Sequence[Exchange]) -> list[_Reading]:
        windows = [
            (index, window)
            for index, exchange in enumerate(exchanges)
            for window in encode_exchange(self._tokenizer, exchange)
        ]
        windows.sort(key=lambda item: len(item[1].ids))
        parts: dict[int, list[_ReadWindow]] = defaultdict(list)
        for start in range(0, len(windows), BATCH_WINDOWS):
            job.check()
            batch = windows[start : start + BATCH_WINDOWS]
            with torch.inference_mode():
                states = self._network.read(Batch.of([window for _, window in batch]))
                sentence_logits, answer_logits = self._network.label(*states)
                told, evasions = self._heads(*states)
            calibrated = sentence_logits * self._slopes + self._offsets
            whole = _round((answer_logits * self._answer_slope + self._answer_offsets).softmax(1))
            at = 0
            for row, (index, window) in enumerate(batch):
                own = slice(at + window.context, at + len(window.spans))
                at += len(window.spans)
                parts[index].append(
                    _ReadWindow(
                        window.first,
                        calibrated[own],
                        told[own],
                        whole[row],
                        evasions[row].item(),
                    )
                )
        return [_Reading.of(parts[index]) for index in range(len(exchanges))]

    def _reread_doubtful(
        self, job: Job, exchanges: Sequence[Exchange], log_odds: Sequence[torch.Tensor]
    ) -> None:
        """Read each sentence that may be a concern once more, alone; changes ``log_odds``."""
        doubtful = [
            (index, row)
            for index, exchange in enumerate(exchanges)
            if len(exchange.sentences) > 1
            for row in find_doubtful(log_odds[index])
        ]
        alone = self._read(
            job,
            [
                replace(exchanges[index], sentences=(exchanges[index].sentences[row],))
                for index, row in doubtful
            ],
        )
        for (index, row), own in zip(doubtful, alone, strict=True):
            log_odds[index][row] = blend(log_odds[index][row], own.sentences[0])
