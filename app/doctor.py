"""``greenroom doctor``: check this machine and installation for everything a server needs."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.settings import Settings

MIN_FREE_BYTES = 2 * 1024**3
"""Warn below this free space: the database, documents and the next model weights need it."""

MIN_MEMORY_MIB = 4096
"""Peak memory of the default models and the server together."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check. ``detail`` says what was found and, if not ``ok``, what to do."""

    name: str
    ok: bool
    detail: str


def examine(settings: Settings) -> list[Finding]:
    """Run all checks. Changes nothing and loads no model."""
    return [
        _python(),
        _sqlite(),
        _data_dir(settings.data_dir),
        _disk(settings.data_dir),
        _memory(),
        _web(settings),
        *_models(settings),
        _port(settings),
    ]


def print_findings(findings: Sequence[Finding], *, as_json: bool) -> None:
    """Print one line per check, or JSON."""
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False))
        return
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        print(f"{'ok  ' if finding.ok else 'FAIL'}  {finding.name:<{width}}  {finding.detail}")


def _python() -> Finding:
    found = ".".join(str(part) for part in sys.version_info[:3])
    is_right = (3, 11) <= sys.version_info[:2] <= (3, 13)
    return Finding("python", is_right, found if is_right else f"{found}: 3.11, 3.12 or 3.13 is required")


def _sqlite() -> Finding:
    import pysqlite3.dbapi2 as sqlite

    from app.core.database import MIN_SQLITE_VERSION

    is_right = sqlite.sqlite_version_info >= MIN_SQLITE_VERSION
    remedy = "" if is_right else ": 3.51.3 or newer is required, run `make run`"
    return Finding("sqlite", is_right, f"{sqlite.sqlite_version}{remedy}")


def _existing_parent(path: Path) -> Path:
    path = path.absolute()
    while not path.exists():
        path = path.parent
    return path


def _data_dir(data_dir: Path) -> Finding:
    if os.access(_existing_parent(data_dir), os.W_OK | os.X_OK):
        return Finding("data folder", ok=True, detail=str(data_dir))
    return Finding(
        "data folder",
        ok=False,
        detail=f"{data_dir} cannot be written: change its owner or set GREENROOM_DATA_DIR",
    )


def _disk(data_dir: Path) -> Finding:
    free = shutil.disk_usage(_existing_parent(data_dir)).free
    is_enough = free >= MIN_FREE_BYTES
    text = f"{free / 1024**3:.1f} GiB free"
    return Finding("disk", is_enough, text if is_enough else f"{text}: free at least 2 GiB")


def _memory() -> Finding:
    import psutil

    total = psutil.virtual_memory().total // 1024**2
    is_enough = total >= MIN_MEMORY_MIB
    text = f"{total} MiB"
    return Finding("memory", is_enough, text if is_enough else f"{text}: the default models need 4 GiB")


def _web(settings: Settings) -> Finding:
    web_dir = settings.web_dir or Path(__file__).resolve().parents[1] / "web" / "dist"
    is_built = (web_dir / "index.html").is_file()
    return Finding("web client", is_built, "built" if is_built else "not built: run `make run`")


def _models(settings: Settings) -> list[Finding]:
    from models.catalog import ModelKind, load_catalog
    from models.errors import StoreError
    from models.store import ModelStore

    store = ModelStore(settings.resolved_models_dir)
    engines = (
        (ModelKind.LLM, settings.llm_provider, settings.llm_model),
        (ModelKind.SPEECH, settings.speech_provider, settings.speech_model),
        (ModelKind.EMBEDDINGS, settings.embeddings_provider, settings.embeddings_model),
    )
    findings = []
    for kind, provider, chosen in engines:
        name = f"{kind.value} model"
        if provider != "local":
            findings.append(
                Finding(name, ok=True, detail=f"{chosen or 'its default'} on a {provider} server")
            )
            continue
        model = chosen or load_catalog().default(kind).name
        try:
            detail = model if Path(model).exists() else f"{store.find(model).name}, verified"
            findings.append(Finding(name, ok=True, detail=detail))
        except StoreError as error:
            findings.append(Finding(name, ok=False, detail=str(error)))
    return findings


def _port(settings: Settings) -> Finding:
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return Finding(
                "port",
                ok=False,
                detail=f"{settings.port} cannot be used ({error.strerror}); fine if Greenroom is running",
            )
    return Finding("port", ok=True, detail=f"{settings.port} is free")
