"""Control of a worker process by its parent, with small scripts in place of the real worker."""

from __future__ import annotations

import asyncio
import sys

from models.worker.process import WorkerProcess

READY_AFTER_STDIN_CLOSES = """
import sys
from models.worker import frames
sys.stdin.buffer.read()
sys.stdout.buffer.write(frames.pack({"event": "ready", "context_window": 2048}))
"""


async def start_worker(script: str) -> WorkerProcess:
    return WorkerProcess(
        await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            script,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    )


async def test_closing_a_worker_that_becomes_ready_meanwhile_raises_no_error() -> None:
    worker = await start_worker(READY_AFTER_STDIN_CLOSES)
    worker.ready.cancel()

    await worker.close(grace_seconds=60)

    assert not worker.is_alive
