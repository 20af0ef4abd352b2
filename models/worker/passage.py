"""Text decoded by the language model, token by token, cut at stop strings."""

from __future__ import annotations

import codecs


class Passage:
    """Text that grows byte by byte; it shows whole characters only and no part of a stop string."""

    def __init__(self, stop: list[str]) -> None:
        self._stop = [text for text in stop if text]
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._all = ""
        self._shown = 0
        self.is_stopped = False

    @property
    def text(self) -> str:
        """The text shown so far."""
        return self._all[: self._shown]

    def add(self, piece: bytes) -> str:
        """Add the bytes of a token; return the text that is now certain, which may be empty."""
        self._all += self._decoder.decode(piece)
        search_from = max(0, self._shown - max(map(len, self._stop), default=0))
        ends = [at for text in self._stop if (at := self._all.find(text, search_from)) >= 0]
        if ends:
            self.is_stopped = True
            self._all = self._all[: min(ends)]
            return self._show(len(self._all))
        return self._show(len(self._all) - self._overlap())

    def finish(self) -> str:
        """Return the text that was held back; no more tokens follow."""
        if not self.is_stopped:
            self._all += self._decoder.decode(b"", final=True)
        return self._show(len(self._all))

    def _overlap(self) -> int:
        """Length of the end of the text that may begin a stop string."""
        longest = 0
        for text in self._stop:
            for length in range(min(len(text) - 1, len(self._all)), longest, -1):
                if self._all.endswith(text[:length]):
                    longest = length
                    break
        return longest

    def _show(self, end: int) -> str:
        new = self._all[self._shown : end]
        self._shown = max(self._shown, end)
        return new
