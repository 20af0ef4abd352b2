"""Errors of the demo request form."""

from __future__ import annotations

from app.core.errors import AppError


class CaptchaRefused(AppError):
    code = "CAPTCHA_FAILED"
    status = 400

    def __init__(self) -> None:
        super().__init__("Security verification failed. Please try again.")


class CaptchaNotReachable(AppError):
    code = "CAPTCHA_UNAVAILABLE"
    status = 503

    def __init__(self) -> None:
        super().__init__(
            "Security verification failed to load. Please check your internet connection.",
            headers={"Retry-After": "30"},
        )


class TooManyRequests(AppError):
    code = "TOO_MANY_ATTEMPTS"
    status = 429

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__(
            "Too many requests from your network. Try again later.",
            headers={"Retry-After": str(retry_after_seconds)},
        )
