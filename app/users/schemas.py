from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr, StringConstraints

from app.core.schemas import ApiSchema, Email, Identified, Success, Timezone
from app.users.tables import Role, User

MINIMUM_PASSWORD_LENGTH = 10

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Username = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=150)]
NewPassword = Annotated[SecretStr, Field(min_length=MINIMUM_PASSWORD_LENGTH, max_length=1000)]


class UserView(Identified):
    user_id: str
    name: str
    email: str | None
    role: Role
    username: str
    is_basic_auth: bool
    timezone: str | None

    @classmethod
    def of(cls, user: User) -> UserView:
        return cls(
            id=user.id,
            user_id=user.id,
            name=user.name,
            email=user.email,
            role=user.role,
            username=user.username,
            is_basic_auth=True,
            timezone=user.timezone,
        )


class LoginRequest(ApiSchema):
    username: Annotated[str, Field(min_length=1, max_length=320)]
    password: Annotated[SecretStr, Field(min_length=1, max_length=1000)]


class SetupRequest(ApiSchema):
    code: Annotated[str, Field(min_length=1, max_length=100)]
    username: Username
    password: NewPassword
    name: Name = ""
    email: Email | None = None


class SetupStatus(ApiSchema):
    required: bool


class SignedIn(Success):
    token: str
    admin: UserView


class ProfilePatch(ApiSchema):
    name: Name | None = None
    email: Email | None = None
    timezone: Timezone | None = None
