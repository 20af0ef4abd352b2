"""Port for the bot check of public forms."""

from __future__ import annotations

from typing import Protocol


class CaptchaFailed(Exception):
    """The solution is wrong or expired, or was used before."""


class CaptchaUnavailable(Exception):
    """The check cannot be reached at the moment."""


class Captcha(Protocol):
    async def verify(self, solution: str) -> str:
        """Check a solution and return its fingerprint. The caller stores it, so that it works only once.

        Raises CaptchaFailed, CaptchaUnavailable.
        """
