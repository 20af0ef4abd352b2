"""Requests and responses of user administration."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from app.core.schemas import ApiSchema, Email, Identified, UtcTime
from app.users.schemas import Name, Username
from app.users.tables import Role


class UserStatus(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"
    INVITED = "invited"
    """Active, but without a password and never signed in."""


class Delivery(StrEnum):
    """How a user gets access: by a one-time password or by a link to set one."""

    ONE_TIME_PASSWORD = "one_time_password"  # noqa: S105  (a delivery method, not a secret)
    INVITE_LINK = "invite_link"


class AdminUserView(Identified):
    username: str
    name: str
    email: str | None
    role: Role
    is_active: bool
    is_basic_auth: bool
    """Whether the user has a password on this server, not only at the identity provider."""
    has_second_factor: bool
    must_change_password: bool
    is_invited: bool
    created_at: UtcTime
    last_signed_in_at: UtcTime | None
    active_sessions: int


class NewUser(ApiSchema):
    username: Username
    name: Name
    email: Email | None = None
    role: Role
    delivery: Delivery


class UserPatch(ApiSchema):
    """Fields that are not sent stay unchanged; a null email removes the address."""

    name: Annotated[Name, Field(min_length=1)] | None = None
    email: Email | None = None
    role: Role | None = None
    is_active: bool | None = None


class UserRecords(StrEnum):
    """What happens to the records of a user who is deleted."""

    HAND_OVER = "hand_over"
    DELETE = "delete"


class RecordCounts(ApiSchema):
    """How many records were handed over or deleted."""

    interviews: int
    candidates: int
    job_descriptions: int
    documents: int


class ResetRequest(ApiSchema):
    delivery: Delivery


class IssuedAccess(ApiSchema):
    """One-time password or invitation link, shown once: only hashes of them are stored."""

    user: AdminUserView
    one_time_password: str | None
    invite_link: str | None
    is_mailed: bool
    """Whether the link was emailed to the user."""
