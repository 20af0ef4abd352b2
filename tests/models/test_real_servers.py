"""Engines on other machines, against real servers: llama.cpp's own and a second Greenroom."""

from __future__ import annotations

import asyncio
import json
import struct
import sys
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from models.config import EngineConfig
from models.engines.openai_embeddings import OpenAiEmbeddings
from models.engines.openai_llm import OpenAiLlm
from models.engines.remote_speech import RemoteSpeech
from models.ports import (
    CompletionRequest,
    EngineState,
    EngineUnavailable,
    Message,
    Priority,
    SpeechRequest,
)
from tests.child_processes import within
from tests.models.conftest import TINY_LLM, TINY_SPEECH
from tests.models.recordings import SPOKEN
from tests.server_process import ServerProcess, find_free_port

pytestmark = pytest.mark.models

START_SECONDS = 120
API_KEY = "key of the model server"
MEAN_POOLING = 1


def write_with_pooling(source: Path, target: Path) -> None:
    """Copy a GGUF file and add the mean as its pooling, so that llama.cpp returns one vector for a text.

    The two added entries fill 64 bytes: the tensors stay aligned.
    """
    data = source.read_bytes()
    magic, version, tensors, entries = struct.unpack("<4sIQQ", data[:24])
    pooling = struct.pack("<Q18sII", 18, b"llama.pooling_type", 4, MEAN_POOLING)
    filler = struct.pack("<Q7sIQ3s", 7, b"padding", 8, 3, b"...")
    assert (magic, len(pooling + filler)) == (b"GGUF", 64)
    target.write_bytes(
        struct.pack("<4sIQQ", magic, version, tensors, entries + 2) + pooling + filler + data[24:]
    )


async def wait_until_it_answers(url: str, child: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(START_SECONDS), httpx.AsyncClient() as client:
        while True:
            try:
                await client.get(url)
            except httpx.TransportError:
                assert child.returncode is None, "the model server exited by itself"
                await asyncio.sleep(0.2)
            else:
                return


@pytest_asyncio.fixture
async def llama_url(tiny_models_dir: Path, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a `llama_cpp.server` with a model for chats and one for embeddings."""
    (weights,) = (tiny_models_dir / TINY_LLM).glob("*.gguf")
    write_with_pooling(weights, tmp_path / "pooled.gguf")
    port = find_free_port()
    config = {
        "host": "127.0.0.1",
        "port": port,
        "api_key": API_KEY,
        "models": [
            {"model": str(weights), "model_alias": "chat", "n_ctx": 512, "n_threads": 1},
            {
                "model": str(tmp_path / "pooled.gguf"),
                "model_alias": "meaning",
                "embedding": True,
                "n_ctx": 512,
                "n_threads": 1,
            },
        ],
    }
    file = tmp_path / "llama.json"
    file.write_text(json.dumps(config))
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", "-m", "llama_cpp.server", "--config_file", str(file)
    )
    try:
        await wait_until_it_answers(f"http://127.0.0.1:{port}/v1/models", child)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        if child.returncode is None:
            child.kill()
        await within(child.wait(), "the killed model server did not end")


def configure(url: str, model: str, api_key: str = API_KEY) -> EngineConfig:
    return EngineConfig(provider="openai", base_url=url, model=model, api_key=api_key, context_window=512)


async def test_a_llama_server_completes_streams_and_counts(llama_url: str) -> None:
    engine = OpenAiLlm(configure(llama_url, "chat"))
    pieces: list[str] = []
    request = CompletionRequest(
        (Message("system", "You are brief."), Message("user", "Name three colors.")), max_tokens=12, seed=4
    )
    completion = await engine.complete(request, priority=Priority.INTERACTIVE, on_token=pieces.append)
    assert completion.text == "".join(pieces)
    assert completion.text.strip()
    assert len(pieces) > 1
    assert completion.finish_reason in {"stop", "length"}
    assert (engine.health().state, completion.model.name) == (EngineState.READY, "chat")
    stopped = await engine.complete(
        CompletionRequest(request.messages, max_tokens=12, seed=4, stop=(pieces[1],)),
        priority=Priority.INTERACTIVE,
    )
    assert pieces[1] not in stopped.text
    await engine.close()


async def test_an_answer_that_a_llama_server_breaks_off_is_no_empty_answer(llama_url: str) -> None:
    """The server answers 200 and ends the stream when the prompt is too long."""
    engine = OpenAiLlm(configure(llama_url, "chat"))
    request = CompletionRequest((Message("user", "word " * 2000),), max_tokens=5)
    with pytest.raises(EngineUnavailable, match="broke off"):
        await engine.complete(request, priority=Priority.INTERACTIVE)
    await engine.close()


async def test_a_llama_server_refuses_another_key(llama_url: str) -> None:
    engine = OpenAiLlm(configure(llama_url, "chat", api_key="wrong"))
    request = CompletionRequest((Message("user", "Hello."),), max_tokens=5)
    with pytest.raises(EngineUnavailable):
        await engine.complete(request, priority=Priority.INTERACTIVE)
    assert engine.health().state is EngineState.FAILED
    await engine.close()


async def test_a_llama_server_returns_embeddings_in_order(llama_url: str) -> None:
    engine = OpenAiEmbeddings(configure(llama_url, "meaning"))
    texts = ["The cat sleeps on the sofa.", "Invoices are due in thirty days."]
    together = await engine.embed(texts, priority=Priority.INTERACTIVE)
    alone = [(await engine.embed([text], priority=Priority.INTERACTIVE))[0] for text in texts]
    for vector, single, other in zip(together, alone, reversed(alone), strict=True):
        assert sum(value * value for value in vector) == pytest.approx(1)
        assert multiply(vector, single) > 0.999
        assert multiply(vector, single) > multiply(vector, other)
    await engine.close()


def multiply(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_a_second_greenroom_is_a_whisper_server(
    tiny_models_dir: Path, tmp_path: Path, shared_data: Path
) -> None:
    server = ServerProcess(
        tmp_path / "second",
        models_dir=tiny_models_dir,
        settings={"GREENROOM_SPEECH_MODEL": TINY_SPEECH, "GREENROOM_INFERENCE_API_KEY": API_KEY},
    )
    with wave.open(str(shared_data / SPOKEN)) as file:
        assert file.getframerate() == 16_000
        pcm = file.readframes(6 * 16_000)
    await server.start()
    try:
        engine = RemoteSpeech(EngineConfig(provider="whisper_cpp", base_url=server.url, api_key=API_KEY))
        heard = await engine.transcribe(
            SpeechRequest(pcm, language="en", timeout_seconds=120), priority=Priority.LIVE_SPEECH
        )
        assert heard.language == "en"
        assert heard.audio_seconds == pytest.approx(6)
        assert "perfect" in " ".join(segment.text for segment in heard.segments).lower()
        assert 0 <= heard.segments[0].start_seconds < heard.segments[-1].end_seconds <= 6.5
        await engine.close()
        stranger = RemoteSpeech(EngineConfig(provider="whisper_cpp", base_url=server.url, api_key="wrong"))
        with pytest.raises(EngineUnavailable):
            await stranger.transcribe(SpeechRequest(pcm), priority=Priority.LIVE_SPEECH)
        await stranger.close()
    finally:
        await server.close()
