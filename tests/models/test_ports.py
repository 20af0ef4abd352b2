"""Contract of the engine ports, tested with every adapter: scripted fake, remote and local."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from models.config import EngineConfig
from models.engines.openai_llm import OpenAiLlm
from models.engines.remote_speech import RemoteSpeech
from models.ports import (
    ChoiceRequest,
    CompletionRequest,
    InvalidEngineRequest,
    LlmEngine,
    Message,
    Priority,
    SpeechEngine,
    SpeechRequest,
)
from models.runtime import build_engines
from tests.fakes.engines import FakeLlm, FakeSpeech
from tests.fakes.model_server import ModelServer

LOCAL = pytest.param("local", marks=pytest.mark.models)
MESSAGES = (Message("system", "You are brief."), Message("user", "Name three colors of the rainbow."))


@pytest_asyncio.fixture(params=["fake", "openai", LOCAL])
async def llm(request: pytest.FixtureRequest) -> AsyncIterator[LlmEngine]:
    if request.param == "fake":
        yield FakeLlm(lambda request: " ".join(["word"] * request.max_tokens), choices=lambda _request: 1.0)
    elif request.param == "openai":
        config = EngineConfig(provider="openai", base_url="http://models.example/v1", model="m")
        yield OpenAiLlm(config, ModelServer().client())
    else:
        engines = build_engines(request.getfixturevalue("tiny_config"))
        yield engines.llm
        await engines.stop()


@pytest_asyncio.fixture(params=["fake", "openai", "whisper_cpp", LOCAL])
async def speech(request: pytest.FixtureRequest) -> AsyncIterator[SpeechEngine]:
    if request.param == "fake":
        yield FakeSpeech(lambda _request: "Good morning.")
    elif request.param == "local":
        engines = build_engines(request.getfixturevalue("tiny_config"))
        yield engines.speech
        await engines.stop()
    else:
        config = EngineConfig(provider=request.param, base_url="http://models.example/v1")
        if request.param == "whisper_cpp":
            config = EngineConfig(provider="whisper_cpp", base_url="http://models.example")
        yield RemoteSpeech(config, ModelServer().client())


async def test_streamed_tokens_add_up_to_the_text(llm: LlmEngine) -> None:
    pieces: list[str] = []
    positions: list[int] = []
    completion = await llm.complete(
        CompletionRequest(MESSAGES, max_tokens=12),
        priority=Priority.INTERACTIVE,
        on_token=pieces.append,
        on_queue=positions.append,
    )
    assert completion.text
    assert "".join(pieces) == completion.text
    assert positions[-1] == 0
    assert completion.model.name == llm.identity.name
    assert 1 <= completion.completion_tokens <= 12


async def test_a_completion_without_messages_is_refused(llm: LlmEngine) -> None:
    with pytest.raises(InvalidEngineRequest):
        await llm.complete(CompletionRequest((), max_tokens=5), priority=Priority.INTERACTIVE)


async def test_two_answers_are_compared(llm: LlmEngine) -> None:
    positions: list[int] = []
    choice = await llm.choose(
        ChoiceRequest(MESSAGES, ("Yes", "No")), priority=Priority.INTERACTIVE, on_queue=positions.append
    )
    assert -50 < choice.log_odds < 50
    assert choice.log_odds != 0
    assert positions[-1] == 0
    assert choice.model.name == llm.identity.name
    assert choice.prompt_tokens >= 1


async def test_a_choice_without_messages_is_refused(llm: LlmEngine) -> None:
    with pytest.raises(InvalidEngineRequest):
        await llm.choose(ChoiceRequest((), ("Yes", "No")), priority=Priority.INTERACTIVE)


async def test_tokens_are_counted_per_text(llm: LlmEngine) -> None:
    short, long = await llm.count_tokens(["one", "one two three four five"])
    assert 1 <= short < long


async def test_audio_with_half_a_sample_is_refused(speech: SpeechEngine) -> None:
    with pytest.raises(InvalidEngineRequest):
        await speech.transcribe(SpeechRequest(b"\0" * 3), priority=Priority.LIVE_SPEECH)


async def test_a_transcription_reports_the_audio_duration_and_model(speech: SpeechEngine) -> None:
    transcription = await speech.transcribe(SpeechRequest(bytes(48_000)), priority=Priority.LIVE_SPEECH)
    assert transcription.audio_seconds == 1.5
    assert transcription.model.name == speech.identity.name
    assert all(0 <= s.start_seconds <= s.end_seconds <= 1.5 for s in transcription.segments)
