"""ALTCHA proof of work: created and checked on this server, so that the bot check needs no internet.

The browser must find a counter whose PBKDF2 key starts as the challenge says. The counter comes from
a narrow range, so that it takes every visitor about the same time: about 1,000 derivations of 1,000
rounds, a second on a phone. A thousand requests cost a thousand seconds.
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
MIN_COUNTER = 700
MAX_COUNTER = 1_300
LIFETIME = timedelta(minutes=10)
MAX_SOLUTION_CHARACTERS = 4_096


class ProofOfWork:
    """Challenges that are signed with a key derived from ``secret``, the secret of this installation."""

    def __init__(self, secret: bytes) -> None:
        self._challenge_key = hashlib.sha256(b"altcha challenge" + secret).hexdigest()
        self._solution_key = hashlib.sha256(b"altcha solution" + secret).hexdigest()

    def make_challenge(self, *, now: datetime) -> dict[str, Any]:
        """A challenge in ALTCHA's format (version 2): ``{parameters, signature}``."""
        counter = MIN_COUNTER + secrets.randbelow(MAX_COUNTER - MIN_COUNTER + 1)
        challenge = altcha.create_challenge(
            ALGORITHM,
            ROUNDS,
            counter=counter,
            expires_at=now + LIFETIME,
            hmac_secret=self._challenge_key,
            hmac_key_secret=self._solution_key,
        )
        return challenge.to_dict()

    async def verify(self, solution: str) -> str:
        if len(solution) > MAX_SOLUTION_CHARACTERS:
            raise CaptchaFailed
        result = altcha.verify_solution(solution, self._challenge_key, hmac_key_secret=self._solution_key)
        if not result.verified:
            raise CaptchaFailed
        # Fingerprint the challenge, not the text: base64 can spell one solution in many ways.
        signature = altcha.Payload.from_base64(solution).challenge.signature or ""
        return hashlib.sha256(signature.encode()).hexdigest()
