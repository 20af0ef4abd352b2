"""Speech recognition in a worker process: Moonshine on ONNX Runtime. English only.

The encoder reads samples and has no fixed window, so its time grows with the audio. The decoder runs
greedily, one token at a time, with the cache of the tokens before. The model gives no times of words, so the
segments have no tokens.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime

from models.ports import SAMPLE_RATE
from models.worker import frames
from models.worker.audio_pieces import Samples, cut_pieces, pad_samples
from models.worker.jobs import Job, JobRefused

MIN_SAMPLES = SAMPLE_RATE
"""Shorter audio is padded with silence: the encoder gives no position for less than 0.05 s."""

START, END = 1, 2
FIRST_BYTE_TOKEN = 3
"""Below are control tokens; they have no text."""
TOKENS_PER_SECOND = 8
"""Bounds the time that a loop can take. Fast English needs about six."""
SPARE_TOKENS = 8

Tensors = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class _Decode:
    """The text of one piece of audio."""

    text: str
    log_probability: float
    """Mean over the tokens and the end."""


class MoonshineModel:
    """One Moonshine model, used by one thread: an encoder, and beside it a decoder and ``tokenizer.bin``."""

    def __init__(self, config: dict[str, Any]) -> None:
        path = Path(config["path"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = config["threads"]
        # Waiting threads would take the processor from the other workers.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._encoder = _open(path, options)
        self._decoder = _open(path.with_name("decoder_model_merged").with_suffix(path.suffix), options)
        self._outputs = [output.name for output in self._decoder.get_outputs()]
        self._cache_shapes = {
            value.name: value.shape
            for value in self._decoder.get_inputs()
            if value.name.startswith("past_key_values.")
        }
        self._texts = read_tokens(path.with_name("tokenizer.bin").read_bytes())

    def describe(self) -> frames.Header:
        return {"is_multilingual": False}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        """Decode one buffer. Prompt, beam, temperature and effort of the request have no counterpart here."""
        started = time.monotonic()
        if job.header["language"] not in {"en", "auto"}:
            raise JobRefused("invalid_request", "The installed speech model understands English only.")
        segments: list[frames.Header] = []
        for start_seconds, samples in cut_pieces(job.blob):
            decode = self._decode(job, samples)
            if decode.text:
                segments.append(
                    {
                        "text": decode.text,
                        "start_seconds": start_seconds,
                        "end_seconds": start_seconds + samples.size / SAMPLE_RATE,
                        "average_log_probability": decode.log_probability,
                        "no_speech_probability": 0.0,
                        "tokens": [],
                    }
                )
        return {
            "segments": segments,
            "language": "en",
            "duration_ms": round((time.monotonic() - started) * 1000),
        }

    def _decode(self, job: Job, samples: Samples) -> _Decode:
        samples = pad_samples(samples, MIN_SAMPLES)
        # The decoder expects the mask of the samples, not one of the encoder's positions.
        mask = np.ones((1, samples.size), dtype=np.int64)
        (encoded,) = self._encoder.run(None, {"input_values": samples[np.newaxis], "attention_mask": mask})
        fixed = {"encoder_hidden_states": encoded, "encoder_attention_mask": mask}
        cache = self._make_cache(encoded.shape[1])
        tokens: list[int] = []
        log_probabilities: list[float] = []
        token = START
        limit = round(samples.size / SAMPLE_RATE * TOKENS_PER_SECOND) + SPARE_TOKENS
        while token != END and len(tokens) < limit:
            job.check()
            result = self._step(token, cache, fixed, is_first=not tokens)
            scores = result["logits"][0, -1].astype(np.float64)
            token = int(scores.argmax())
            log_probabilities.append(-float(np.log(np.exp(scores - scores[token]).sum())))
            tokens.append(token)
        return _Decode(self._write(tokens), float(np.mean(log_probabilities)))

    def _make_cache(self, positions: int) -> Tensors:
        """An empty cache. Its dimensions are batch, heads, positions and size of a head."""
        return {
            name: np.zeros((1, shape[1], positions if ".encoder." in name else 0, shape[3]), dtype=np.float32)
            for name, shape in self._cache_shapes.items()
        }

    def _step(self, token: int, cache: Tensors, fixed: Tensors, *, is_first: bool) -> Tensors:
        """One step of the decoder; updates the cache."""
        inputs = {
            "input_ids": np.array([[token]], dtype=np.int64),
            "use_cache_branch": np.array([not is_first]),
        }
        values = self._decoder.run(None, inputs | fixed | cache)
        result: Tensors = dict(zip(self._outputs, values, strict=True))
        for name in cache:
            # Only the first step computes the keys and values of the encoder's output.
            if is_first or ".decoder." in name:
                cache[name] = result[name.replace("past_key_values", "present")]
        return result

    def _write(self, tokens: list[int]) -> str:
        data = b"".join(self._texts[token] for token in tokens if token >= FIRST_BYTE_TOKEN)
        return " ".join(data.decode("utf-8", "replace").replace("▁", " ").split())


def _open(path: Path, options: onnxruntime.SessionOptions) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def read_tokens(data: bytes) -> list[bytes]:
    """The text of each token in ``tokenizer.bin``.

    Before each text stands its length in one byte, or in two: the lower seven bits, marked by the eighth, and
    the upper ones.
    """
    texts = []
    position = 0
    while position < len(data):
        length = data[position]
        position += 1
        if length >= 128:
            length = length - 128 + data[position] * 128
            position += 1
        texts.append(data[position : position + length])
        position += length
    return texts
