"""Type of a weights file, recognized by its first bytes, and the memory it needs."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from models.catalog import ModelKind
from models.errors import WrongKind

HEAD_BYTES = 48
"""Number of bytes that ``require_kind`` needs."""

_GGUF_MAGIC = b"GGUF"
GGML_MAGIC = 0x67676D6C
_WHISPER_MELS = {80, 128}
_WHISPER_AUDIO_CONTEXT = 1500
_MIB = 1024 * 1024
_MEMORY_LIMIT = Path("/sys/fs/cgroup/memory.max")
"""Memory limit of the container, where there is one."""

SUFFIXES = {ModelKind.LLM: ".gguf", ModelKind.SPEECH: ".bin"}
"""File names of the kinds that are one file."""


def require_kind(head: bytes, kind: ModelKind, *, name: str, hint: str = "") -> None:
    """Raise WrongKind unless a file that begins with ``head`` is a language or speech model.

    A speech model shares its first four bytes with ggml's voice detector, so its dimensions are checked too.
    """
    if kind is ModelKind.LLM and not head.startswith(_GGUF_MAGIC):
        raise WrongKind(f"{name} is not in GGUF form, which a language model needs.{hint}")
    if kind is ModelKind.SPEECH and not _is_whisper(head):
        raise WrongKind(
            f"{name} is not a Whisper model in whisper.cpp's ggml form, which speech recognition needs.{hint}"
        )


def require_file_kind(path: Path, kind: ModelKind) -> None:
    """Raise WrongKind unless ``path`` is a model of that kind: a file, or a folder for embeddings."""
    if path.is_dir() != (kind is ModelKind.EMBEDDINGS):
        raise WrongKind("An embeddings model is a folder; a language or speech model is one file.")
    if path.is_file():
        with path.open("rb") as file:
            require_kind(file.read(HEAD_BYTES), kind, name=path.name)
    elif not (path / "modules.json").is_file() or not (path / "model.safetensors").is_file():
        raise WrongKind(
            f"{path.name} is not a sentence-transformers model: modules.json or model.safetensors is missing."
        )


def unpack_head(head: bytes) -> tuple[int, ...] | None:
    """The magic number and the hyper-parameters at the start of a ggml file; None if it is shorter."""
    return struct.unpack("<I11i", head[:HEAD_BYTES]) if len(head) >= HEAD_BYTES else None


def _is_whisper(head: bytes) -> bool:
    fields = unpack_head(head)
    if fields is None:
        return False
    magic, *sizes = fields
    return magic == GGML_MAGIC and sizes[1] == _WHISPER_AUDIO_CONTEXT and sizes[9] in _WHISPER_MELS


def estimate_memory(kind: ModelKind, size_bytes: int) -> int:
    """Bytes that an engine needs for weights of this size, fitted to ``memory_mib`` of the catalog."""
    base = 400 if kind is ModelKind.LLM else 250
    return size_bytes * 6 // 5 + base * _MIB


def read_machine_memory() -> int:
    """Bytes of memory of this machine, or of its container."""
    # Without psutil: setup fetches weights before most packages are installed.
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = int(_MEMORY_LIMIT.read_text(encoding="ascii"))
    except (OSError, ValueError):
        # No container, or no limit ("max").
        return total
    return min(total, limit)
