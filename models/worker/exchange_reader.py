"""Reads exchanges with the encoder of the judge and its heads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

import torch
from safetensors.torch import load_file

from models.judgement.bases import load_tokenizer
from models.judgement.encoding import Exchange, encode_exchange
from models.judgement.labels import ANSWER_LABELS, SENTENCE_LABELS
from models.judgement.network import TOLD, Batch, InterviewHeads, JudgeNetwork, UpdatedEncoder
from models.judgement.rereading import blend, find_doubtful
from models.judgement.weights import (
    MULTILINGUAL_FACTS_FILE,
    MULTILINGUAL_INTERVIEW_WEIGHTS_FILE,
    MULTILINGUAL_LANGUAGES,
    MULTILINGUAL_WEIGHTS_FILE,
    JudgeFacts,
    read_facts,
)
from models.worker import frames
from models.worker.jobs import Job

BATCH_WINDOWS = 16
DECIMALS = 4
"""Decimal places that are kept: the rest depends on padding, and thus on the other exchanges of a batch."""


def round_rows(probabilities: torch.Tensor) -> list[list[float]]:
    return [[round(value, DECIMALS) for value in row] for row in probabilities.tolist()]


def load_trained(network: UpdatedEncoder, weights: Path) -> None:
    """Give the network its trained weights, ready for use. Raises OSError, ValueError."""
    network.load_trained(weights)
    network.merge()
    network.eval()


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


class ExchangeReader:
    """Judges exchanges with one encoder. Raises OSError, ValueError when it is made."""

    def __init__(
        self, base: Path, *, facts: JudgeFacts, weights: Path, heads: Path, told_languages: Collection[str]
    ) -> None:
        self.tokenizer = load_tokenizer(base)
        self._told_languages = told_languages
        """Languages of the whole interviews on which the heads were trained."""
        self._network = JudgeNetwork(base, rank=facts.rank, frozen_layers=facts.frozen_layers)
        load_trained(self._network, weights)
        self._heads = InterviewHeads(self._network.width)
        self._heads.load_state_dict(load_file(heads))
        calibrations = [facts.calibrations[label] for label in SENTENCE_LABELS]
        self._slopes = torch.tensor([c.slope for c in calibrations])
        self._offsets = torch.tensor([c.offset for c in calibrations])
        self._answer_slope = facts.answer_slope
        self._answer_offsets = torch.tensor([facts.answer_offsets[label] for label in ANSWER_LABELS])

    def judge(self, job: Job, exchanges: Sequence[Exchange]) -> list[frames.Header]:
        """The judgments, in order."""
        readings = self._read(job, exchanges)
        self._reread_doubtful(job, exchanges, [reading.sentences for reading in readings])
        return [
            {
                "sentences": round_rows(reading.sentences.sigmoid()),
                "answer": reading.answer,
                "evasion": round(reading.evasion, DECIMALS),
                **dict(zip(TOLD, self._list_told(exchange, reading), strict=True)),
            }
            for exchange, reading in zip(exchanges, readings, strict=True)
        ]

    def _list_told(self, exchange: Exchange, reading: _Reading) -> list[list[float]]:
        """Log-odds (TOLD, sentences) by the heads; (TOLD, 0) in other languages than theirs."""
        if exchange.language not in self._told_languages:
            return [[] for _ in TOLD]
        return round_rows(reading.told.T)

    def _read(self, job: Job, exchanges: Sequence[Exchange]) -> list[_Reading]:
        windows = [
            (index, window)
            for index, exchange in enumerate(exchanges)
            for window in encode_exchange(self.tokenizer, exchange)
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
            whole = round_rows((answer_logits * self._answer_slope + self._answer_offsets).softmax(1))
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


def read_multilingual(base: Path) -> ExchangeReader:
    """The reader with the multilingual encoder in a file. Raises OSError, ValueError."""
    return ExchangeReader(
        base,
        facts=read_facts(MULTILINGUAL_FACTS_FILE),
        weights=MULTILINGUAL_WEIGHTS_FILE,
        heads=MULTILINGUAL_INTERVIEW_WEIGHTS_FILE,
        told_languages=MULTILINGUAL_LANGUAGES,
    )
