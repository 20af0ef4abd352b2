"""Codes for why an engine does not work: the complete list, and the cause of each."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from models.catalog import ModelKind
from models.config import EngineConfig, EnginesConfig
from models.engine_problems import EngineProblem, EngineProblemCode
from models.engines.openai_embeddings import OpenAiEmbeddings
from models.engines.openai_llm import OpenAiLlm
from models.errors import DiskFull, EnginePackageMissing, StoreError, TooLittleMemory
from models.importing import import_path
from models.outbound import GuardedTransport, OutboundPolicy
from models.ports import (
    CompletionRequest,
    EngineError,
    EngineHealth,
    EngineKind,
    EngineState,
    EngineUnavailable,
    Message,
    Priority,
)
from models.runtime import LocalModel, build_engines
from models.store import InstalledModel, ModelStore
from models.worker.supervisor import Backoff, Supervisor
from tests.fakes.model_server import ModelServer

# The web client has words for each of these; a new code needs words there.
CODES = {
    *("model_missing", "model_unknown", "weights_not_found", "model_unreadable", "model_damaged"),
    *("model_wrong_kind", "package_missing", "model_unusable", "loading_timeout", "worker_ended"),
    *("worker_killed", "worker_crashed", "worker_hung", "remote_timeout", "remote_unreachable"),
    *("remote_internal", "remote_incomplete", "remote_invalid", "remote_redirects"),
    *("remote_key_refused", "remote_not_found", "remote_refused", "model_too_large", "judge_missing"),
}
OPENAI = EngineConfig(provider="openai", base_url="http://models.example/v1", model="big")
REQUEST = CompletionRequest((Message("user", "Ask one."),), max_tokens=20)


def test_every_code_is_listed() -> None:
    assert {code.value for code in EngineProblemCode} == CODES


# --- Models ---------------------------------------------------------------------------------


async def find_problem(models_dir: Path, model: str) -> EngineProblem:
    """The problem that an engine reports without loading its model."""
    engines = build_engines(EnginesConfig(models_dir, llm=EngineConfig(model=model)))
    await engines.prepare()
    health = next(one for one in engines.health() if one.kind is EngineKind.LLM)
    assert (health.state, health.problem is None) == (EngineState.FAILED, False)
    assert health.problem is not None
    return health.problem


@pytest.mark.parametrize(
    ("model", "code"),
    [
        ("smollm2-135m-instruct", "model_missing"),
        ("no-such-model", "model_unknown"),
        ("/srv/no-such-model.gguf", "weights_not_found"),
    ],
)
async def test_a_missing_model_is_named(tmp_path: Path, model: str, code: str) -> None:
    problem = await find_problem(tmp_path, model)
    assert (problem.code, problem.params) == (code, {"model": model})


async def test_a_file_of_another_kind_is_named(tmp_path: Path) -> None:
    file = tmp_path / "notes.gguf"
    file.write_text("not a model")
    problem = await find_problem(tmp_path, str(file))
    assert (problem.code, problem.params) == ("model_wrong_kind", {"model": str(file)})


async def test_a_file_that_cannot_be_read_comes_with_the_reason_of_the_system(tmp_path: Path) -> None:
    def refuse() -> dict[str, Any]:
        raise PermissionError(13, "Permission denied", "/srv/private.gguf")

    problem = await prepare(refuse)
    assert (problem.code, problem.params) == ("model_unreadable", {"model": "private"})
    assert problem.technical_text == "[Errno 13] Permission denied: '/srv/private.gguf'"


async def prepare(config: Callable[[], dict[str, Any]]) -> EngineProblem:
    supervisor = Supervisor("llm", config, model="private")
    await supervisor.prepare()
    assert supervisor.state is EngineState.FAILED
    assert supervisor.problem is not None
    return supervisor.problem


@pytest.mark.parametrize(
    ("error", "code", "params"),
    [
        (
            EnginePackageMissing("m", "transcribe-cpp==1"),
            "package_missing",
            {"requirement": "transcribe-cpp==1"},
        ),
        (
            TooLittleMemory("private", needed_bytes=8_140_000_000, memory_bytes=4_000_000_000),
            "model_too_large",
            {"needed_gb": 8.1, "available_gb": 4.0},
        ),
        (DiskFull("/srv"), "model_unusable", {}),
    ],
)
async def test_other_errors_of_the_store_have_codes(
    error: StoreError, code: str, params: dict[str, float | str]
) -> None:
    def refuse() -> dict[str, Any]:
        raise error

    problem = await prepare(refuse)
    assert (problem.code, problem.params) == (code, {"model": "private", **params})


def install(tmp_path: Path) -> tuple[LocalModel, Path]:
    """An installed language model, and its file."""
    source = tmp_path / "mine.gguf"
    source.write_bytes(b"GGUF" + bytes(100))
    store = ModelStore(tmp_path / "models", tmp_path / "cache")
    (installed,) = import_path(store, source, name="mine", kind=ModelKind.LLM, memory_bytes=None)
    return LocalModel(EngineKind.LLM, EngineConfig(model="mine"), store), installed.path


def damage(file: Path) -> None:
    """Change a byte, but neither size nor time."""
    times = file.stat()
    content = bytearray(file.read_bytes())
    content[50] ^= 1
    file.chmod(0o600)
    file.write_bytes(content)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


async def start_script(script: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )


def supervise(script: str, *, model: LocalModel | None = None, loading_seconds: float = 60.0) -> Supervisor:
    async def launch(_kind: str) -> Process:
        return await start_script(script)

    return Supervisor(
        "llm",
        dict,
        model="mine",
        examine=model.examine if model else None,
        launch=launch,
        backoff=Backoff(0.0, 0.0),
        loading_seconds=loading_seconds,
    )


async def wait_for(supervisor: Supervisor, code: EngineProblemCode) -> EngineProblem:
    async with asyncio.timeout(60):
        while supervisor.problem is None or supervisor.problem.code is not code:
            await asyncio.sleep(0.01)
    return supervisor.problem


async def test_a_damaged_file_is_named_once_the_worker_cannot_load_it(tmp_path: Path) -> None:
    model, file = install(tmp_path)
    damage(file)
    supervisor = supervise("raise SystemExit(1)", model=model)
    supervisor.start()
    try:
        problem = await wait_for(supervisor, EngineProblemCode.MODEL_DAMAGED)
        assert problem.params == {"model": "mine"}
        assert supervisor.state is EngineState.FAILED
    finally:
        await supervisor.stop()


def test_a_file_is_hashed_once_for_each_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that cannot start for another reason is restarted again and again."""
    model, file = install(tmp_path)
    damage(file)
    hashed: list[str] = []
    verify = ModelStore.verify

    def count(store: ModelStore, installed: InstalledModel) -> InstalledModel:
        hashed.append(installed.name)
        return verify(store, installed)

    monkeypatch.setattr(ModelStore, "verify", count)
    for _ in range(2):
        with pytest.raises(StoreError, match="sha256 mismatch"):
            model.examine()
    assert len(hashed) == 1
    damage(file)
    model._store.verify(model._store.find("mine"))
    for _ in range(2):
        model.examine()
    assert len(hashed) == 3


