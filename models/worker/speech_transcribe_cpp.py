"""Speech recognition in a worker process: Parakeet and Canary in transcribe.cpp, an optional package."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import transcribe_cpp

from models.ports import SAMPLE_RATE
from models.worker import frames
from models.worker.audio_pieces import Samples, cut_pieces, pad_samples
from models.worker.jobs import Job, JobRefused

MIN_SAMPLES = SAMPLE_RATE // 2
"""Shorter audio is padded with silence."""


class TranscribeCppModel:
    """One model with one session, used by one thread."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._model = transcribe_cpp.Model(config["path"], backend="cpu")
        capabilities = self._model.capabilities
        self._languages: tuple[str, ...] = capabilities.languages
        self._timestamps = "word" if capabilities.max_timestamp_kind in {"word", "token"} else "auto"
        self._session = self._model.session(n_threads=config["threads"])

    def describe(self) -> frames.Header:
        return {"is_multilingual": len(self._languages) > 1}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        """Decode one buffer. Prompt, beam, temperature and effort of the request have no counterpart here."""
        started = time.monotonic()
        language = self._resolve_language(job.header["language"])
        segments: list[frames.Header] = []
        for start_seconds, samples in cut_pieces(job.blob):
            job.check()
            padded = pad_samples(samples, MIN_SAMPLES)
            result = self._session.run(padded, language=language, timestamps=self._timestamps)
            segment = _describe(result, samples, start_seconds)
            if segment["text"]:
                segments.append(segment)
        job.check()
        return {
            "segments": segments,
            "language": language,
            "duration_ms": round((time.monotonic() - started) * 1000),
        }

    def _resolve_language(self, language: str) -> str:
        if language == "auto" and len(self._languages) == 1:
            return self._languages[0]
        if language not in self._languages:
            raise JobRefused(
                "invalid_request",
                f"The installed speech model understands {', '.join(self._languages)} only, and detects no "
                "language.",
            )
        return language


def _describe(result: Any, samples: Samples, start_seconds: float) -> frames.Header:
    seconds = samples.size / SAMPLE_RATE

    def place(milliseconds: int) -> float:
        return start_seconds + min(max(milliseconds / 1000, 0.0), seconds)

    probabilities = [token.p for token in result.tokens if token.p > 0]
    return {
        "text": result.text.strip(),
        "start_seconds": start_seconds,
        "end_seconds": start_seconds + seconds,
        # A model without probabilities is never taken for doubtful.
        "average_log_probability": float(np.mean(np.log(probabilities))) if probabilities else 0.0,
        "no_speech_probability": 0.0,
        "tokens": [
            {
                "text": f" {word.text.strip()}",
                "start_seconds": place(word.t0_ms),
                "end_seconds": place(word.t1_ms),
                "probability": _find_least(result.tokens[word.first_token :][: word.n_tokens]),
            }
            for word in result.words
        ],
    }


def _find_least(tokens: Any) -> float:
    """The least probability of some tokens, as of Whisper's words."""
    return min((token.p for token in tokens if not math.isnan(token.p)), default=1.0)
