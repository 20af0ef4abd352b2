"""Saved states of the language model's memory, so that alternating prompts do not read their tokens again.

The model's memory holds one prompt. When another one takes its place, its state is copied here if reading it
again would take seconds. A prompt that begins alike restores it in milliseconds (docs/performance.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Tokens = npt.NDArray[np.intc]
State = npt.NDArray[np.uint8]

MIN_LOST_TOKENS = 192
"""Tokens of a prompt that make its state worth saving: about two seconds of reading on two cores."""
MIN_SPARED_TOKENS = 32
"""Tokens of the next prompt that make a saved state worth restoring."""
LIMIT_BYTES = 128 * 1024**2
"""Memory of all saved states: about 4,500 tokens of the default model."""


class ModelMemory(Protocol):
    """The memory of one sequence of a model."""

    def save(self, limit_bytes: int) -> State | None:
        """A copy of the state. None: it is larger than the limit, or the model cannot give one."""

    def restore(self, state: State) -> bool:
        """Replace the memory by a saved state. False: it failed, and the memory is empty."""


@dataclass(frozen=True)
class _SavedState:
    tokens: Tokens
    state: State


def count_shared(first: Tokens, second: Tokens) -> int:
    """The number of tokens with which both begin."""
    length = min(len(first), len(second))
    differing = np.flatnonzero(first[:length] != second[:length])
    return int(differing[0]) if differing.size else length


class PrefixStates:
    """The newest states, within a limit in bytes. Belongs to the thread that uses the model."""

    def __init__(self, memory: ModelMemory, *, limit_bytes: int = LIMIT_BYTES) -> None:
        self._memory = memory
        self._limit = limit_bytes
        self._saved: list[_SavedState] = []
        """The newest one stands last."""

    def swap(self, held: Tokens, prompt: Tokens) -> Tokens:
        """Save what ``prompt`` would overwrite and restore what it begins with, where either spares seconds.

        ``held`` are the tokens in the model's memory. Returns the tokens that it holds afterwards.
        """
        kept = count_shared(held, prompt)
        best = max(self._saved, key=lambda saved: count_shared(saved.tokens, prompt), default=None)
        if len(held) - kept >= MIN_LOST_TOKENS:
            self._save(held)
        if best is None or count_shared(best.tokens, prompt) - kept < MIN_SPARED_TOKENS:
            return held
        if not self._memory.restore(best.state):
            self._saved.clear()
            return held[:0]
        return best.tokens

    def _save(self, held: Tokens) -> None:
        state = self._memory.save(self._limit)
        if state is not None:
            self._remember(_SavedState(held.copy(), state))

    def _remember(self, newest: _SavedState) -> None:
        """Put the state last. States that it contains and, beyond the limit, the oldest ones go."""
        others = [
            saved for saved in self._saved if count_shared(saved.tokens, newest.tokens) < len(saved.tokens)
        ]
        self._saved = [*others, newest]
        while sum(len(saved.state) for saved in self._saved) > self._limit:
            del self._saved[0]
