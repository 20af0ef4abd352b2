from __future__ import annotations

from app.core.errors import AppError, Forbidden


class InvalidCredentials(AppError):
    code = "INVALID_CREDENTIALS"
    status = 401

    def __init__(self) -> None:
        super().__init__("Invalid username or password.")


class TooManyAttempts(AppError):
    code = "TOO_MANY_ATTEMPTS"
    status = 429

    def __init__(self, retry_after_seconds: int) -> None:
        minutes = max(1, round(retry_after_seconds / 60))
        super().__init__(
            f"Too many failed attempts. Please try again in {minutes} minute{'s' if minutes != 1 else ''}.",
            headers={"Retry-After": str(retry_after_seconds)},
        )


class SetupCodeInvalid(Forbidden):
    code = "SETUP_CODE_INVALID"

    def __init__(self) -> None:
        super().__init__(
            "That is not the set-up code. It stands in the terminal where the server was started."
        )
