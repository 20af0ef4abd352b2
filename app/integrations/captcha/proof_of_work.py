"""ALTCHA proof of work (ruling 24): made and checked here, so that it needs no internet.

The browser must find a counter whose PBKDF2 key begins as the challenge says. The counter is drawn
from a narrow range, so that it takes every visitor about as long: some 1,000 derivations of 1,000
rounds, about a second on a phone; a thousand requests cost a thousand seconds.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

import altcha

from app.integrations.captcha.port import CaptchaFailed

ALGORITHM = "PBKDF2/SHA-256"
ROUNDS = 1_000
LOWEST_COUNTER = 700
HIGHEST_COUNTER = 1_300
LIFE = timedelta(minutes=10)
MAX_ANSWER_LENGTH = 4_096


class ProofOfWork:
    """Challenges signed with a key that is derived from ``secret``, the installation's own."""

    def __init__(self, secret: bytes) -> None:
        self._challenge_key = hashlib.sha256(b"altcha challenge" + secret).hexdigest()
        self._solution_key = hashlib.sha256(b"altcha solution" + secret).hexdigest()

    def make_challenge(self, *, now: datetime) -> dict[str, Any]:
        """A challenge in ALTCHA's own form (version 2): ``{parameters, signature}``."""
        counter = LOWEST_COUNTER + secrets.randbelow(HIGHEST_COUNTER - LOWEST_COUNTER + 1)
        challenge = altcha.create_challenge(
            ALGORITHM,
            ROUNDS,
            counter=counter,
            expires_at=now + LIFE,
            hmac_secret=self._challenge_key,
            hmac_key_secret=self._solution_key,
        )
        return challenge.to_dict()

    async def verify(self, answer: str) -> str:
        if len(answer) > MAX_ANSWER_LENGTH:
            raise CaptchaFailed
        result = altcha.verify_solution(answer, self._challenge_key, hmac_key_secret=self._solution_key)
        if not result.verified:
            raise CaptchaFailed
        # Of the challenge, not of the text it came in: base64 has many spellings of one answer.
        signature = altcha.Payload.from_base64(answer).challenge.signature or ""
        return hashlib.sha256(signature.encode()).hexdigest()
