"""Configuration of the engines; the server fills it from its settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from models.outbound import UNRESTRICTED, OutboundPolicy

Provider = Literal["local", "openai", "whisper_cpp"]

SpeechEngineChoice = Literal["auto", "whisper_cpp", "ctranslate2"]
"""``auto``: the one that was faster when set-up measured both on this machine."""

DEFAULT_CONTEXT_WINDOW = 8192


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """Configuration of one engine.

    ``model`` is a name in the store, a path to a weights file, or the name of a remote model.
    """

    provider: Provider = "local"
    model: str | None = None
    """None: the catalog's default (local) or the server's own choice (remote)."""
    base_url: str | None = None
    """URL of a remote engine: for openai including ``/v1``, for whisper_cpp the root of the server."""
    api_key: str | None = field(default=None, repr=False)
    threads: int | None = None
    """None: one thread per processor core."""
    context_window: int = DEFAULT_CONTEXT_WINDOW
    """Tokens; only the LLM uses it."""
    gpu_layers: int = 0
    """Layers of the LLM on the GPU; -1 for all. Any value except 0 also puts Whisper on the GPU."""
    speech_engine: SpeechEngineChoice = "auto"
    """Only the local speech engine uses it, and only for Whisper."""
    queue_limit: int = 32
    """Jobs that may wait; further ones are refused with EngineBusy."""
    concurrency: int = 4
    """Concurrent jobs on a remote engine; a local engine runs one at a time."""
    nice: int = 0
    """Niceness of the worker process, 0 to 19."""
    outbound: OutboundPolicy = UNRESTRICTED
    """Where a remote engine may connect to."""


@dataclass(frozen=True, slots=True)
class EnginesConfig:
    """The three engines. Speech has the highest CPU priority, so that a live room keeps up."""

    models_dir: Path
    llm: EngineConfig = field(default_factory=lambda: EngineConfig(nice=10))
    speech: EngineConfig = field(default_factory=lambda: EngineConfig(queue_limit=64))
    embeddings: EngineConfig = field(default_factory=lambda: EngineConfig(nice=5))
