"""Target of the hostile inputs: the server of the benchmark, and a count of its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx

_TIMEOUT = 60.0


@dataclass
class Target:
    """The server of the benchmark, and the sender's credentials."""

    url: str
    session_token: str
    """Session token of a recruiter."""
    candidate_token: str
    """Candidate token of a running interview that is not the measured one."""
    room_id: str
    seconds: float
    """Duration of the input."""
    answers: Counter[str] = field(default_factory=Counter)
    """Number of answers by status, and of refused or closed connections."""

    def client(self, *, is_signed_in: bool) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {self.session_token}"} if is_signed_in else {}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=_TIMEOUT)

    def count(self, response: httpx.Response) -> None:
        self.answers[str(response.status_code)] += 1


Send = Callable[[Target], Awaitable[None]]
