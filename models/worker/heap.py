"""Returns free memory of the heap to the operating system."""

from __future__ import annotations

import ctypes

_libc = ctypes.CDLL(None)


def trim_heap() -> None:
    """Release unused pages of the C heap; does nothing where the C library cannot (musl, macOS).

    torch allocates the activations of each batch from the heap. Batches of different sizes fragment it:
    without this call, 100 batches of random size take a worker of all-minilm-l6-v2 from 571 to 1,111 MiB,
    with it from 513 to 520. It takes about a hundredth of the time of a batch.
    """
    trim = getattr(_libc, "malloc_trim", None)
    if trim is not None:
        trim(0)
