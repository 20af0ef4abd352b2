"""Garbage collections while a server starts: what is imported stays, so going through it finds nothing."""

from __future__ import annotations

import gc

_USUAL = gc.get_threshold()
_RARE = (50_000, *_USUAL[1:])


def postpone() -> None:
    """Collect rarely: otherwise collections take a fifth of the processor time of a start."""
    gc.set_threshold(*_RARE)


def resume() -> None:
    """Collect as usual, and leave alone what exists now.

    Otherwise a full collection would traverse every object of the imported libraries for a quarter of a
    second, in the middle of a request.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_USUAL)
