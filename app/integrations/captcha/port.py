from __future__ import annotations

from typing import Protocol


class CaptchaFailed(Exception):
    """The answer is not one of a person: wrong, over, or already used elsewhere."""


class CaptchaUnavailable(Exception):
    """The check cannot be asked at the moment."""


class Captcha(Protocol):
    async def verify(self, answer: str) -> str:
        """The fingerprint of ``answer``, which its caller spends: one answer is good for one request.

        Raises CaptchaFailed, CaptchaUnavailable.
        """
