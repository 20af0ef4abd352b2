"""Remote engines: requests, responses and errors of OpenAI-compatible and whisper.cpp servers."""

from __future__ import annotations

import pytest

from models.config import EngineConfig
from models.engines.openai_embeddings import OpenAiEmbeddings
from models.engines.openai_llm import OpenAiLlm, estimate_tokens
from models.engines.remote import MissingBaseUrl
from models.engines.remote_speech import RemoteSpeech
from models.ports import (
    Choice,
    ChoiceRequest,
    CompletionRequest,
    EngineBusy,
    EngineState,
    EngineTimeout,
    EngineUnavailable,
    InvalidEngineRequest,
    Message,
    Priority,
    SpeechRequest,
)
from tests.fakes.model_server import ModelServer

OPENAI = EngineConfig(provider="openai", base_url="http://models.example/v1/", model="big", api_key="secret")
WHISPER_CPP = EngineConfig(provider="whisper_cpp", base_url="http://models.example")
REQUEST = CompletionRequest((Message("user", "Ask one."),), max_tokens=20, stop=("\n",), seed=4)
SECOND_OF_SILENCE = bytes(32_000)


@pytest.fixture
def server() -> ModelServer:
    return ModelServer()


async def test_a_completion_request_has_the_key_and_every_option(server: ModelServer) -> None:
    await OpenAiLlm(OPENAI, server.client()).complete(REQUEST, priority=Priority.INTERACTIVE)
    body = server.bodies[0]
    assert body["messages"] == [{"role": "user", "content": "Ask one."}]
    assert (body["model"], body["max_tokens"], body["stop"], body["seed"]) == ("big", 20, ["\n"], 4)
    assert server.headers[0]["authorization"] == "Bearer secret"


async def test_token_usage_comes_from_the_server(server: ModelServer) -> None:
    completion = await OpenAiLlm(OPENAI, server.client()).complete(REQUEST, priority=Priority.INTERACTIVE)
    assert (completion.prompt_tokens, completion.cached_tokens, completion.completion_tokens) == (7, 3, 5)
    assert (completion.model.name, completion.model.provider) == ("big", "openai")


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, InvalidEngineRequest),
        (401, EngineUnavailable),
        (408, EngineTimeout),
        (500, EngineUnavailable),
        (504, EngineTimeout),
    ],
)
async def test_http_errors_become_errors_of_the_port(
    server: ModelServer, status: int, error: type[Exception]
) -> None:
    server.fail(status)
    with pytest.raises(error):
        await OpenAiLlm(OPENAI, server.client()).complete(REQUEST, priority=Priority.INTERACTIVE)


async def choose(server: ModelServer) -> Choice:
    request = ChoiceRequest((Message("user", "Is it late?"),), ("Yes", "No"))
    return await OpenAiLlm(OPENAI, server.client()).choose(request, priority=Priority.LIVE_ANALYSIS)


@pytest.mark.parametrize(
    ("top", "log_odds"),
    [
        ({"Yes": -0.5, " No": -1.5, "Maybe": -4.0}, 1.0),
        ({"No": -0.25, "N": -2.0, "Maybe": -4.25}, -4.0),
    ],
)
async def test_answers_are_compared_by_the_likely_tokens_of_the_server(
    server: ModelServer, top: dict[str, float], log_odds: float
) -> None:
    server.top_tokens = top
    choice = await choose(server)
    assert (choice.log_odds, choice.prompt_tokens) == (log_odds, 7)
    body = server.bodies[0]
    assert (body["max_tokens"], body["logprobs"], body["top_logprobs"]) == (1, True, 20)


@pytest.mark.parametrize("top", [None, {"Perhaps": -0.1, "Maybe": -2.0}])
async def test_a_server_without_probabilities_of_the_answers_cannot_choose(
    server: ModelServer, top: dict[str, float] | None
) -> None:
    server.top_tokens = top
    engine = OpenAiLlm(OPENAI, server.client())
    request = ChoiceRequest((Message("user", "Is it late?"),), ("Yes", "No"))
    with pytest.raises(EngineUnavailable, match="no probability"):
        await engine.choose(request, priority=Priority.LIVE_ANALYSIS)
    assert engine.health().state is EngineState.READY


