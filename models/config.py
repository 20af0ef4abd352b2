"""What an operator may choose about the engines. The server fills this from its settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Provider = Literal["local", "openai", "whisper_cpp"]

DEFAULT_CONTEXT_WINDOW = 8192


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """One engine. ``model`` is a name of the store, a path to a weights file, or a remote model's name."""

    provider: Provider = "local"
    model: str | None = None
    """None is the catalogue's default (local) or the server's own choice (remote)."""
    base_url: str | None = None
    """Of a remote engine: for openai up to and including ``/v1``, for whisper_cpp the server's root."""
    api_key: str | None = field(default=None, repr=False)
    threads: int | None = None
    """None is one thread per processor core."""
    context_window: int = DEFAULT_CONTEXT_WINDOW
    """Tokens; only the LLM uses it."""
    gpu_layers: int = 0
    """Layers of the LLM on the GPU; -1 is all of them. Any other value than 0 also sends Whisper there."""
    queue_limit: int = 32
    """Jobs that may wait; one more is refused with EngineBusy."""
    concurrency: int = 4
    """Jobs at once on a remote engine; a local one does one after the other."""
    nice: int = 0
    """How far the worker process steps back for others, 0 to 19."""


@dataclass(frozen=True, slots=True)
class EnginesConfig:
    """The three engines. Speech has the highest share of the processor, so that a live room keeps up."""

    models_dir: Path
    llm: EngineConfig = field(default_factory=lambda: EngineConfig(nice=10))
    speech: EngineConfig = field(default_factory=lambda: EngineConfig(queue_limit=64))
    embeddings: EngineConfig = field(default_factory=lambda: EngineConfig(nice=5))
