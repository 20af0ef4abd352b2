"""``greenroom doctor``: check this machine and installation for everything a server needs."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sys
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

from app.doctor.clock import check_clock
from app.doctor.finding import Finding
from app.doctor.models import Hashing, check_models
from app.doctor.network import (
    check_email_server,
    check_encryption,
    check_ice_servers,
    check_secure_context,
    check_server_certificate,
)
from models.store import ProgressListener, ignore_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.settings import Settings

MIN_FREE_BYTES = 2 * 1024**3
"""Warn below this free space: the database, documents and the next model weights need it."""

MIN_CORES = 2
MAX_BACKUP_AGE = timedelta(hours=26)
MIN_MEMORY_MIB = 4096
"""Combined peak memory of the default models and the server."""


def examine(
    settings: Settings,
    *,
    base: Settings | None = None,
    hashing: Hashing = Hashing.NEVER,
    progress: ProgressListener = ignore_progress,
) -> list[Finding]:
    """Run all checks. Loads no model, and changes nothing but the time of the last sha256 of the weights.

    ``base`` are the settings of the environment, if others were saved in the admin panel.
    """
    return [
        _python(),
        _sqlite(),
        *_postgresql(settings),
        *_redis(settings),
        _data_dir(settings.data_dir),
        _disk(settings.data_dir),
        *_keys(settings.data_dir),
        _memory(),
        _processor(),
        _gpu(settings),
        check_clock(settings, now=datetime.now(UTC)),
        _web(settings),
        *check_models(settings, hashing, progress),
        _sandbox(),
        _scans(),
        _port(settings),
        Finding("https", *check_secure_context(settings)),
        Finding("certificate", *check_server_certificate(settings)),
        Finding("encryption", *check_encryption(settings)),
        Finding("mail server", *check_email_server(settings, base=base or settings)),
        Finding("turn server", *check_ice_servers(settings)),
        _capacity(settings),
        _file_store(settings),
        _backup(settings),
    ]


def read_saved(settings: Settings) -> Settings:
    """The settings that the server uses: saved ones of the admin panel included, if they can be read."""
    from sqlalchemy.exc import DatabaseError

    from app.core.database import Database, find_file, make_engine
    from app.core.postgresql import DatabaseUnsuitable
    from app.core.sealing import KEY_NAME, load_sealer
    from app.core.stored_settings import read_effective

    key = settings.data_dir / KEY_NAME
    file = find_file(settings.resolved_database_url)
    if not key.is_file() or (file is not None and not file.is_file()):
        return settings
    try:
        database = Database(make_engine(settings.resolved_database_url))
    except DatabaseUnsuitable:
        return settings
    try:
        return read_effective(database, base=settings, sealer=load_sealer(settings.data_dir))
    except DatabaseError:
        if file is not None:
            raise
        return settings  # PostgreSQL does not answer
    finally:
        database.dispose()


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


def _redis(settings: Settings) -> list[Finding]:
    """The Redis server, where several server processes share one database."""
    if settings.redis_url is None:
        return []
    from app.core.redis_connection import RedisAddress, RedisConnection, RedisLost

    async def connect() -> None:
        connection = await RedisConnection.open(RedisAddress.parse(url))
        await connection.close()

    url = settings.redis_url.get_secret_value()
    try:
        asyncio.run(connect())
    except (RedisLost, ValueError) as error:
        return [Finding("redis", False, f"cannot be used ({error}): check GREENROOM_REDIS_URL")]
    return [Finding("redis", True, "answers")]


def _postgresql(settings: Settings) -> list[Finding]:
    """The PostgreSQL server, where one is used instead of SQLite."""
    if settings.database_url is None:
        return []
    from sqlalchemy.exc import DatabaseError

    from app.core.database import make_engine
    from app.core.postgresql import DatabaseUnsuitable, check_server, explain_error

    try:
        engine = make_engine(settings.resolved_database_url, read_only=True)
        if engine.dialect.name != "postgresql":
            return []
        version = check_server(engine)
    except DatabaseUnsuitable as error:
        return [Finding("postgresql", ok=False, detail=str(error))]
    except DatabaseError as error:
        return [Finding("postgresql", ok=False, detail=explain_error(error, engine.url))]
    engine.dispose()
    return [Finding("postgresql", ok=True, detail=version)]


def _sandbox() -> Finding:
    from app.core.confinement import find_available

    confinement = find_available()
    remedy = (
        ""
        if confinement.is_complete
        else ": use Linux 5.13 or newer with Landlock, and allow user namespaces in the container"
    )
    return Finding("sandbox", confinement.is_complete, f"{confinement.describe()}{remedy}")


def _scans() -> Finding:
    from app.documents.extraction.tesseract import find_tesseract

    program = find_tesseract()
    detail = program or "Tesseract is not installed (optional): scanned PDF files are refused. " + (
        "Install the package tesseract-ocr, with the languages that you need, and restart the server"
    )
    return Finding("scanned documents", ok=True, detail=detail)


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


def _keys(data_dir: Path) -> list[Finding]:
    """Replacements of keys that were interrupted."""
    from app.core.sealing import NEXT_KEY_NAME
    from app.recordings.store import KEY_NAME, name_next_key

    detail = "its replacement was interrupted: stop the server and run `greenroom rotate-key` again"
    keys = {"storage key": data_dir / NEXT_KEY_NAME, "recording key": name_next_key(data_dir / KEY_NAME)}
    return [Finding(name, ok=False, detail=detail) for name, path in keys.items() if path.exists()]


def _memory() -> Finding:
    import psutil

    total = psutil.virtual_memory().total // 1024**2
    is_enough = total >= MIN_MEMORY_MIB
    text = f"{total} MiB"
    return Finding("memory", is_enough, text if is_enough else f"{text}: the default models need 4 GiB")


def _processor() -> Finding:
    from models.runtime import usable_cores

    cores = usable_cores()
    is_enough = cores >= MIN_CORES
    text = f"{cores} cores"
    return Finding("processor", is_enough, text if is_enough else f"{text}: give this machine at least 2")


def _gpu(settings: Settings) -> Finding:
    is_present = Path("/proc/driver/nvidia/version").exists() or Path("/dev/kfd").exists()
    if settings.llm_gpu_layers == 0:
        remedy = "; set GREENROOM_LLM_GPU_LAYERS=-1 to use it" if is_present else ""
        return Finding("gpu", ok=True, detail=f"{'present' if is_present else 'none'}, not used{remedy}")
    if is_present:
        return Finding("gpu", ok=True, detail="in use")
    return Finding("gpu", ok=False, detail="no driver found: install it, or set GREENROOM_LLM_GPU_LAYERS=0")


def _capacity(settings: Settings) -> Finding:
    from app.core.capacity import load_capacity

    if settings.max_running_interviews is not None:
        count = settings.max_running_interviews
        return Finding("capacity", ok=True, detail=f"{count} interviews at once, as set")
    if settings.speech_provider != "local":
        return Finding("capacity", ok=True, detail="no limit: speech is recognized on another server")
    measured = load_capacity(settings.data_dir)
    if measured is None:
        detail = "not measured: run `greenroom doctor --measure` while no interview runs"
        return Finding("capacity", ok=True, detail=detail)
    detail = (
        f"{measured.interviews} interviews at once ({measured.model} decodes an utterance in "
        f"{measured.decode_seconds:.2f} s on {measured.cores} cores, measured {measured.measured_at[:10]})"
    )
    return Finding("capacity", ok=True, detail=detail)


def _file_store(settings: Settings) -> Finding:
    from app.core.files import FileStoreUnavailable
    from app.integrations.s3_buckets import list_missing
    from app.integrations.s3_file_store import S3Files, make_files

    name = "file store"
    if settings.files_s3_url is None:
        return Finding(name, ok=True, detail="documents and recordings are in the data folder")
    missing = list_missing(settings, "files")
    if missing:
        detail = f"{', '.join(missing)} is missing: files stay in the data folder"
        return Finding(name, ok=False, detail=detail)
    files = make_files(settings, base=settings)
    assert isinstance(files, S3Files)
    try:
        files.check()
    except FileStoreUnavailable as failure:
        return Finding(name, ok=False, detail=failure.reason)
    return Finding(name, ok=True, detail="documents and recordings are in an S3-compatible store")


def _backup(settings: Settings) -> Finding:
    from app.backup.errors import BackupFailed
    from app.backup.finding import list_locations

    if not settings.has_backups:
        detail = "no daily backups: set GREENROOM_BACKUP_FOLDER or GREENROOM_BACKUP_S3_URL"
        return Finding("backup", ok=True, detail=detail)
    try:
        newest = {one.place: one.taken for one in list_locations(settings, base=settings, is_patient=False)}
    except OSError as error:
        return Finding(
            "backup",
            ok=False,
            detail=f"the folder cannot be read ({error.strerror}): check GREENROOM_BACKUP_FOLDER",
        )
    except BackupFailed as failure:
        # A separate check, because its details name the host.
        return Finding("backup store", ok=False, detail=str(failure))
    places = (("folder", settings.backup_folder), ("store", settings.backup_s3_url))
    expected = [place for place, value in places if value is not None]
    missing = [place for place in expected if place not in newest]
    if missing:
        detail = f"none yet in the {missing[0]}: run `greenroom backup` or the job back-up"
        return Finding("backup", ok=False, detail=detail)
    oldest = min(newest.values())
    text = f"last one {oldest:%Y-%m-%d %H:%M} UTC"
    is_recent = datetime.now(UTC) - oldest < MAX_BACKUP_AGE
    return Finding("backup", is_recent, text if is_recent else f"{text}: see the runs of the job back-up")


def _web(settings: Settings) -> Finding:
    web_dir = settings.web_dir or Path(__file__).resolve().parents[2] / "web" / "dist"
    is_built = (web_dir / "index.html").is_file()
    return Finding("web client", is_built, "built" if is_built else "not built: run `make run`")


def _port(settings: Settings) -> Finding:
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            if _is_running(settings):
                return Finding("port", ok=True, detail=f"{settings.port} is used by the running server")
            return Finding(
                "port",
                ok=False,
                detail=f"{settings.port} cannot be used ({error.strerror}): stop what uses it, or "
                "choose another port with GREENROOM_PORT",
            )
    return Finding("port", ok=True, detail=f"{settings.port} is free")


def _is_running(settings: Settings) -> bool:
    """Whether the server of this data folder answers on its port."""
    from app.commands.health import request_json
    from app.serving.data_folder import DataFolderInUse, lock_data_folder

    try:
        with lock_data_folder(settings.data_dir):
            return False
    except OSError:
        return False
    except DataFolderInUse:
        pass
    try:
        status, _ = request_json(settings, "/api/health/live")
    except (OSError, HTTPException, ValueError):
        return False
    return status == HTTPStatus.OK
