"""Speech recognition in a worker process: whisper.cpp.

The binding's ``Model`` keeps the parameters of one call for the next ones. Here every call starts from
fresh parameters and sets each one that matters.
"""

from __future__ import annotations

import codecs
import ctypes
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import _pywhispercpp as whisper
import numpy as np

from models.ports import SAMPLE_RATE
from models.worker import frames
from models.worker.jobs import Job, JobRefused

FULL_WINDOW_SECONDS = 30.0
MIN_SAMPLES = SAMPLE_RATE
"""whisper.cpp rejects less than a second, so shorter audio is padded with silence."""

# Thresholds against loops and hallucinations: OpenAI's defaults under whisper.cpp's names.
ENTROPY_THRESHOLD = 2.4
LOG_PROBABILITY_THRESHOLD = -1.0
NO_SPEECH_THRESHOLD = 0.6
TEMPERATURE_STEP = 0.4
"""Two retries, at 0.4 and 0.8. The usual five would delay live lines too much."""


class WhisperModel:
    """One Whisper model with one context, used by one thread."""

    def __init__(self, config: dict[str, Any]) -> None:
        settings = whisper.whisper_context_default_params()
        settings.use_gpu = config["gpu_layers"] != 0
        settings.flash_attn = True
        self._context = whisper.whisper_init_from_file_with_params(config["path"], settings)
        self._threads: int = config["threads"]
        self._is_multilingual = bool(whisper.whisper_is_multilingual(self._context))
        self._end_of_text: int = whisper.whisper_token_eot(self._context)
        self._languages = {
            whisper.whisper_lang_str(index) for index in range(whisper.whisper_lang_max_id() + 1)
        }
        self._no_speech = NoSpeechProbability(self._context)

    def describe(self) -> frames.Header:
        return {"is_multilingual": self._is_multilingual}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        started = time.monotonic()
        samples = np.frombuffer(job.blob, dtype="<i2").astype(np.float32) / 32768.0
        seconds = samples.size / SAMPLE_RATE
        parameters = self._parameters(job, seconds)
        if samples.size < MIN_SAMPLES:
            samples = np.concatenate([samples, np.zeros(MIN_SAMPLES - samples.size, dtype=np.float32)])
        status = whisper.whisper_full(self._context, parameters, samples, samples.size)
        job.check()
        if status != 0:
            raise RuntimeError(f"whisper.cpp gave up with status {status}")
        count = whisper.whisper_full_n_segments(self._context)
        return {
            "segments": [self._segment(index, seconds) for index in range(count)],
            "language": whisper.whisper_lang_str(whisper.whisper_full_lang_id(self._context)),
            "duration_ms": round((time.monotonic() - started) * 1000),
        }

    def _resolve_language(self, language: str) -> str:
        if language != "auto" and language not in self._languages:
            raise JobRefused("invalid_request", f"Whisper does not know the language {language!r}.")
        if not self._is_multilingual:
            if language not in {"en", "auto"}:
                raise JobRefused("invalid_request", "The installed speech model understands English only.")
            return "en"
        return language

    def _parameters(self, job: Job, seconds: float) -> Any:
        request = job.header
        beam_size = int(request["beam_size"])
        strategy = whisper.whisper_sampling_strategy
        parameters = whisper.whisper_full_default_params(
            strategy.WHISPER_SAMPLING_BEAM_SEARCH if beam_size > 1 else strategy.WHISPER_SAMPLING_GREEDY
        )
        audio_context = request["audio_context"] or 0
        if seconds > FULL_WINDOW_SECONDS:
            # A narrowed window fits one short buffer; over several windows it would drop audio.
            audio_context = 0
        parameters.n_threads = self._threads
        parameters.language = self._resolve_language(request["language"])
        parameters.detect_language = False
        parameters.translate = False
        parameters.initial_prompt = request["prompt"]
        parameters.carry_initial_prompt = seconds > FULL_WINDOW_SECONDS
        parameters.no_context = True
        parameters.audio_ctx = audio_context
        parameters.offset_ms = 0
        parameters.duration_ms = 0
        parameters.no_timestamps = False
        parameters.token_timestamps = True
        parameters.single_segment = False
        parameters.max_len = 0
        parameters.max_tokens = 0
        parameters.split_on_word = False
        parameters.tdrz_enable = False
        parameters.suppress_blank = True
        parameters.suppress_nst = True
        parameters.temperature = float(request.get("temperature", 0.0))
        # Interims use a narrowed window and are replaced soon, so they get no retry.
        parameters.temperature_inc = 0.0 if audio_context else TEMPERATURE_STEP
        parameters.greedy = {"best_of": 2}
        parameters.beam_search = {"beam_size": max(beam_size, 1), "patience": -1.0}
        parameters.length_penalty = -1.0
        parameters.max_initial_ts = 1.0
        parameters.entropy_thold = ENTROPY_THRESHOLD
        parameters.logprob_thold = LOG_PROBABILITY_THRESHOLD
        parameters.no_speech_thold = NO_SPEECH_THRESHOLD
        parameters.vad = False
        parameters.print_progress = False
        parameters.print_realtime = False
        parameters.print_timestamps = False
        parameters.print_special = False
        parameters.debug_mode = False
        whisper.assign_abort_callback(parameters, lambda: job.is_cancelled)
        return parameters

    def _segment(self, index: int, audio_seconds: float) -> frames.Header:
        tokens: list[frames.Header] = []
        log_probabilities: list[float] = []
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        for position in range(whisper.whisper_full_n_tokens(self._context, index)):
            data = whisper.whisper_full_get_token_data(self._context, index, position)
            if data.id >= self._end_of_text:
                continue
            log_probabilities.append(float(data.plog))
            # A character may span several tokens; it belongs to the one that completes it.
            text = decoder.decode(whisper.whisper_token_to_bytes(self._context, data.id))
            tokens.append(
                {
                    "text": text,
                    "start_seconds": _seconds(data.t0, audio_seconds),
                    "end_seconds": _seconds(data.t1, audio_seconds),
                    "probability": float(data.p),
                }
            )
        text = whisper.whisper_full_get_segment_text(self._context, index).decode("utf-8", "replace")
        return {
            "text": text.strip(),
            "start_seconds": _seconds(
                whisper.whisper_full_get_segment_t0(self._context, index), audio_seconds
            ),
            "end_seconds": _seconds(whisper.whisper_full_get_segment_t1(self._context, index), audio_seconds),
            "average_log_probability": float(np.mean(log_probabilities)) if log_probabilities else 0.0,
            "no_speech_probability": self._no_speech.read(index),
            "tokens": tokens,
        }


