"""Memory of this process."""

from __future__ import annotations

import ctypes


def release_free_memory() -> None:
    """Return freed memory to the operating system.

    glibc keeps it otherwise, for example a hundred megabytes after a training. Does nothing with other C
    libraries.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
