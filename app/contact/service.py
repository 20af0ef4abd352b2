"""Demo requests: bot check by time, storage, and the email to the admin."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.contact import repository
from app.contact.errors import CaptchaRefused
from app.contact.schemas import DemoRequestForm, EmailState
from app.contact.tables import DemoRequest
from app.core.settings import Settings
from app.integrations.email import outbox
from app.integrations.email.tables import OutgoingEmail

MIN_FILL_TIME = timedelta(seconds=2)
"""No human fills four fields faster."""


def is_too_quick(form: DemoRequestForm, *, now: datetime) -> bool:
    """Whether the form was sent faster than a human could.

    A visitor's clock that is ahead of ours proves nothing.
    """
    return form.timestamp is not None and timedelta(0) <= now - form.timestamp < MIN_FILL_TIME


def store_request(
    session: Session,
    *,
    form: DemoRequestForm,
    fingerprint: str,
    challenge_life: timedelta,
    settings: Settings,
    now: datetime,
) -> DemoRequest:
    """Store the request, and email the admin if email is set up.

    Raises CaptchaRefused if the solution was used before.
    """
    if not repository.spend_challenge(session, fingerprint=fingerprint, expires_at=now + challenge_life):
        raise CaptchaRefused
    request = DemoRequest(
        name=form.name, email=form.email, company=form.company, phone=form.phone, created_at=now
    )
    if settings.has_email and settings.demo_requests_to:
        mail = outbox.add_email(
            session,
            recipient=settings.demo_requests_to,
            subject=f"{settings.product_name}: demo request from {form.company}",
            text=(
                f"A visitor requested a demo of {settings.product_name}.\n\n"
                f"Name: {form.name}\nEmail: {form.email}\nCompany: {form.company}\nPhone: {form.phone}\n\n"
                "All requests are listed in the admin panel under Demo requests.\n"
            ),
            now=now,
        )
        request.mail_id = mail.id
    session.add(request)
    session.flush()
    return request


def describe_email(mail: OutgoingEmail | None) -> EmailState:
    if mail is None:
        return "none"
    if mail.sent_at is not None:
        return "sent"
    return "failed" if mail.failed_at is not None else "waiting"
