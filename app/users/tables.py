"""Tables: users, session tokens, second factors, external identities, account invitations."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class Role(StrEnum):
    ADMIN = "admin"
    RECRUITER = "recruiter"


class User(Base):
    __tablename__ = "users"
    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    username: Mapped[str] = mapped_column(String(150))
    username_key: Mapped[str] = mapped_column(String(150), unique=True)
    """The username case-folded: unique, and used by sign-in."""
    name: Mapped[str] = mapped_column(String(200), default="")
    email: Mapped[str | None] = mapped_column(String(320))
    is_email_unchecked: Mapped[bool] = mapped_column(default=False, server_default=false())
    """The user entered the address themselves: it may belong to someone else, so sign-in through the
    identity provider does not match it."""
    role: Mapped[Role] = mapped_column(String(20))
    password_hash: Mapped[str | None]
    """None for users who sign in through the identity provider only, or were only invited."""
    must_change_password: Mapped[bool] = mapped_column(default=False, server_default=false())
    """The password was issued by an admin: after signing in, the user must choose another."""
    is_active: Mapped[bool] = mapped_column(default=True)
    timezone: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str | None] = mapped_column(String(16))
    """Interface language as a BCP 47 tag; None follows the browser."""
    last_signed_in_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class SignInMethod(StrEnum):
    PASSWORD = "password"  # noqa: S105  (a sign-in method, not a secret)
    PROVIDER = "provider"
    INVITATION = "invitation"


class SessionToken(Base):
    """One sign-in of one browser, named by its JWT and revocable."""

    __tablename__ = "session_tokens"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    device: Mapped[str] = mapped_column(String(300), default="", server_default="")
    """The User-Agent header, truncated; shown to the user as the name of the session."""
    method: Mapped[SignInMethod] = mapped_column(
        String(20), default=SignInMethod.PASSWORD, server_default=SignInMethod.PASSWORD
    )
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    authenticated_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the user entered the password again, or was checked by the provider. None: at ``created_at``."""


class SecondFactor(Base):
    """A user's TOTP secret (RFC 6238), active once ``confirmed_at`` is set."""

    __tablename__ = "second_factors"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[str]
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_step: Mapped[int | None]
    """Time step of the last accepted code, so that no code is accepted twice."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class RecoveryCode(Base):
    """A single-use code that replaces a lost second factor."""

    __tablename__ = "recovery_codes"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64))
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ExternalIdentity(Base):
    """A user at the identity provider: issuer and subject, which never change."""

    __tablename__ = "external_identities"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    issuer: Mapped[str] = mapped_column(String(500))
    subject: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class ProviderSignIn(Base):
    """A sign-in sent to the identity provider; removed when the browser returns."""

    __tablename__ = "provider_sign_ins"

    state_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    browser_hash: Mapped[str] = mapped_column(String(64))
    """Hash of the cookie of the browser that began it: no other browser can finish it."""
    nonce: Mapped[str] = mapped_column(String(100))
    sealed_verifier: Mapped[str]
    next_path: Mapped[str | None] = mapped_column(String(2000))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class InvitationPurpose(StrEnum):
    INVITE = "invite"
    RESET = "reset"


class AccountInvitation(Base):
    """A single-use link to set a password, for a new account or after a reset."""

    __tablename__ = "invitations"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    purpose: Mapped[InvitationPurpose] = mapped_column(String(20))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
