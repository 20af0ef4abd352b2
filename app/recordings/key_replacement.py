"""Key rotation of the recordings: the files are re-encrypted one at a time.

The new key is kept next to the old one until all files are done. If the process is killed, every file is
whole and can be decrypted with one of the two keys, and the next run continues with the same new key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.files import FileStore
from app.core.security import load_or_create_secret
from app.recordings.blocks import BlockReader, BlockWriter, DamagedRecording
from app.recordings.store import FOLDER_NAME, find_owner, name_next_key
from models.files import sync_folder


@dataclass(frozen=True, slots=True)
class ReplacedKey:
    """Number of files encrypted with the new key, and of files that no key can decrypt."""

    files: int
    unreadable: int


def replace_recording_key(
    key_path: Path, places: Sequence[FileStore], *, progress: Callable[[int, int], None]
) -> ReplacedKey:
    """Replace the key at ``key_path``, with which the recordings in ``places`` are encrypted.

    No server may run. A file that no key can decrypt is left unchanged. ``progress`` gets the number of files
    that are done, and of all. Raises OSError, FileStoreUnavailable.
    """
    next_path = name_next_key(key_path)
    old, new = load_or_create_secret(key_path), load_or_create_secret(next_path)
    # The directory entry must be on disk before the first file that only this key can decrypt.
    sync_folder(next_path.parent)
    files = unreadable = 0
    found = [
        (place, one.name, owner)
        for place in places
        for one in place.list_files(f"{FOLDER_NAME}/")
        if (owner := find_owner(one.name)) is not None
    ]
    for done, (place, name, owner) in enumerate(found, start=1):
        try:
            files += _encrypt_again(place, name, owner=owner, old=old, new=new)
        except DamagedRecording:
            unreadable += 1
        progress(done, len(found))
    next_path.replace(key_path)
    sync_folder(key_path.parent)
    return ReplacedKey(files=files, unreadable=unreadable)


def _encrypt_again(place: FileStore, name: str, *, owner: str, old: bytes, new: bytes) -> bool:
    """Whether the file had to be encrypted again: an earlier run may have done it.

    Raises DamagedRecording if no key can decrypt it.
    """
    reader = BlockReader(place.open(name), key=new, owner=owner)
    try:
        if reader.is_open():
            return False
    finally:
        reader.close()
    path = place.find_place(name)
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.unlink(missing_ok=True)
    reader = BlockReader(place.open(name), key=old, owner=owner)
    try:
        if not reader.is_open():
            raise DamagedRecording
        _copy(reader, unfinished, key=new, owner=owner)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        reader.close()
    unfinished.replace(path)
    sync_folder(path.parent)
    place.keep(name)
    return True


def _copy(reader: BlockReader, path: Path, *, key: bytes, owner: str) -> None:
    writer = BlockWriter(path, key=key, owner=owner)
    try:
        for block in reader.places:
            try:
                encoded = reader.read_encoded(block)
            except DamagedRecording:
                writer.append_damaged(block, reader.read_sealed(block))
            else:
                writer.append_encoded(block.start_sample, block.samples, encoded)
        writer.flush()
    finally:
        writer.close()