# --- Workers --------------------------------------------------------------------------------

FAIL = "import sys; sys.exit('cannot open the weights')"
SIGNAL = "import os, signal; os.kill(os.getpid(), signal.{name})"


@pytest.mark.parametrize(
    ("script", "code", "params", "text"),
    [
        (FAIL, "worker_ended", {"status": 1}, "cannot open the weights"),
        (SIGNAL.format(name="SIGKILL"), "worker_killed", {}, ""),
        (SIGNAL.format(name="SIGSEGV"), "worker_crashed", {"signal": "SIGSEGV"}, ""),
        (SIGNAL.format(name="SIGRTMIN + 1"), "worker_crashed", {"signal": f"{signal.SIGRTMIN + 1}"}, ""),
    ],
)
async def test_the_end_of_a_worker_that_loads(
    script: str, code: str, params: dict[str, int | str], text: str
) -> None:
    supervisor = supervise(script)
    try:
        with pytest.raises(EngineUnavailable) as raised:
            await supervisor.run({"op": "run"}, timeout_seconds=60)
        problem = raised.value.problem
        assert problem is not None
        assert (problem.code, problem.params, problem.technical_text) == (code, params, text)
        assert text in str(raised.value)
    finally:
        await supervisor.stop()


async def test_a_worker_that_loads_too_long() -> None:
    supervisor = supervise("import time; time.sleep(600)", loading_seconds=0.2)
    try:
        with pytest.raises(EngineUnavailable) as raised:
            await supervisor.run({"op": "run"}, timeout_seconds=60)
        problem = raised.value.problem
        assert problem is not None
        assert (problem.code, problem.params) == ("loading_timeout", {"seconds": 0.2})
    finally:
        await supervisor.stop()


