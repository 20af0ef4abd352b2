"""Checks of the machine before any long step: port, folders, disk space, tools."""

from __future__ import annotations

import errno
import importlib.util
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from installer.faults import SetupFault

MIB = 1024**2
GIB = 1024**3


@dataclass(frozen=True, slots=True)
class Place:
    """Address and folders of this server: the settings that the installation needs.

    Read with the standard library only; app.core.settings reads the same variables later.
    """

    host: str
    port: int
    data_dir: Path
    models_dir: Path
    cache_dir: Path

    @classmethod
    def from_environment(cls) -> Place:
        """Read the environment. Raises SetupFault."""
        text = os.environ.get("GREENROOM_PORT") or "8420"
        if not text.isdecimal() or not 1 <= int(text) <= 65535:
            raise SetupFault(f"GREENROOM_PORT is {text!r}. Set it to a number from 1 to 65535.")
        data_dir = Path(os.environ.get("GREENROOM_DATA_DIR") or Path.home() / ".local/share/greenroom")
        return cls(
            host=os.environ.get("GREENROOM_HOST") or "127.0.0.1",
            port=int(text),
            data_dir=data_dir.absolute(),
            models_dir=Path(os.environ.get("GREENROOM_MODELS_DIR") or data_dir / "models").absolute(),
            cache_dir=Path.home() / ".cache" / "greenroom",
        )


def check_port(place: Place) -> None:
    """Check that the port is free before minutes of work.

    The server binds the port later. Raises SetupFault.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            place.host, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise SetupFault(
            f"{place.host} is not an address of this machine. Set GREENROOM_HOST to one."
        ) from None
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise SetupFault(
                    f"Port {place.port} is already in use. Stop the program that uses it, or choose another "
                    f"port, e.g. `GREENROOM_PORT={place.port + 1 if place.port < 65535 else 8420} make run`."
                ) from None
            raise SetupFault(
                f"Greenroom cannot listen on {place.host} port {place.port} ({error.strerror}). "
                "Change GREENROOM_HOST or GREENROOM_PORT."
            ) from None


def check_writable(folder: Path, *, remedy: str) -> None:
    """Create ``folder`` if necessary and write a file into it. Raises SetupFault."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.write_bytes(b"greenroom")
        probe.unlink()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise SetupFault(f"The disk with {folder} is full. Free some space and run again.") from None
        raise SetupFault(f"The folder {folder} cannot be written ({error.strerror}): {remedy}.") from None


def check_free_space(needs: Sequence[tuple[Path, int]]) -> None:
    """Check free space for ``needs``: bytes to write per folder, added up per disk. Raises SetupFault."""
    totals: dict[int, tuple[Path, int]] = {}
    for folder, size in needs:
        existing = folder
        while not existing.exists():
            existing = existing.parent
        device = existing.stat().st_dev
        first, sum_so_far = totals.get(device, (folder, 0))
        totals[device] = (first, sum_so_far + size)
    for folder, size in totals.values():
        existing = folder
        while not existing.exists():
            existing = existing.parent
        free = shutil.disk_usage(existing).free
        if free < size:
            raise SetupFault(
                f"The disk with {folder} has {free / GIB:.1f} GiB free "
                f"but {size / GIB:.1f} GiB are needed. "
                "Free some space, or use another disk (GREENROOM_DATA_DIR, or TMPDIR for temporary files)."
            )


def check_venv_module() -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupFault(
            "Python's venv module is missing. Install it (on Debian and Ubuntu: apt install python3-venv)."
        )


def check_compiler() -> None:
    """Check for a C and C++ compiler: llama-cpp-python is compiled for the processor of this machine."""
    compilers = (os.environ.get("CC") or "cc", os.environ.get("CXX") or "c++")
    missing = [name for name in compilers if shutil.which(name.split()[0]) is None]
    if missing:
        raise SetupFault(
            f"The compiler {' and '.join(missing)} is missing. It builds the language-model engine "
            "for this machine. Install it (on Debian and Ubuntu: apt install build-essential)."
        )


def has_tiles(cpu_info: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor has AMX, as Intel's servers do since 2023."""
    try:
        return " amx_tile" in cpu_info.read_text(encoding="ascii", errors="replace")
    except OSError:  # not Linux
        return False


def compiles_with_gcc() -> bool:
    """Whether the C++ compiler is GCC."""
    command = (os.environ.get("CXX") or "c++").split()
    try:
        answer = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "Free Software Foundation" in answer.stdout


def node_version(node: str | Path) -> tuple[int, int]:
    """Major and minor version of a Node.js program; (0, 0) if it does not run."""
    try:
        answer = subprocess.run(
            [str(node), "--version"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = re.match(r"v(\d+)\.(\d+)\.", answer.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def is_node_new_enough(version: tuple[int, int]) -> bool:
    """Whether the bundler of the web client supports this version: ^20.19 or 22.12 and later."""
    return version >= (22, 12) or (20, 19) <= version < (21, 0)


def runs(program: Path) -> bool:
    """Whether the program starts (a virtual environment whose Python was removed does not)."""
    try:
        answer = subprocess.run([program, "-c", ""], capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0
