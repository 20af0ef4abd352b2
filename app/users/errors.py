from __future__ import annotations

from app.core.errors import AppError, Forbidden, InvalidState


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


class SecondFactorRequired(AppError):
    code = "SECOND_FACTOR_REQUIRED"
    status = 401

    def __init__(self, challenge: str) -> None:
        super().__init__("Enter the code of your authenticator app.", extra={"challenge": challenge})


class InvalidCode(AppError):
    """A second factor's code at sign-in; signed in it is 422, because nobody is to be signed out by it."""

    code = "INVALID_CODE"
    status = 401

    def __init__(self, *, status: int | None = None) -> None:
        super().__init__("That code is not right. Please try the next one.", status=status)


class ChallengeExpired(AppError):
    code = "CHALLENGE_EXPIRED"
    status = 401

    def __init__(self) -> None:
        super().__init__("The sign-in took too long. Please begin again.")


class WrongPassword(Forbidden):
    code = "WRONG_PASSWORD"

    def __init__(self) -> None:
        super().__init__("That is not your present password.")


class PasswordChangeRequired(Forbidden):
    code = "PASSWORD_CHANGE_REQUIRED"

    def __init__(self) -> None:
        super().__init__("Please set a password of your own first.")


class SecondFactorEnrolmentRequired(Forbidden):
    code = "SECOND_FACTOR_ENROLMENT_REQUIRED"

    def __init__(self) -> None:
        super().__init__("Please set up a second factor first.")


class RegistrationClosed(Forbidden):
    code = "REGISTRATION_CLOSED"

    def __init__(self) -> None:
        super().__init__("The administrator of this server makes the accounts.")


class UsernameTaken(InvalidState):
    code = "USERNAME_TAKEN"

    def __init__(self) -> None:
        super().__init__("This username is taken.")


class EmailTaken(InvalidState):
    code = "EMAIL_TAKEN"

    def __init__(self) -> None:
        super().__init__("This e-mail address belongs to another account.")


class LastAdmin(InvalidState):
    code = "LAST_ADMIN"

    def __init__(self) -> None:
        super().__init__("At least one active administrator must remain.")


class InvitationUnavailable(AppError):
    code = "INVITATION_UNAVAILABLE"
    status = 410

    def __init__(self) -> None:
        super().__init__("This link was used or is over. Please ask your administrator for a new one.")
