"""Speech recognition in a worker process: Whisper in CTranslate2, with 8-bit weights.

The encoder accepts a window shorter than 30 s, and its output serves several decodes: the first one, one with
a beam, and the alignment of the words.
"""

from __future__ import annotations

import itertools
import math
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ctranslate2
import numpy as np
import numpy.typing as npt

from models.ggml_whisper import build_ctranslate2, read_ggml
from models.ports import SAMPLE_RATE
from models.worker import frames
from models.worker.jobs import Job, JobRefused
from models.worker.mel import FRAMES_PER_SECOND, compute_log_mel

FULL_FRAMES = 3_000
"""The window Whisper was trained with: 30 s."""
MIN_FRAMES = 1_024
"""10.24 s. The encoder takes 0.28 s, for 15.36 s 0.39 s and for the whole window 1.25 s, with the same words
(docs/adr/0051)."""
NARROW_POSITIONS = 256
"""5.12 s: the floor when live speech falls behind."""
SPARE_FRAMES = 256
"""Frames of silence after the audio. Without any, the decoder repeats itself."""
FRAME_STEP = 64
"""Widths are multiples of this, because the engine keeps about 1 MB for each width that it has met."""
FRAMES_PER_POSITION = 2

# The check after a decode in a narrow window; outside it, the whole window decodes once more.
MIN_LOG_PROBABILITY = -0.7
MAX_COMPRESSION_RATIO = 2.0
MIN_WORDS_PER_SECOND = 1.2
MAX_WORDS_PER_SECOND = 6.0
MIN_VOICED_SECONDS = 1.5
"""With less speech, the rate of words means nothing: 'No.' is one word in half a second."""
MAX_UNHEARD_SECONDS = 0.8
"""Voice after the last word."""

MAX_TOKENS = 448
MAX_PROMPT_TOKENS = 223
TOKENS_PER_SECOND = 12
SPARE_TOKENS = 24

Samples = npt.NDArray[np.float32]


@dataclass(slots=True)
class _Window:
    """Audio that has been encoded, with the width of the encoder window."""

    samples: Samples
    frames: int
    encoded: Any


@dataclass(slots=True)
class _Decode:
    """One decode of one window."""

    window: _Window
    text_tokens: list[int]
    sequence: list[int]
    log_probability: float
    no_speech: float
    times: list[tuple[float, float]]
    """Start and end of each text token in seconds; empty if nobody reads them."""
    probabilities: list[float]


