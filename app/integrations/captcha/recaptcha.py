"""Google reCAPTCHA v3, used only if an admin has set both its keys."""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
from pydantic import SecretStr

from app.integrations.captcha.port import CaptchaFailed, CaptchaUnavailable

VERIFY_URL = "https://www.google.com/recaptcha/api/siteverify"
ACTION = "demo_request"
MIN_SCORE = 0.5
"""Google's suggested initial threshold."""
TIMEOUT_SECONDS = 10

SCRIPT_SOURCES = ("https://www.google.com", "https://www.gstatic.com")
"""Origins that the browser loads from; the content security policy allows them."""


class Recaptcha:
    """Verifies tokens of reCAPTCHA with Google's API."""

    def __init__(self, secret_key: SecretStr, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._secret_key = secret_key
        self._transport = transport

    async def verify(self, solution: str) -> str:
        form = {"secret": self._secret_key.get_secret_value(), "response": solution}
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS, transport=self._transport) as client:
                response = await client.post(VERIFY_URL, data=form)
                response.raise_for_status()
                result: dict[str, Any] = response.json()
        except (httpx.HTTPError, ValueError) as error:
            raise CaptchaUnavailable from error
        if not (
            result.get("success") is True
            and result.get("action") == ACTION
            and float(result.get("score", 0)) >= MIN_SCORE
        ):
            raise CaptchaFailed
        return hashlib.sha256(solution.encode()).hexdigest()