def _seconds(hundredths: int, audio_seconds: float) -> float:
    return min(max(hundredths, 0) / 100.0, audio_seconds)


class NoSpeechProbability:
    """Reads whisper.cpp's no-speech probability, which the Python binding does not expose.

    The binding's context object is a pybind11 instance: its head (16 bytes) is followed by the address of a
    holder whose first word is the library's context. This holds for the version that Greenroom pins. With
    any other version the reader is off and returns 0.0, so that no wrong address is read.
    """

    SUPPORTED_VERSION = "1.5.1"
    _OBJECT_HEAD_BYTES = 16

    def __init__(self, context: Any) -> None:
        self._read: Any = None
        if version("pywhispercpp") != self.SUPPORTED_VERSION:
            return
        holder = ctypes.c_void_p.from_address(id(context) + self._OBJECT_HEAD_BYTES).value
        self._address = ctypes.c_void_p.from_address(holder).value if holder else None
        library = _mapped_library("libwhisper")
        if library is None or self._address is None:
            return
        self._read = library.whisper_full_get_segment_no_speech_prob
        self._read.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._read.restype = ctypes.c_float

    def read(self, segment: int) -> float:
        """Probability that the window of this segment contains no speech; 0.0 if unknown."""
        return float(self._read(self._address, segment)) if self._read is not None else 0.0


def _mapped_library(name: str) -> ctypes.CDLL | None:
    """Find a shared library that this process has already loaded."""
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        path = line.split()[-1]
        if Path(path).name.startswith(name):
            return ctypes.CDLL(path)
    return None
