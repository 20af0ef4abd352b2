"""The judge in a worker process: the encoder with its trained updates, from local files only."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from models.worker import frames
from models.worker.jobs import Job

# Set before the import: otherwise the library looks for newer files on its hub.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import torch

from models.judgement.asked_encoding import AskedPair, encode_asked
from models.judgement.claims_encoding import ClaimPair, EncodedPair, encode_pair
from models.judgement.encoding import Exchange
from models.judgement.network import AskedNetwork, ClaimNetwork
from models.judgement.weights import (
    ASKED_WEIGHTS_FILE,
    CLAIM_WEIGHTS_FILE,
    INTERVIEW_WEIGHTS_FILE,
    MULTILINGUAL_LANGUAGES,
    REPLY_WEIGHTS_FILE,
    WEIGHTS_FILE,
    read_claim_facts,
    read_facts,
)
from models.worker.exchange_reader import (
    DECIMALS,
    ExchangeReader,
    load_trained,
    read_multilingual,
    round_rows,
)

BATCH_PAIRS = 64


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


class JudgeModel:
    """Judges exchanges, compares claims, and reads lines beside prepared questions.

    The shortest texts are read first, so that little padding is computed.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        torch.set_num_threads(config["threads"])
        base = Path(config["path"])
        claim_facts = read_claim_facts()
        self._reader = ExchangeReader(
            base,
            facts=read_facts(),
            weights=WEIGHTS_FILE,
            heads=INTERVIEW_WEIGHTS_FILE,
            told_languages=("en",),
        )
        self._multilingual_base = config.get("multilingual_path")
        """None if the encoder for other languages is not installed."""
        self._claims = ClaimNetwork(base, rank=claim_facts.rank)
        load_trained(self._claims, CLAIM_WEIGHTS_FILE)
        self._asked = AskedNetwork(base)
        load_trained(self._asked, ASKED_WEIGHTS_FILE)
        self._replies = AskedNetwork(base, reads_replies=True)
        load_trained(self._replies, REPLY_WEIGHTS_FILE)
        self._claim_temperature = claim_facts.temperature

    @cached_property
    def _multilingual_reader(self) -> ExchangeReader:
        """The reader of other languages: loading takes seconds, so it waits for the first such exchange."""
        return read_multilingual(Path(self._multilingual_base or ""))

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
        pairs = [encode_pair(self._reader.tokenizer, ClaimPair(*texts)) for texts in job.header["pairs"]]
        logits = _run_sorted(job, self._claims, pairs)
        return {"relations": round_rows((logits / self._claim_temperature).softmax(1))}

    def _read_asked(self, job: Job) -> frames.Header:
        """Log-odds that lines ask questions; pairs with a reply are read by the network for them."""
        pairs = [AskedPair(*texts) for texts in job.header["asked"]]
        encoded = [encode_asked(self._reader.tokenizer, pair) for pair in pairs]
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
        readers = [self._choose_reader(exchange.language) for exchange in exchanges]
        judgments: dict[int, frames.Header] = {}
        for reader in dict.fromkeys(readers):
            own = [place for place, other in enumerate(readers) if other is reader]
            read = reader.judge(job, [exchanges[place] for place in own])
            judgments.update(zip(own, read, strict=True))
        return {"judgments": [judgments[place] for place in range(len(exchanges))]}

    def _choose_reader(self, language: str) -> ExchangeReader:
        is_other = language in MULTILINGUAL_LANGUAGES and self._multilingual_base is not None
        return self._multilingual_reader if is_other else self._reader
