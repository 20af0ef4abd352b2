from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String, UniqueConstraint, text
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
    """The name case-folded: what makes it unique and what sign-in looks for."""
    name: Mapped[str] = mapped_column(String(200), default="")
    email: Mapped[str | None] = mapped_column(String(320))
    is_email_unchecked: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
    """The user typed the address in himself: it may be anybody's, so the provider's sign-in does not
    find him by it."""
    role: Mapped[Role] = mapped_column(String(20))
    password_hash: Mapped[str | None]
    """None for somebody who signs in through the identity provider alone, or was only invited."""
    must_change_password: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
    """The password was handed out by an admin: good for one sign-in that sets another."""
    is_active: Mapped[bool] = mapped_column(default=True)
    timezone: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str | None] = mapped_column(String(16))
    """Of the screens, as a BCP 47 tag; None follows the browser."""
    last_signed_in_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class SignInMethod(StrEnum):
    PASSWORD = "password"  # noqa: S105  (a way to sign in, no secret)
    PROVIDER = "provider"
    INVITATION = "invitation"


class SessionToken(Base):
    """One sign-in of one browser; the JWT names it, and it can be revoked."""

    __tablename__ = "session_tokens"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    device: Mapped[str] = mapped_column(String(300), default="", server_default="")
    """The browser's User-Agent, cut; shown to its owner as a name."""
    method: Mapped[SignInMethod] = mapped_column(
        String(20), default=SignInMethod.PASSWORD, server_default=SignInMethod.PASSWORD
    )
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class SecondFactor(Base):
    """A user's TOTP secret (RFC 6238); it counts once ``confirmed_at`` is set."""

    __tablename__ = "second_factors"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[str]
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_step: Mapped[int | None]
    """The time step of the last accepted code: no code is accepted twice."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class RecoveryCode(Base):
    """One of the codes that stand in for a lost second factor, each good for one sign-in."""

    __tablename__ = "recovery_codes"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64))
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ExternalIdentity(Base):
    """A user as the identity provider knows him: issuer and subject, which never change."""

    __tablename__ = "external_identities"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    issuer: Mapped[str] = mapped_column(String(500))
    subject: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class ProviderSignIn(Base):
    """A sign-in that was sent to the identity provider and has not come back; removed when it does."""

    __tablename__ = "provider_sign_ins"

    state_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    browser_hash: Mapped[str] = mapped_column(String(64))
    """Of the cookie of the browser that began it: nobody else can end it."""
    nonce: Mapped[str] = mapped_column(String(100))
    sealed_verifier: Mapped[str]
    next_path: Mapped[str | None] = mapped_column(String(2000))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class InvitationPurpose(StrEnum):
    INVITE = "invite"
    RESET = "reset"


class Invitation(Base):
    """A link by which a user sets a password, once: for a new account or after a reset."""

    __tablename__ = "invitations"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    purpose: Mapped[InvitationPurpose] = mapped_column(String(20))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
