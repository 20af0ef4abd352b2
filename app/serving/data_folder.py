"""The data folder: created or corrected so that only its owner can read it, and locked by one program."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

log = logging.getLogger("greenroom.data_folder")

LOCK_NAME = ".lock"
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS}


class DataFolderInUse(Exception):
    """Another program holds the lock of the data folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"Another Greenroom server uses the data folder {folder}. Stop it, or choose another folder with "
            "GREENROOM_DATA_DIR."
        )


def make_private(folder: Path) -> None:
    """Create the folder, and make it and Greenroom's files in it accessible to its owner only.

    Also sets the mode of all files that this process creates from now on. Raises OSError.
    """
    os.umask(0o077)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (folder, *folder.glob("*")):
        # Model weights may be shared with other servers on purpose.
        if path.name != "models" and not path.is_symlink():
            _close_to_others(path)


def _close_to_others(path: Path) -> None:
    status = path.stat()
    if status.st_mode & 0o077 and status.st_uid == os.geteuid():
        path.chmod(status.st_mode & 0o700)


@contextmanager
def lock_data_folder(folder: Path, *, is_shared: bool = False) -> Iterator[None]:
    """Hold the lock of the data folder, exclusively or shared with other server processes. Raises
    DataFolderInUse.

    The system releases it when this process ends, however it ends.
    """
    descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            mode = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataFolderInUse(folder) from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            log.warning("data_folder_not_lockable")
        yield
    finally:
        os.close(descriptor)
