"""Control of a worker process by its parent, with small scripts in place of the real worker."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

import pytest

from models.ports import EngineUnavailable
from models.worker.process import WorkerProcess, make_environment
from models.worker.supervisor import Supervisor

READY_AFTER_STDIN_CLOSES = """
import sys
from models.worker import frames
sys.stdin.buffer.read()
sys.stdout.buffer.write(frames.pack({"event": "ready", "context_window": 2048}))
"""


async def start_script(script: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )


async def test_closing_a_worker_that_becomes_ready_meanwhile_raises_no_error() -> None:
    worker = WorkerProcess(await start_script(READY_AFTER_STDIN_CLOSES))
    worker.ready.cancel()

    await worker.close(grace_seconds=60)

    assert not worker.is_alive


def test_a_worker_gets_no_secret_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native model code processes the words of strangers: a flaw in it must not find passwords and keys."""
    for name in ("ADMIN_PASSWORD", "SMTP_PASSWORD", "LLM_API_KEY", "DATABASE_URL"):
        monkeypatch.setenv(f"GREENROOM_{name}", "secret")
    for name in ("OPENAI_API_KEY", "HF_TOKEN", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    environment = make_environment()
    assert "secret" not in environment.values()
    assert (environment["OMP_NUM_THREADS"], environment["CUDA_VISIBLE_DEVICES"]) == ("2", "0")
    assert {"PATH", "PYTHONPATH"} <= environment.keys()


async def test_a_worker_that_hangs_while_it_loads_fails_the_jobs_that_wait() -> None:
    """A disk that does not answer while the weights are read: the job waits for a model that never comes."""

    async def launch(_kind: str) -> Process:
        return await start_script("import time; time.sleep(600)")

    supervisor = Supervisor("llm", dict, launch=launch, loading_seconds=0.2)
    try:
        with pytest.raises(EngineUnavailable, match=r"did not load its model within 0\.2 s"):
            await asyncio.wait_for(supervisor.run({"op": "run"}, timeout_seconds=600), timeout=60)
    finally:
        await supervisor.stop()