READY_THEN_DEAF = """
import sys, time
from models.worker import frames
sys.stdout.buffer.write(frames.pack({"event": "ready"}))
sys.stdout.buffer.flush()
print("a line of a job", file=sys.stderr, flush=True)
time.sleep(600)
"""


async def test_a_worker_killed_by_this_server_did_not_run_out_of_memory() -> None:
    supervisor = supervise(READY_THEN_DEAF)
    supervisor._backoff = Backoff(60.0, 60.0)
    supervisor.start()
    try:
        await supervisor.facts()
        assert supervisor.problem is None
        assert supervisor._worker is not None
        supervisor._worker.kill()
        problem = await wait_for(supervisor, EngineProblemCode.WORKER_HUNG)
        assert (supervisor.state, problem.technical_text) == (EngineState.STARTING, "")
    finally:
        await supervisor.stop()


# --- Other servers --------------------------------------------------------------------------


async def fail(engine: OpenAiLlm) -> EngineHealth:
    with pytest.raises(EngineError) as raised:
        await engine.complete(REQUEST, priority=Priority.INTERACTIVE)
    health = engine.health()
    assert (health.state, raised.value.problem) == (EngineState.FAILED, health.problem)
    return health


@pytest.mark.parametrize(
    ("status", "code", "params"),
    [
        (401, "remote_key_refused", {"status": 401}),
        (403, "remote_key_refused", {"status": 403}),
        (404, "remote_not_found", {"status": 404}),
        (408, "remote_timeout", {}),
        (500, "remote_refused", {"status": 500}),
        (504, "remote_timeout", {}),
    ],
)
async def test_a_status_of_the_server(status: int, code: str, params: dict[str, int]) -> None:
    server = ModelServer()
    server.fail(status)
    problem = (await fail(OpenAiLlm(OPENAI, server.client()))).problem
    assert problem is not None
    assert (problem.code, problem.params, problem.technical_text) == (code, params, "")


async def test_a_redirect_and_an_answer_that_breaks_off() -> None:
    server = ModelServer(breaks_off=True)
    engine = OpenAiLlm(OPENAI, server.client())
    problem = (await fail(engine)).problem
    assert problem is not None
    assert problem.code is EngineProblemCode.REMOTE_INCOMPLETE
    server.redirect()
    problem = (await fail(engine)).problem
    assert problem is not None
    assert problem.code is EngineProblemCode.REMOTE_REDIRECTS


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (httpx.ConnectError("Connection refused"), "remote_unreachable", "Connection refused"),
        (httpx.ConnectTimeout(""), "remote_unreachable", "ConnectTimeout"),
        (httpx.ReadTimeout(""), "remote_timeout", ""),
        (httpx.ReadError(""), "remote_incomplete", ""),
    ],
)
async def test_a_connection_that_fails(error: Exception, code: str, text: str) -> None:
    def respond(_request: httpx.Request) -> httpx.Response:
        raise error

    client = httpx.AsyncClient(transport=httpx.MockTransport(respond))
    problem = (await fail(OpenAiLlm(OPENAI, client))).problem
    assert problem is not None
    assert (problem.code, problem.technical_text) == (code, text)


async def test_an_address_on_the_internal_network_names_the_host() -> None:
    config = replace(OPENAI, base_url="http://127.0.0.1/v1")
    client = httpx.AsyncClient(transport=GuardedTransport(OutboundPolicy(is_restricted=True)))
    problem = (await fail(OpenAiLlm(config, client))).problem
    assert problem is not None
    assert (problem.code, problem.params) == ("remote_internal", {"host": "127.0.0.1"})


@pytest.mark.parametrize("body", [b"<html>", b'{"data": []}', b"{}"])
async def test_a_response_that_is_no_answer(body: bytes) -> None:
    client = httpx.AsyncClient(
        transport=httpx.MockTransport(lambda _request: httpx.Response(200, content=body))
    )
    engine = OpenAiEmbeddings(OPENAI, client)
    with pytest.raises(EngineUnavailable):
        await engine.embed(["text"], priority=Priority.INTERACTIVE)
    problem = engine.health().problem
    assert problem is not None
    assert problem.code is EngineProblemCode.REMOTE_INVALID


async def test_the_problem_ends_with_the_next_answer() -> None:
    server = ModelServer()
    server.fail(500)
    engine = OpenAiLlm(OPENAI, server.client())
    await fail(engine)
    server.failure = None
    await engine.complete(REQUEST, priority=Priority.INTERACTIVE)
    assert engine.health().problem is None
