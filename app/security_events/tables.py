"""Table of the security events. Rows are added, and removed by age; they are never changed."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.postgresql import BigId

MIN_RETENTION_DAYS = 30
"""Database triggers refuse to delete a younger event or to change any (migration 0020)."""


class EventType(StrEnum):
    SIGN_IN = "sign_in"
    SIGN_OUT = "sign_out"
    SECOND_FACTOR_CHECK = "second_factor_check"
    FIRST_SETUP = "first_setup"
    REGISTRATION = "registration"
    PASSWORD_CHECK = "password_check"  # noqa: S105  (an event, not a secret)
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    PASSWORD_RESET = "password_reset"  # noqa: S105
    SECOND_FACTOR_ENABLED = "second_factor_enabled"
    SECOND_FACTOR_DISABLED = "second_factor_disabled"
    SECOND_FACTOR_RESET = "second_factor_reset"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    EMAIL_CHANGED = "email_changed"
    SESSIONS_ENDED = "sessions_ended"
    USER_CREATED = "user_created"
    NAME_CHANGED = "name_changed"
    ROLE_CHANGED = "role_changed"
    USER_ACTIVATED = "user_activated"
    USER_DEACTIVATED = "user_deactivated"
    BILLING_CHANGED = "billing_changed"
    PLAN_CHANGED = "plan_changed"
    JOB_STARTED = "job_started"
    USER_DELETED = "user_deleted"
    SETTINGS_CHANGED = "settings_changed"
    MODEL_DOWNLOADED = "model_downloaded"
    MODEL_UPLOADED = "model_uploaded"
    RECORDS_EXPORTED = "records_exported"
    RECORD_DELETED = "record_deleted"
    LINK_RENEWED = "link_renewed"
    INTERVIEW_STATUS_SET = "interview_status_set"
    RECORDING_IMPORTED = "recording_imported"
    DEMO_GENERATED = "demo_generated"
    DEMO_CLEARED = "demo_cleared"
    REPORT_SHARED = "report_shared"
    REPORT_LINK_REVOKED = "report_link_revoked"
    REVIEWER_ADDED = "reviewer_added"
    REVIEWER_REMOVED = "reviewer_removed"
    ACCESS_REFUSED = "access_refused"
    STORAGE_KEY_REPLACED = "storage_key_replaced"


class EventOutcome(StrEnum):
    SUCCEEDED = "succeeded"
    REFUSED = "refused"
    THROTTLED = "throttled"


class SecurityEvent(Base):
    """One event. Actors and subjects are ids without foreign keys: the event outlives what it names."""

    __tablename__ = "security_events"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    """Ascending in the order in which the events were recorded."""
    at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    type: Mapped[EventType] = mapped_column(String(40))
    outcome: Mapped[EventOutcome] = mapped_column(String(20))
    actor_id: Mapped[str | None] = mapped_column(String(64), index=True)
    """The user who acted; None for a visitor, or for the operator at the command line."""
    subject_kind: Mapped[str | None] = mapped_column(String(40))
    subject_id: Mapped[str | None] = mapped_column(String(64), index=True)
    address: Mapped[str] = mapped_column(String(64), default="")
    """Network address of the caller, an IPv6 address in full; empty for the command line."""
    details: Mapped[dict[str, Any]] = mapped_column(JsonColumn, default=dict)
    """Settings and roles before and after, numbers of records and the like: never a secret, nor a name,
    address or text of a person."""
