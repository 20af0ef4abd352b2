"""Write the offline bundle: program, wheels, web client, weights, SBOM, checksums and signature."""

from __future__ import annotations

import hashlib
import io
import os
import platform
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from installer.bundle.bill_of_materials import write_bill_of_materials
from installer.bundle.signature import export_public_key, fingerprint, load_or_make_key
from installer.bundle.wheels import BundleFailed, collect_wheels
from installer.required_models import select_models
from models.catalog import ModelEntry, load_catalog
from models.errors import StoreError
from models.store import ModelStore

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).parent / "install.sh"
PROGRAM = (
    *("app", "config", "docs", "installer", "models", "web/dist"),
    *("CHANGELOG.md", "README.md", "pyproject.toml", "requirements.lock"),
)
"""Parts of the checkout that go into the folder ``program`` of the bundle."""
_SKIPPED = {"__pycache__", ".mypy_cache", ".ruff_cache"}

ProgressListener = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A finished bundle."""

    file: Path
    size_bytes: int
    files: int
    models: tuple[str, ...]
    key_fingerprint: str


def write_bundle(
    target: Path,
    *,
    version: str,
    models_dir: Path,
    key_file: Path,
    now: datetime,
    root: Path = ROOT,
    environment: Mapping[str, str] = os.environ,
    progress: ProgressListener = lambda _done, _total: None,
) -> Bundle:
    """Write the bundle to the new file ``target``. ``progress`` gets bytes. Raises BundleFailed, OSError."""
    if target.exists():
        raise BundleFailed(f"{target} exists already. Choose another name, or delete it.")
    if not (root / "web" / "dist" / "index.html").is_file():
        raise BundleFailed("The web client is not built. Run `make install` once.")
    entries = select_models(load_catalog(), environment)
    weights = _find_weights(ModelStore(models_dir), entries)
    key = load_or_make_key(key_file)
    partial = target.with_name(f"{target.name}.partial")
    with tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=".bundle-") as folder:
        wheels = Path(folder) / "wheels"
        wheels.mkdir()
        collect_wheels(root, wheels)
        contents = {f"wheels/{path.name}": path for path in sorted(wheels.iterdir())}
        contents |= {f"program/{name}": path for name, path in _list_program(root)}
        contents |= {f"models/{name}": path for name, path in weights}
        try:
            with partial.open("wb") as file:
                archive = _Archive(file, f"greenroom-{version}", now, progress)
                archive.write(contents)
                sbom = write_bill_of_materials(
                    version=version,
                    made_at=now,
                    wheels={
                        path: archive.checksums[name]
                        for name, path in contents.items()
                        if name.startswith("wheels/")
                    },
                    package_lock=root / "web" / "package-lock.json",
                    weights=entries,
                )
                archive.finish(sbom, key)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    return Bundle(
        file=target,
        size_bytes=target.stat().st_size,
        files=len(archive.checksums),
        models=tuple(entry.name for entry in entries),
        key_fingerprint=fingerprint(key),
    )


def describe_platform() -> str:
    """Requirements for the target machine: the same processor family and Python version as this one."""
    return f"{platform.machine()} {sys.version_info.major}.{sys.version_info.minor}"


def _find_weights(store: ModelStore, entries: list[ModelEntry]) -> list[tuple[str, Path]]:
    found = []
    for entry in entries:
        try:
            store.find(entry.name)
        except StoreError as error:
            raise BundleFailed(str(error)) from None
        # The stamp of the store is left out: the other machine verifies the files and writes its own.
        found += [
            (f"{entry.name}/{file.path}", store.models_dir / entry.name / file.path) for file in entry.files
        ]
    return found


def _list_program(root: Path) -> Iterator[tuple[str, Path]]:
    for name in PROGRAM:
        path = root / name
        if path.is_dir():
            yield from ((f"{name}/{below}", file) for below, file in _walk(path))
        else:
            yield name, path


def _walk(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and not _SKIPPED.intersection(relative.parts):
            yield relative.as_posix(), path


class _Archive:
    """The tar file, and the checksums of its contents."""

    def __init__(self, file: IO[bytes], folder: str, now: datetime, progress: ProgressListener) -> None:
        self._tar = tarfile.TarFile(fileobj=file, mode="w", format=tarfile.PAX_FORMAT)
        self._folder = folder
        self._time = int(now.timestamp())
        self._progress = progress
        self.checksums: dict[str, str] = {}

    def write(self, contents: Mapping[str, Path]) -> None:
        total = sum(path.stat().st_size for path in contents.values())
        done = 0
        for name, path in contents.items():
            with path.open("rb") as source:
                reader = _HashingReader(source)
                self._add(name, reader, os.fstat(source.fileno()).st_size)
            self.checksums[name] = reader.digest.hexdigest()
            done += path.stat().st_size
            self._progress(done, total)

    def finish(self, sbom: str, key: Ed25519PrivateKey) -> None:
        """Add the small files: script, SBOM, and finally the signed checksums of all files."""
        for name, content, mode in (
            ("install.sh", SCRIPT.read_bytes(), 0o755),
            ("platform", f"{describe_platform()}\n".encode(), 0o644),
            ("sbom.cdx.json", sbom.encode(), 0o644),
        ):
            self._add(name, io.BytesIO(content), len(content), mode=mode)
            self.checksums[name] = hashlib.sha256(content).hexdigest()
        lines = "".join(f"{checksum}  {name}\n" for name, checksum in sorted(self.checksums.items())).encode()
        for name, content in (
            ("SHA256SUMS", lines),
            ("SHA256SUMS.sig", key.sign(lines)),
            ("signing-key.pem", export_public_key(key)),
        ):
            self._add(name, io.BytesIO(content), len(content))
        self._tar.close()

    def _add(self, name: str, source: IO[bytes] | _HashingReader, size: int, *, mode: int = 0o644) -> None:
        entry = tarfile.TarInfo(f"{self._folder}/{name}")
        entry.size, entry.mode, entry.mtime = size, mode, self._time
        self._tar.addfile(entry, source)


class _HashingReader:
    """Hashes the bytes read from a file."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        content = self._source.read(size)
        self.digest.update(content)
        return content
