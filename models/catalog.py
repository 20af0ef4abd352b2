"""Catalog of AI models: ``catalog.toml`` as typed, checked entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from models.errors import UnknownModel

WhisperEngineName = Literal["whisper_cpp", "ctranslate2"]
"""Engine that runs a local Whisper model. Both use the same weights file."""
SpeechEngineName = Literal["whisper_cpp", "ctranslate2", "moonshine", "transcribe_cpp"]
"""Engine that runs the local speech model. The catalog names the engine of other models than Whisper."""
CATALOG_PATH = Path(__file__).with_name("catalog.toml")

MEASUREMENTS_NAME = "speech-engines.json"
"""In the models folder: seconds per speech engine, by sha256 of the weights and number of threads."""


class ModelKind(StrEnum):
    LLM = "llm"
    SPEECH = "speech"
    EMBEDDINGS = "embeddings"
    VOICE_ACTIVITY = "voice_activity"
    ENCODER = "encoder"
    """One that only the judge uses."""


class ConvertStep(StrEnum):
    """Conversion of the joined parts into the final files."""

    CTRANSLATE2_TO_GGML = "ctranslate2_to_ggml"


class CatalogError(Exception):
    """The catalog file is invalid."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One final file. An engine opens the first file of an entry."""

    path: str
    """Relative to the model's folder, with forward slashes."""
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PackagePart:
    """One file inside a Python package."""

    package: str
    version: str
    path: str
    target: str
    """The file that this part belongs to; parts of one file are joined in the order of the catalog."""
    size_bytes: int
    sha256: str

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    name: str
    kind: ModelKind
    title: str
    license: str
    publisher: str
    memory_mib: int
    files: tuple[ModelFile, ...]
    role: Literal["default", "tiny", ""] = ""
    parts: tuple[PackagePart, ...] = ()
    url: str = ""
    convert: ConvertStep | None = None
    speech_engine: SpeechEngineName | None = None
    """Engine of a speech model that is not Whisper."""
    languages: tuple[str, ...] = ()
    """Codes of the languages that such a model understands."""

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)

    @property
    def primary(self) -> ModelFile:
        return self.files[0]

    @property
    def sha256(self) -> str:
        """SHA-256 of the weights file."""
        return self.primary.sha256


@dataclass(frozen=True, slots=True)
class Catalog:
    entries: tuple[ModelEntry, ...]

    def find(self, name: str) -> ModelEntry | None:
        """The entry of that name, if there is one."""
        return next((entry for entry in self.entries if entry.name == name), None)

    def get(self, name: str) -> ModelEntry:
        """The entry of that name. Raises UnknownModel."""
        entry = self.find(name)
        if entry is None:
            raise UnknownModel(name, [entry.name for entry in self.entries])
        return entry

    def default(self, kind: ModelKind) -> ModelEntry:
        """The model that a new installation uses for this kind of engine."""
        return next(entry for entry in self.entries if entry.kind is kind and entry.role == "default")

    def defaults(self) -> list[ModelEntry]:
        """All models that a new installation needs."""
        return [entry for entry in self.entries if entry.role == "default"]


def _file(raw: Mapping[str, Any]) -> ModelFile:
    return ModelFile(path=raw["path"], size_bytes=raw["size_bytes"], sha256=raw["sha256"])


def _entry(raw: Mapping[str, Any]) -> ModelEntry:
    return ModelEntry(
        name=raw["name"],
        kind=ModelKind(raw["kind"]),
        title=raw["title"],
        license=raw["license"],
        publisher=raw["publisher"],
        memory_mib=raw["memory_mib"],
        files=tuple(_file(file) for file in raw["files"]),
        role=raw.get("role", ""),
        parts=tuple(PackagePart(**part) for part in raw.get("parts", ())),
        url=raw.get("url", ""),
        convert=ConvertStep(raw["convert"]) if "convert" in raw else None,
        speech_engine=raw.get("speech_engine"),
        languages=tuple(raw.get("languages", ())),
    )


def _check(entry: ModelEntry) -> None:
    hashes = [file.sha256 for file in entry.files] + [part.sha256 for part in entry.parts]
    if not all(re.fullmatch(r"[0-9a-f]{64}", value) for value in hashes):
        raise CatalogError(f"{entry.name}: a sha256 is not 64 hex digits.")
    if not entry.files or bool(entry.parts) == bool(entry.url):
        raise CatalogError(f"{entry.name}: needs files, and either parts or a url.")
    if entry.speech_engine not in {None, *get_args(SpeechEngineName)}:
        raise CatalogError(f"{entry.name}: {entry.speech_engine} is not a speech engine.")
    if bool(entry.speech_engine) != bool(entry.languages):
        raise CatalogError(f"{entry.name}: a speech engine and its languages belong together.")
    for path in [file.path for file in entry.files] + [part.target for part in entry.parts]:
        if path.startswith("/") or ".." in path.split("/"):
            raise CatalogError(f"{entry.name}: {path} leaves the model's folder.")


def read_catalog(path: Path) -> Catalog:
    """Read and check a catalog file. Raises CatalogError."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        entries = tuple(_entry(model) for model in raw["model"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise CatalogError(f"{path.name} cannot be read: {error}") from error
    for entry in entries:
        _check(entry)
    if len({entry.name for entry in entries}) != len(entries):
        raise CatalogError(f"{path.name} contains a name twice.")
    return Catalog(entries)


@lru_cache(maxsize=1)
def load_catalog() -> Catalog:
    """The catalog that ships with Greenroom."""
    return read_catalog(CATALOG_PATH)