class CTranslate2Model:
    """One Whisper model, used by one thread."""

    def __init__(self, config: dict[str, Any]) -> None:
        source = read_ggml(Path(config["path"]))
        self._vocabulary = source.vocabulary
        self._filters = source.filters
        self._model = ctranslate2.models.Whisper(
            config["path"],
            device="cpu",
            compute_type="int8",
            inter_threads=1,
            intra_threads=config["threads"],
            files=build_ctranslate2(source),
        )
        self._last: tuple[bytes, _Window] | None = None

    def describe(self) -> frames.Header:
        return {"is_multilingual": self._vocabulary.is_multilingual}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        started = time.monotonic()
        request = job.header
        language = self._resolve_language(request["language"])
        samples = np.frombuffer(job.blob, dtype="<i2").astype(np.float32) / 32768.0
        if samples.size > FULL_FRAMES // FRAMES_PER_SECOND * SAMPLE_RATE:
            language, segments = self._decode_long(job, samples, language)
        else:
            language, segment = self._decode_short(job, samples, language)
            segments = [segment] if segment else []
        return {
            "segments": segments,
            "language": language,
            "duration_ms": round((time.monotonic() - started) * 1000),
        }

    def _resolve_language(self, language: str) -> str:
        if language != "auto" and language not in self._vocabulary.languages:
            raise JobRefused("invalid_request", f"Whisper does not know the language {language!r}.")
        if not self._vocabulary.is_multilingual:
            if language not in {"en", "auto"}:
                raise JobRefused("invalid_request", "The installed speech model understands English only.")
            return "en"
        return language

    # --- One window --------------------------------------------------------------------------

    def _decode_short(self, job: Job, samples: Samples, language: str) -> tuple[str, frames.Header | None]:
        request = job.header
        beam_size = int(request["beam_size"])
        audio_context = NARROW_POSITIONS if request.get("effort") else request["audio_context"]
        if audio_context:
            window = self._encode(samples, choose_frames(samples.size, audio_context))
        else:
            window = self._reuse(job.blob) or self._encode(samples, choose_frames(samples.size))
        if language == "auto":
            language = self._detect_language(window)
        # The check below needs the times of the words.
        word_times = request["word_times"] or not audio_context
        decode = self._decode(window, language, request["prompt"], beam_size, word_times=word_times)
        job.check()
        if not audio_context and window.frames < FULL_FRAMES and not self._is_plausible(decode, request):
            window = self._encode(samples, FULL_FRAMES)
            again = self._decode(window, language, request["prompt"], beam_size)
            if self._is_plausible(again, request) or again.log_probability >= decode.log_probability:
                decode = again
            job.check()
        self._last = (job.blob, window)
        return language, self._describe(decode, offset_seconds=0.0)

    def _reuse(self, pcm: bytes) -> _Window | None:
        """The encoder output of the same audio, if it was the last one: for a decode with other settings."""
        return self._last[1] if self._last is not None and self._last[0] == pcm else None

    def _encode(self, samples: Samples, width: int) -> _Window:
        features = compute_log_mel(samples, self._filters, width)
        view = ctranslate2.StorageView.from_array(np.ascontiguousarray(features[np.newaxis]))
        return _Window(samples, width, self._model.encode(view))

    def _detect_language(self, window: _Window) -> str:
        name: str = self._model.detect_language(window.encoded)[0][0][0]
        return name.strip("<|>")

    def _start(self, language: str) -> list[int]:
        vocabulary = self._vocabulary
        if not vocabulary.is_multilingual:
            return [vocabulary.start]
        return [vocabulary.start, vocabulary.languages[language], vocabulary.transcribe]

    def _prompt(self, prompt: str, language: str, *, timestamps: bool) -> list[int]:
        tokens: list[int] = []
        if prompt.strip():
            tokens = [self._vocabulary.start_of_previous]
            tokens += self._vocabulary.encode(" " + prompt.strip())[-MAX_PROMPT_TOKENS:]
        tokens += self._start(language)
        return tokens if timestamps else [*tokens, self._vocabulary.no_timestamps]

    def _decode(
        self,
        window: _Window,
        language: str,
        prompt: str,
        beam_size: int,
        *,
        timestamps: bool = False,
        word_times: bool = True,
    ) -> _Decode:
        tokens = self._prompt(prompt, language, timestamps=timestamps)
        seconds = window.samples.size / SAMPLE_RATE
        result = self._model.generate(
            window.encoded,
            [tokens],
            beam_size=beam_size,
            # Bounds the time that a loop can take.
            max_length=min(MAX_TOKENS, len(tokens) + round(seconds * TOKENS_PER_SECOND) + SPARE_TOKENS),
            return_scores=True,
            return_no_speech_prob=True,
            max_initial_timestamp_index=50,
        )[0]
        sequence = list(result.sequences_ids[0])
        text_tokens = [token for token in sequence if token < self._vocabulary.end_of_text]
        times, probabilities = self._align(window, language, text_tokens if word_times else [])
        return _Decode(
            window=window,
            text_tokens=text_tokens,
            sequence=sequence,
            # The score is a mean over the tokens without the end of text.
            log_probability=float(result.scores[0]) * len(sequence) / (len(sequence) + 1),
            no_speech=float(result.no_speech_prob),
            times=times,
            probabilities=probabilities,
        )

    def _align(
        self, window: _Window, language: str, tokens: list[int]
    ) -> tuple[list[tuple[float, float]], list[float]]:
        """Start and end in seconds, and the probability, of each token."""
        if not tokens:
            return [], []
        width = min(window.frames, max(FRAMES_PER_POSITION, round(window.samples.size / 160)))
        result = self._model.align(window.encoded, self._start(language), [tokens], width)[0]
        starts: dict[int, int] = {}
        for token, position in result.alignments:
            starts.setdefault(token, position)
        seconds = window.samples.size / SAMPLE_RATE
        per_position = FRAMES_PER_POSITION / FRAMES_PER_SECOND
        begins = [min(starts.get(index, 0) * per_position, seconds) for index in range(len(tokens) + 1)]
        for index in range(1, len(begins)):
            begins[index] = max(begins[index], begins[index - 1])
        if len(tokens) not in starts:
            begins[-1] = seconds
        return list(itertools.pairwise(begins)), [float(p) for p in result.text_token_probs]

    def _is_plausible(self, decode: _Decode, request: frames.Header) -> bool:
        return is_plausible(
            self._vocabulary.decode(decode.text_tokens),
            log_probability=decode.log_probability,
            last_seconds=decode.times[-1][1] if decode.times else 0.0,
            voiced_seconds=request.get("voiced_seconds"),
            voice_end_seconds=request.get("voice_end_seconds"),
        )

    def _describe(self, decode: _Decode, *, offset_seconds: float) -> frames.Header | None:
        texts = self._vocabulary.decode_each(decode.text_tokens)
        text = "".join(texts).strip()
        if not text:
            return None
        seconds = decode.window.samples.size / SAMPLE_RATE
        return {
            "text": text,
            "start_seconds": offset_seconds + (decode.times[0][0] if decode.times else 0.0),
            "end_seconds": offset_seconds + (decode.times[-1][1] if decode.times else seconds),
            "average_log_probability": decode.log_probability,
            "no_speech_probability": decode.no_speech,
            "tokens": [
                {
                    "text": piece,
                    "start_seconds": offset_seconds + start,
                    "end_seconds": offset_seconds + end,
                    "probability": probability,
                }
                for piece, (start, end), probability in zip(
                    texts if decode.times else [], decode.times, decode.probabilities, strict=True
                )
            ],
        }

    # --- Longer than one window -----------------------------------------------------------------

    def _decode_long(self, job: Job, samples: Samples, language: str) -> tuple[str, list[frames.Header]]:
        """Windows of 30 s, each beginning where the last complete sentence of the one before ended."""
        segments: list[frames.Header] = []
        position = 0
        window_samples = FULL_FRAMES // FRAMES_PER_SECOND * SAMPLE_RATE
        while position < samples.size:
            piece = samples[position : position + window_samples]
            window = self._encode(piece, FULL_FRAMES)
            if language == "auto":
                language = self._detect_language(window)
            decode = self._decode(
                window, language, job.header["prompt"], int(job.header["beam_size"]), timestamps=True
            )
            job.check()
            is_last = position + window_samples >= samples.size
            taken, seconds = self._find_complete(decode, piece.size / SAMPLE_RATE, is_last=is_last)
            keep = len(taken)
            decode.text_tokens, decode.times = taken, decode.times[:keep]
            decode.probabilities = decode.probabilities[:keep]
            segment = self._describe(decode, offset_seconds=position / SAMPLE_RATE)
            if segment is not None:
                segments.append(segment)
            position += max(SAMPLE_RATE, round(seconds * SAMPLE_RATE))
        return language, segments

    def _find_complete(self, decode: _Decode, seconds: float, *, is_last: bool) -> tuple[list[int], float]:
        """Text tokens up to the last timestamp, and that time; everything in the last window."""
        if is_last:
            return decode.text_tokens, seconds
        vocabulary = self._vocabulary
        stamps = [
            (i, s)
            for i, t in enumerate(decode.sequence)
            if (s := vocabulary.timestamp_seconds(t)) is not None
        ]
        # A sentence that the window cuts off has a start but no end: two timestamps precede it.
        if len(stamps) < 2 or stamps[-1][1] < 1.0:
            return decode.text_tokens, seconds
        index, end = stamps[-1]
        return [t for t in decode.sequence[:index] if t < vocabulary.end_of_text], min(end, seconds)


