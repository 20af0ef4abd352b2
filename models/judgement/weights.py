"""The trained weights of the judge and the facts stored with them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from models.files import hash_file

JUDGE_BASE = "all-minilm-l6-v2"
"""Catalog name of the encoder that the weights refine."""
WEIGHTS_FILE = Path(__file__).parent / "judge.safetensors"
FACTS_FILE = Path(__file__).parent / "judge.json"
CLAIM_WEIGHTS_FILE = Path(__file__).parent / "claims.safetensors"
CLAIM_FACTS_FILE = Path(__file__).parent / "claims.json"
ASKED_WEIGHTS_FILE = Path(__file__).parent / "asked.safetensors"
ASKED_FACTS_FILE = Path(__file__).parent / "asked.json"
REPLY_WEIGHTS_FILE = Path(__file__).parent / "replies.safetensors"
REPLY_FACTS_FILE = Path(__file__).parent / "replies.json"
INTERVIEW_WEIGHTS_FILE = Path(__file__).parent / "interviews.safetensors"
MULTILINGUAL_BASE = "multilingual-e5-small"
"""Catalog name of the encoder that the weights for other languages refine."""
MULTILINGUAL_LANGUAGES = ("de", "fr")
"""Languages that the judge reads with it."""
MULTILINGUAL_WEIGHTS_FILE = Path(__file__).parent / "multilingual.safetensors"
MULTILINGUAL_FACTS_FILE = Path(__file__).parent / "multilingual.json"
MULTILINGUAL_INTERVIEW_WEIGHTS_FILE = Path(__file__).parent / "multilingual-interviews.safetensors"


@cache
def hash_trained_weights() -> dict[str, str]:
    """The SHA-256 of each file of trained weights, by file name. Raises OSError."""
    paths = (
        WEIGHTS_FILE,
        CLAIM_WEIGHTS_FILE,
        ASKED_WEIGHTS_FILE,
        REPLY_WEIGHTS_FILE,
        INTERVIEW_WEIGHTS_FILE,
        MULTILINGUAL_WEIGHTS_FILE,
        MULTILINGUAL_INTERVIEW_WEIGHTS_FILE,
    )
    return {path.name: hash_file(path) for path in paths}


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns a logit into a probability: 1 / (1 + exp(-(slope × logit + offset)))."""

    slope: float
    offset: float


@dataclass(frozen=True, slots=True)
class JudgeFacts:
    """Facts about the weights that the worker needs."""

    rank: int
    frozen_layers: int
    """The lowest layers of the encoder, which have no updates."""
    calibrations: dict[str, Calibration]
    """Per sentence label."""
    answer_slope: float
    """Multiplies the logits of the whole answer."""
    answer_offsets: dict[str, float]
    """Added to them, per answer label."""


def read_facts(path: Path = FACTS_FILE) -> JudgeFacts:
    """Raises OSError, ValueError, KeyError."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return JudgeFacts(
        rank=data["rank"],
        frozen_layers=data.get("frozen_layers", 0),
        calibrations={name: Calibration(**values) for name, values in data["calibrations"].items()},
        answer_slope=data["answer_slope"],
        answer_offsets=data["answer_offsets"],
    )


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """Facts about the weights of the comparer that the worker needs."""

    rank: int
    temperature: float
    """Divides its logits."""


def read_claim_facts(path: Path = CLAIM_FACTS_FILE) -> ClaimFacts:
    """Raises OSError, ValueError, KeyError."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return ClaimFacts(rank=data["rank"], temperature=data["temperature"])