async def test_too_many_requests_means_busy_with_the_delay_of_the_server(server: ModelServer) -> None:
    server.fail(429, retry_after="17")
    with pytest.raises(EngineBusy) as busy:
        await OpenAiLlm(OPENAI, server.client()).complete(REQUEST, priority=Priority.INTERACTIVE)
    assert busy.value.retry_after_seconds == 17


async def test_an_answer_that_breaks_off_is_not_taken_as_complete(server: ModelServer) -> None:
    server.breaks_off = True
    with pytest.raises(EngineUnavailable, match="broke off"):
        await OpenAiLlm(OPENAI, server.client()).complete(REQUEST, priority=Priority.INTERACTIVE)


async def test_a_redirect_is_never_followed(server: ModelServer) -> None:
    server.redirect()
    engine = OpenAiLlm(OPENAI, server.client())
    with pytest.raises(EngineUnavailable):
        await engine.complete(REQUEST, priority=Priority.INTERACTIVE)
    assert len(server.bodies) == 1
    assert engine.health().state is EngineState.FAILED


async def test_health_recovers_with_the_next_successful_request(server: ModelServer) -> None:
    engine = OpenAiLlm(OPENAI, server.client())
    server.fail(500)
    with pytest.raises(EngineUnavailable):
        await engine.complete(REQUEST, priority=Priority.INTERACTIVE)
    server.failure = None
    await engine.complete(REQUEST, priority=Priority.INTERACTIVE)
    assert engine.health().state is EngineState.READY


async def test_whisper_cpp_gets_every_parameter_with_every_request(server: ModelServer) -> None:
    engine = RemoteSpeech(WHISPER_CPP, server.client())
    narrow = SpeechRequest(SECOND_OF_SILENCE, audio_context=114, beam_size=5, prompt="Kafka")
    await engine.transcribe(narrow, priority=Priority.LIVE_SPEECH)
    await engine.transcribe(SpeechRequest(SECOND_OF_SILENCE), priority=Priority.LIVE_SPEECH)
    first, second = server.bodies
    assert (first["path"], first["audio_ctx"], first["beam_size"], first["prompt"]) == (
        "/inference",
        "114",
        "5",
        "Kafka",
    )
    assert (second["audio_ctx"], second["beam_size"], second["prompt"]) == ("0", "-1", "")


async def test_audio_is_sent_as_a_wav_file(server: ModelServer) -> None:
    engine = RemoteSpeech(OPENAI, server.client())
    transcription = await engine.transcribe(SpeechRequest(SECOND_OF_SILENCE), priority=Priority.LIVE_SPEECH)
    sent = server.bodies[0]
    assert sent["path"] == "/v1/audio/transcriptions"
    assert sent["wave"][:4] == b"RIFF"
    assert sent["wave"][44:] == SECOND_OF_SILENCE
    assert (transcription.text, transcription.audio_seconds) == ("Good morning.", 1.0)
    assert transcription.segments[0].average_log_probability == pytest.approx(-0.2)


async def test_embeddings_are_in_order_and_of_unit_length(server: ModelServer) -> None:
    vectors = await OpenAiEmbeddings(OPENAI, server.client()).embed(["a", "b"], priority=Priority.BACKGROUND)
    assert vectors[0] == pytest.approx([0.6, 0.8])
    assert sum(value * value for value in vectors[1]) == pytest.approx(1.0)


def test_a_remote_engine_requires_a_base_url() -> None:
    with pytest.raises(MissingBaseUrl):
        OpenAiLlm(EngineConfig(provider="openai"))


def test_the_api_key_is_not_in_the_repr() -> None:
    assert "secret" not in repr(OPENAI)


@pytest.mark.parametrize("text", ["", "word", "12345", "für Bücher", "a-b_c!"])
def test_token_estimates_are_at_least_the_number_of_words_and_marks(text: str) -> None:
    words_and_marks = len(text.split()) + sum(not c.isalnum() and not c.isspace() for c in text)
    assert estimate_tokens(text) >= words_and_marks