def choose_frames(samples: int, audio_context: int | None = None) -> int:
    """Width of the encoder window in mel frames, never without frames to spare.

    A window that is asked for is no wider than the usual one, unless it is the whole one.
    Widths come in steps.
    """
    needed = samples * FRAMES_PER_SECOND // SAMPLE_RATE + SPARE_FRAMES
    asked = MIN_FRAMES if audio_context is None else audio_context * FRAMES_PER_POSITION
    if asked < FULL_FRAMES:
        asked = max(needed, min(asked, MIN_FRAMES))
    return min(FULL_FRAMES, math.ceil(asked / FRAME_STEP) * FRAME_STEP)


def is_plausible(
    text: str,
    *,
    log_probability: float,
    last_seconds: float,
    voiced_seconds: float | None,
    voice_end_seconds: float | None,
) -> bool:
    """Whether a decode in a narrow window needs no check by the whole one."""
    text = text.strip()
    if log_probability < MIN_LOG_PROBABILITY or compression_ratio(text) > MAX_COMPRESSION_RATIO:
        return False
    if voice_end_seconds is not None and last_seconds < voice_end_seconds - MAX_UNHEARD_SECONDS:
        return False
    if voiced_seconds is None or voiced_seconds < MIN_VOICED_SECONDS:
        return bool(text)
    return MIN_WORDS_PER_SECOND <= len(text.split()) / voiced_seconds <= MAX_WORDS_PER_SECOND


def compression_ratio(text: str) -> float:
    """How much shorter zlib makes a text; loops compress well."""
    data = text.encode()
    return len(data) / len(zlib.compress(data)) if data else 0.0
