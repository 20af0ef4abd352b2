"""Memory of this process."""

from __future__ import annotations

import ctypes

_libc = ctypes.CDLL(None)


def release_free_memory() -> None:
    """Return freed memory to the operating system. Does nothing where the C library cannot (musl, macOS).

    glibc keeps it otherwise: a hundred megabytes after a training, and after each batch of a torch model what
    the next one, of another size, does not fit into.
    """
    trim = getattr(_libc, "malloc_trim", None)
    if trim is not None:
        trim(0)
