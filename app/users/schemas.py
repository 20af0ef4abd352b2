"""Requests and responses of sign-in, sessions, invitations and the profile."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, StringConstraints

from app.core.invalid_values import FieldSentence
from app.core.schemas import ApiSchema, Email, Identified, Success, Timezone, UtcTime
from app.users.tables import InvitationPurpose, Role, SignInMethod, User

MIN_PASSWORD_LENGTH = 10

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Username = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150)]


def _require_encodable(password: SecretStr) -> SecretStr:
    """Refuse a lone surrogate: valid in JSON, but it cannot be encoded and hashed."""
    try:
        password.get_secret_value().encode()
    except UnicodeEncodeError:
        raise ValueError(
            FieldSentence("The password contains an invalid character.", code="PASSWORD_CHARACTER")
        ) from None
    return password


NewPassword = Annotated[
    SecretStr, Field(min_length=MIN_PASSWORD_LENGTH, max_length=1000), AfterValidator(_require_encodable)
]
Password = Annotated[SecretStr, Field(min_length=1, max_length=1000), AfterValidator(_require_encodable)]
Code = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
Language = Literal["en", "de", "fr"]


class UserView(Identified):
    user_id: str
    name: str
    email: str | None
    role: Role
    username: str
    is_basic_auth: bool
    """Whether the user has a password on this server, not only at the identity provider."""
    timezone: str | None
    language: Language | None
    must_change_password: bool
    must_enrol_second_factor: bool
    has_second_factor: bool
    last_signed_in_at: UtcTime | None

    @classmethod
    def of(cls, user: User, *, has_second_factor: bool, must_enrol_second_factor: bool) -> UserView:
        return cls(
            id=user.id,
            user_id=user.id,
            name=user.name,
            email=user.email,
            role=user.role,
            username=user.username,
            is_basic_auth=user.password_hash is not None,
            timezone=user.timezone,
            language=user.language,
            must_change_password=user.must_change_password,
            must_enrol_second_factor=must_enrol_second_factor,
            has_second_factor=has_second_factor,
            last_signed_in_at=user.last_signed_in_at,
        )


class LoginRequest(ApiSchema):
    username: Annotated[str, Field(min_length=1, max_length=320)]
    password: Password
    proof_of_work: Annotated[str | None, Field(max_length=8192)] = None
    """Solution of the task that ``PROOF_OF_WORK_REQUIRED`` came with."""


class ProviderSessionRequest(ApiSchema):
    token: Annotated[str, Field(min_length=1, max_length=200)]
    """From the address of the sign-in page."""


class SecondFactorRequest(ApiSchema):
    challenge: Annotated[str, Field(min_length=1, max_length=4096)]
    code: Code


class FirstAdmin(ApiSchema):
    username: Username
    password: NewPassword
    name: Name = ""
    email: Email | None = None


class SetupRequest(FirstAdmin):
    code: Annotated[str, Field(min_length=1, max_length=100)]


class SetupStatus(ApiSchema):
    required: bool


class SignedIn(Success):
    token: str
    admin: UserView


class RegistrationRequest(ApiSchema):
    name: Annotated[Name, Field(min_length=1)]
    email: Email
    username: Username
    password: NewPassword


class InvitationView(ApiSchema):
    username: str
    name: str
    purpose: InvitationPurpose


class InvitationAcceptance(ApiSchema):
    password: NewPassword


class ProfilePatch(ApiSchema):
    name: Name | None = None
    email: Email | None = None
    current_password: Password | None = None
    """Needed to change the email address. Users without a password need a recent sign-in instead."""
    timezone: Timezone | None = None
    language: Language | None = None


class PasswordChange(ApiSchema):
    current_password: Password | None = None
    """Users without a password need a recent sign-in at the identity provider instead."""
    new_password: NewPassword


class Confirmation(ApiSchema):
    password: Password


class SessionView(Identified):
    device: str
    """The User-Agent header."""
    method: SignInMethod
    created_at: UtcTime
    last_used_at: UtcTime | None
    expires_at: UtcTime
    is_current: bool


class SecondFactorState(ApiSchema):
    enabled: bool
    required: bool
    recovery_codes_left: int
    enabled_at: UtcTime | None


class SecondFactorBegin(ApiSchema):
    password: Password | None = None
    """Users without a password need a recent sign-in at the identity provider instead."""


class SecondFactorOffer(ApiSchema):
    secret: str
    """Base32, for typing if the QR code cannot be scanned."""
    uri: str
    qr_svg: str
    """The URI as a QR code, in a data URI."""


class SecondFactorCode(ApiSchema):
    code: Code


class RecoveryCodes(ApiSchema):
    recovery_codes: list[str]
