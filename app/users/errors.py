"""Errors of sign-in, registration and changes to user accounts."""

from __future__ import annotations

from app.core.errors import AppError, ErrorDetails, Forbidden, InvalidState
from app.integrations.captcha.schemas import Challenge


class InvalidCredentials(AppError):
    code = "INVALID_CREDENTIALS"
    status = 401

    def __init__(self) -> None:
        super().__init__("Invalid username or password.")


class TooManyAttempts(AppError):
    code = "TOO_MANY_ATTEMPTS"
    status = 429

    def __init__(self, retry_after_seconds: int, *, is_first: bool = False) -> None:
        self.is_first = is_first
        """Whether it is the first refusal of this caller, rather than one of a flood."""
        minutes = max(1, round(retry_after_seconds / 60))
        super().__init__(
            f"Too many failed attempts. Try again in {minutes} minute{'s' if minutes != 1 else ''}.",
            headers={"Retry-After": str(retry_after_seconds)},
        )


class ProofOfWorkDetails(ErrorDetails):
    proof_of_work: Challenge


class ProofOfWorkRequired(AppError):
    """Many networks are guessing at this account, so the attempt must cost the caller some computing time."""

    code = "PROOF_OF_WORK_REQUIRED"
    status = 428

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(
            "This account is under attack. Your browser must solve a task before it can sign in.",
            details=ProofOfWorkDetails(proof_of_work=challenge),
        )


class SetupCodeInvalid(Forbidden):
    code = "SETUP_CODE_INVALID"

    def __init__(self) -> None:
        super().__init__(
            "Incorrect setup code. You can find it in the terminal where the server was started."
        )


class SecondFactorDetails(ErrorDetails):
    challenge: str
    """Token of the sign-in that the code completes."""


class SecondFactorRequired(AppError):
    code = "SECOND_FACTOR_REQUIRED"
    status = 401

    def __init__(self, challenge: str) -> None:
        super().__init__(
            "Enter the code from your authenticator app.", details=SecondFactorDetails(challenge=challenge)
        )


class InvalidCode(AppError):
    """A wrong second-factor code. Pass status 422 when signed in: a 401 would sign the user out."""

    code = "INVALID_CODE"
    status = 401

    def __init__(self, *, status: int | None = None) -> None:
        super().__init__(
            "Incorrect code. Please enter the next one that your authenticator app shows.", status=status
        )


class ChallengeExpired(AppError):
    code = "CHALLENGE_EXPIRED"
    status = 401

    def __init__(self) -> None:
        super().__init__("Signing in took too long. Please start again.")


class ProviderSessionRefused(AppError):
    """The token was not issued to this browser, or was used, or is too old."""

    code = "PROVIDER_SESSION_REFUSED"
    status = 401

    def __init__(self) -> None:
        super().__init__("This sign-in was not started in this browser, or has expired. Please start again.")


class WrongPassword(Forbidden):
    code = "WRONG_PASSWORD"

    def __init__(self) -> None:
        super().__init__("Your current password is incorrect.")


class ReauthenticationRequired(Forbidden):
    """The last sign-in is too old for this action: a stolen session must not be enough.

    ``POST /api/auth/confirm`` with the password renews it; users without one sign in again.
    """

    code = "REAUTHENTICATION_REQUIRED"

    def __init__(self) -> None:
        super().__init__(
            "You signed in more than 15 minutes ago. Confirm that it is you, then repeat this action."
        )


class PasswordChangeRequired(Forbidden):
    code = "PASSWORD_CHANGE_REQUIRED"

    def __init__(self) -> None:
        super().__init__("Choose your own password before you continue.")


class SecondFactorEnrolmentRequired(Forbidden):
    code = "SECOND_FACTOR_ENROLMENT_REQUIRED"

    def __init__(self) -> None:
        super().__init__("Set up a second factor before you continue.")


class RegistrationClosed(Forbidden):
    code = "REGISTRATION_CLOSED"

    def __init__(self) -> None:
        super().__init__("Sign-up is disabled. Ask your administrator for an account.")


class UsernameTaken(InvalidState):
    code = "USERNAME_TAKEN"

    def __init__(self) -> None:
        super().__init__("This username is already taken. Choose another one.")


class EmailTaken(InvalidState):
    code = "EMAIL_TAKEN"

    def __init__(self) -> None:
        super().__init__("This email address belongs to another account. Use another one.")


class LastAdmin(InvalidState):
    code = "LAST_ADMIN"

    def __init__(self) -> None:
        super().__init__("At least one active administrator must remain.")


class InvitationUnavailable(AppError):
    code = "INVITATION_UNAVAILABLE"
    status = 410

    def __init__(self) -> None:
        super().__init__(
            "This link has expired or has already been used. Please ask your administrator for a new one."
        )
