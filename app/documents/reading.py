"""Read a document in a guarded child process."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.errors import DAMAGED
from app.documents.extraction.kinds import MIME_TYPES, FileKind

TIME_LIMIT_SECONDS = 60.0
_TOO_HARD = "The document could not be read: it needs more time or memory than a document should."
_at_once = asyncio.Semaphore(2)


@dataclass(frozen=True, slots=True)
class ReadDocument:
    kind: FileKind
    text: str

    @property
    def mime_type(self) -> str:
        return MIME_TYPES[self.kind]


async def read_document(path: Path, *, time_limit_seconds: float = TIME_LIMIT_SECONDS) -> ReadDocument:
    """The text of a PDF, DOCX, DOC or text file.

    Raises UnsupportedFile (no kind of document that is accepted) and UnreadableDocument (empty,
    protected, damaged, pictures only, or too much for the limits of the child process).
    """
    async with _at_once:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-c",
            _START,
            str(_SOURCE_ROOT),
            str(path),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            output, _ = await asyncio.wait_for(process.communicate(), time_limit_seconds)
        except TimeoutError:
            raise UnreadableDocument(_TOO_HARD) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    if process.returncode != 0:
        # The kernel ends a process that used up its processor time by one of these.
        used_up = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        raise UnreadableDocument(_TOO_HARD if used_up else DAMAGED)
    answer = json.loads(output)
    if "error" in answer:
        failure = UnreadableDocument if answer["supported"] else UnsupportedFile
        raise failure(str(answer["error"]))
    return ReadDocument(kind=FileKind(answer["kind"]), text=str(answer["text"]))


_SOURCE_ROOT = Path(__file__).resolve().parents[2]
# Isolated mode: nothing of the environment or the working folder is imported by accident.
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from app.documents.reader import main; main()"
