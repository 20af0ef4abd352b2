"""Models from a URL and a sha256 that an administrator entered.

Nothing opens a downloaded file before its sha256 has been verified, and the models that are installed stay as
they are until then.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from models.catalog import ModelKind
from models.downloads import stream_to
from models.errors import InvalidSource, ModelMissing, UnknownModel
from models.files import exclusive
from models.formats import HEAD_BYTES, SUFFIXES, require_kind
from models.outbound import OutboundPolicy
from models.received_files import DOWNLOADS_FOLDER, choose_name, find_entry, is_sha256, is_taken, place_file
from models.store import InstalledModel, ModelStore, ProgressListener
from models.suitability import require_room

MAX_URL_LENGTH = 2000

_KEPT_SECONDS = 7 * 24 * 3600
"""An interrupted download can be resumed for this long."""
_PAGE_HINT = " The address must lead to the file itself, not to a page about it."
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A language or speech model at a URL."""

    url: str
    sha256: str
    """64 lowercase hex digits."""
    kind: ModelKind
    name: str
    """The name that it gets in the store."""

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""


def make_source(
    store: ModelStore, *, url: str, sha256: str, kind: ModelKind, name: str | None = None
) -> ModelSource:
    """Validate the input. Raises InvalidSource.

    A file of the catalog, known by its sha256, gets its name there. Without a ``name``, others are named
    after the file, and if that name is taken by another model, after the sha256 too.
    """
    url, sha256 = url.strip(), sha256.strip().lower()
    file_name = _read_url(url)
    if not is_sha256(sha256):
        raise InvalidSource("sha256", "A sha256 has 64 digits, 0 to 9 and a to f.", code="NOT_A_SHA256")
    if kind not in SUFFIXES:
        raise InvalidSource("kind", "Only a language or speech model can be downloaded from a URL.")
    entry = find_entry(store, sha256)
    if entry is not None and entry.kind is not kind:
        raise InvalidSource(
            "kind",
            f"This is the sha256 of {entry.name}, which is of another kind.",
            code="SHA256_OF_OTHER_KIND",
            model=entry.name,
        )
    if entry is not None or not name:
        return ModelSource(url, sha256, kind, choose_name(store, file_name, kind, sha256))
    if not _NAME.fullmatch(name) or name.endswith(tuple(SUFFIXES.values())):
        raise InvalidSource("name", "A name has letters, digits, dots and dashes, and no file ending.")
    if is_taken(store, name, sha256):
        raise InvalidSource("name", f"There is another model with the name {name}. Choose another name.")
    return ModelSource(url, sha256, kind, name)


def fetch_from_url(
    store: ModelStore,
    source: ModelSource,
    *,
    policy: OutboundPolicy,
    memory_bytes: int | None,
    progress: ProgressListener,
) -> InstalledModel:
    """Download, verify and install a model. Resumes an interrupted download from the same address.

    ``memory_bytes`` is the memory that the model may use; None: it is not checked, as for a GPU. Raises
    StoreError, and what ``progress`` raises; the partial download stays then.
    """
    downloads = store.models_dir / DOWNLOADS_FOLDER
    folder = downloads / hashlib.sha256(f"{source.url} {source.sha256}".encode()).hexdigest()[:32]
    with exclusive(folder):
        installed = _find_installed(store, source)
        if installed is None:
            _remove_old(downloads, keep=folder)
            installed = _fetch(store, source, folder, policy, memory_bytes, progress)
        shutil.rmtree(folder, ignore_errors=True)
    return installed


def _fetch(
    store: ModelStore,
    source: ModelSource,
    folder: Path,
    policy: OutboundPolicy,
    memory_bytes: int | None,
    progress: ProgressListener,
) -> InstalledModel:
    partial, done, total = folder / "partial", 0, 0

    def inspect(head: bytes, size_bytes: int) -> None:
        nonlocal total
        total = size_bytes
        if memory_bytes is not None:
            require_room(store, source.name, source.kind, size_bytes, memory_bytes=memory_bytes)
        if len(head) >= HEAD_BYTES:
            require_kind(head, source.kind, name=source.name, hint=_PAGE_HINT)

    def arrived(count: int) -> None:
        nonlocal done
        done += count
        progress("download", done, total)

    stream_to(source.url, partial, arrived, policy=policy, inspect=inspect)
    with partial.open("rb") as file:
        # For files shorter than the part inspected during the download.
        require_kind(file.read(HEAD_BYTES), source.kind, name=source.name, hint=_PAGE_HINT)
    return place_file(
        store, partial, name=source.name, kind=source.kind, sha256=source.sha256, progress=progress
    )


def _find_installed(store: ModelStore, source: ModelSource) -> InstalledModel | None:
    try:
        found = store.find(source.name)
    except (ModelMissing, UnknownModel):
        return None
    return found if found.sha256 == source.sha256 else None


def _read_url(url: str) -> str:
    """The file name in a URL. Raises InvalidSource."""
    problem = InvalidSource(
        "url",
        "Enter the address of the file, such as https://example.com/model.gguf.",
        code="NOT_A_FILE_ADDRESS",
    )
    if not url.isprintable() or " " in url or len(url) > MAX_URL_LENGTH:
        raise problem
    try:
        parts = urlsplit(url)
        is_complete = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        raise problem from None
    if parts.scheme not in {"http", "https"} or not is_complete:
        raise problem
    if parts.username is not None or parts.password is not None:
        raise InvalidSource(
            "url", "The address must not contain a user name or password.", code="ADDRESS_WITH_LOGIN"
        )
    return unquote(parts.path).rpartition("/")[2]


def _remove_old(downloads: Path, *, keep: Path) -> None:
    """Delete downloads that nobody has resumed for a while."""
    oldest = time.time() - _KEPT_SECONDS
    for folder in downloads.iterdir():
        if folder != keep and folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
