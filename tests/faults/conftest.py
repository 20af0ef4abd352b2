"""A server process whose wall clock and disk a test controls."""

from __future__ import annotations

import logging
import mmap
import os
import random
import shutil
import struct
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.faults.recruiter import Recruiter
from tests.server_process import ServerProcess

log = logging.getLogger(__name__)

SHIM = Path(__file__).with_name("shim.c")


class Faults:
    """What the preloaded library does to the server."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(bytes(16))
        with file.open("r+b") as opened:
            self._commands = mmap.mmap(opened.fileno(), 16)
        self._offset_seconds = 0.0

    def step_clock(self, seconds: float) -> None:
        """Set the wall clock forward, or back."""
        self._offset_seconds += seconds
        self._commands[:8] = struct.pack("=q", int(self._offset_seconds * 1e9))

    def fill_disk(self, is_full: bool = True) -> None:
        self._commands[8:] = struct.pack("=q", is_full)


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler to build the library that moves the clock and fills the disk")
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SHIM, "-ldl"], check=True)
    return library


@pytest.fixture
def faults(tmp_path: Path) -> Faults:
    return Faults(tmp_path / "faults")


@pytest.fixture
def server_settings() -> dict[str, str]:
    """Settings of the server. Override in a test module."""
    return {}


@pytest.fixture
def server_type() -> type[ServerProcess]:
    """How servers are started. Override in a test module."""
    return ServerProcess


@pytest.fixture
async def server(
    tmp_path: Path,
    migrated_database: Path,
    shim: Path,
    faults: Faults,
    server_settings: dict[str, str],
    server_type: type[ServerProcess],
) -> AsyncIterator[ServerProcess]:
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    shutil.copy(migrated_database, data_dir / "greenroom.db")
    process = server_type(
        data_dir,
        models_dir=tmp_path / "no-models",
        settings={
            "GREENROOM_LOG_LEVEL": "ERROR",
            "GREENROOM_BILLING_MODE": "internal",
            "GREENROOM_LOGIN_ATTEMPTS": "1000",
            "LD_PRELOAD": str(shim),
            "FAULTS_FILE": str(tmp_path / "faults"),
            **server_settings,
        },
    )
    await process.start()
    yield process
    faults.fill_disk(False)
    await process.close()


@pytest.fixture
async def recruiter(server: ServerProcess) -> AsyncIterator[Recruiter]:
    """The admin alice, signed in; she uses the server as a recruiter does."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        recruiter = Recruiter(http)
        await recruiter.sign_in()
        yield recruiter


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "greenroom.db"


@pytest.fixture
def chance() -> random.Random:
    seed = os.environ.get("FAULT_SEED") or str(random.randrange(10**6))
    # Shown if the test fails.
    log.warning("FAULT_SEED=%s", seed)
    return random.Random(seed)
