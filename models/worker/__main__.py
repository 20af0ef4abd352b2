"""Entry point of a worker process: ``python -m models.worker llm|speech|voice_activity``.

It exchanges frames on stdin and stdout. The workers of embeddings and of the judge are forked by
``python -m models.worker fork_server NICENESS``.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, Protocol

from models.memory import release_free_memory
from models.worker import frames
from models.worker.fork_server import become_worker
from models.worker.jobs import Job, JobCancelled, JobRefused

TORCH_KINDS = ("embeddings", "judge")


class Model(Protocol):
    """A model as a worker runs it: loaded once, then one job at a time."""

    def describe(self) -> frames.Header:
        """Facts about the loaded model, sent to the supervisor."""
        ...

    def run(self, job: Job) -> frames.Header:
        """Run one job. Raises JobCancelled, JobRefused."""
        ...

    def aside(self, header: frames.Header) -> frames.Header:
        """Answer a query that needs no inference; a job may be running in another thread."""
        ...


def _load(kind: str, config: dict[str, Any]) -> Model:
    # Imported here, so that each worker loads only the libraries of its own kind.
    if kind == "llm":
        from models.worker.llm import LlamaModel

        return LlamaModel(config)
    if kind == "speech" and config["speech_engine"] == "ctranslate2":
        from models.worker.speech_ctranslate2 import CTranslate2Model

        return CTranslate2Model(config)
    if kind == "speech" and config["speech_engine"] == "moonshine":
        from models.worker.speech_moonshine import MoonshineModel

        return MoonshineModel(config)
    if kind == "speech" and config["speech_engine"] == "transcribe_cpp":
        from models.worker.speech_transcribe_cpp import TranscribeCppModel

        return TranscribeCppModel(config)
    if kind == "speech":
        from models.worker.speech import WhisperModel

        return WhisperModel(config)
    if kind == "judge":
        from models.worker.judge import JudgeModel

        return JudgeModel(config)
    if kind == "voice_activity":
        from models.worker.voice_activity import VoiceActivityModel

        return VoiceActivityModel(config)
    from models.worker.embeddings import SentenceModel

    return SentenceModel(config)


class Worker:
    """Reads frames in one thread and runs jobs in the main thread."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._write_lock = threading.Lock()
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._aside: Callable[[frames.Header], frames.Header] | None = None

    def serve(self, kind: str) -> None:
        """Load the model named in the first frame, then run jobs until stdin closes."""
        first = frames.read(self._incoming)
        if first is None:
            return
        config, _ = first
        os.nice(int(config["nice"]))
        threading.Thread(target=self._read_frames, name="frames", daemon=True).start()
        model = _load(kind, config)
        self._aside = model.aside
        self.send({"event": "ready", **model.describe()})
        while True:
            self._run(model, self._jobs.get())
            if kind in TORCH_KINDS:
                release_free_memory()

    def send(self, header: frames.Header) -> None:
        data = frames.pack(header)
        with self._write_lock:
            try:
                self._outgoing.write(data)
                self._outgoing.flush()
            except BrokenPipeError:
                # The server is gone.
                os._exit(0)

    def _run(self, model: Model, job: Job) -> None:
        try:
            job.check()
            self.send({"event": "result", "job": job.id, **model.run(job)})
        except JobCancelled:
            self.send({"event": "cancelled", "job": job.id})
        except JobRefused as error:
            self.send(
                {"event": "refused", "job": job.id, "code": error.code, "message": str(error)} | error.facts
            )
        finally:
            self._cancelled.discard(job.id)

    def _read_frames(self) -> None:
        while (frame := frames.read(self._incoming)) is not None:
            header, blob = frame
            if header["op"] == "cancel":
                self._cancelled.add(int(header["job"]))
            elif header["op"] == "aside" and self._aside is not None:
                self.send({"event": "result", "job": header["job"], **self._aside(header)})
            else:
                self._jobs.put(Job(header, blob, is_cancelled=self._cancelled.__contains__, send=self.send))
        # stdin closes however the server ends, so a worker never outlives it.
        os._exit(0)


def main() -> None:
    # Ctrl-C reaches the whole process group, but the server decides when its workers stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    kind = sys.argv[1]
    if kind == "fork_server":
        os.nice(int(sys.argv[2]))
        kind = become_worker()
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Native libraries print to stdout at any time, but only frames may go there.
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    Worker(incoming, outgoing).serve(kind)


if __name__ == "__main__":
    main()
