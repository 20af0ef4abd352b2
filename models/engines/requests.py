"""What an engine, local or remote, checks and computes about a request."""

from __future__ import annotations

from collections.abc import Sequence

from models.ports import (
    SAMPLE_RATE,
    ChoiceRequest,
    CompletionRequest,
    InvalidEngineRequest,
    Message,
    SpeechRequest,
)


def check_completion(request: CompletionRequest) -> None:
    """Raise InvalidEngineRequest for a request that no engine could complete."""
    if not request.messages:
        raise InvalidEngineRequest("A completion needs at least one message.")
    if request.max_tokens < 1:
        raise InvalidEngineRequest("A completion needs at least one token.")


def check_choice(request: ChoiceRequest) -> None:
    """Raise InvalidEngineRequest for a choice that no engine could make."""
    if not request.messages:
        raise InvalidEngineRequest("A choice needs at least one message.")
    if not all(request.answers):
        raise InvalidEngineRequest("A choice needs two answers.")


def check_speech(request: SpeechRequest) -> None:
    """Raise InvalidEngineRequest for audio that is not 16-bit PCM."""
    if len(request.pcm) % 2:
        raise InvalidEngineRequest("16-bit PCM has an even number of bytes.")
    if request.audio_context is not None and not 1 <= request.audio_context <= 1500:
        raise InvalidEngineRequest("The encoder has 1 to 1500 positions.")


def pack_messages(messages: Sequence[Message]) -> list[dict[str, str]]:
    """The messages in the form of the OpenAI protocol, which llama.cpp reads, too."""
    return [{"role": message.role, "content": message.content} for message in messages]


def audio_seconds(pcm: bytes) -> float:
    """Duration of 16-bit mono audio at SAMPLE_RATE."""
    return len(pcm) / 2 / SAMPLE_RATE
