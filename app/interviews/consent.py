"""Records of consent: who agreed to which text, when, in which language, and through which link."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.core.schemas import ApiSchema, Identified, UtcTime
from app.core.state import AppState
from app.interviews.errors import ConsentTextChanged
from app.interviews.service import record_consent as mark_consent
from app.interviews.tables import Consent, Interview

TEXT_VERSION = "2026-11-22"
"""Version of the consent texts in the browser's catalogs. Increase it with every change of their content."""

ConsentLanguage = Literal["en", "de", "fr"]


class ConsentRequest(ApiSchema):
    accepted: Literal[True]
    text_version: Annotated[str, StringConstraints(max_length=40)] | None = None
    """Version of the text that was shown; the current version by default."""
    language: ConsentLanguage | None = None
    to_recording: bool = False
    """Whether the accepted text says that audio is recorded."""


class ConsentView(Identified):
    candidate_name: str
    text_version: str
    language: str | None
    is_recorded: bool
    address_hash: str
    given_at: UtcTime
    is_current: bool
    """Whether it was given through the current link, and therefore by the current candidate."""

    @classmethod
    def of(cls, consent: Consent, *, interview: Interview) -> ConsentView:
        return cls(
            id=consent.id,
            candidate_name=consent.candidate_name,
            text_version=consent.text_version,
            language=consent.language,
            is_recorded=consent.is_recorded,
            address_hash=consent.address_hash,
            given_at=consent.given_at,
            is_current=consent.link_hash == _hash_link(interview),
        )


def give_consent(
    session: Session,
    *,
    interview: Interview,
    request: ConsentRequest,
    address_hash: str,
    now: datetime,
    is_recorded: bool = False,
) -> None:
    """Store the consent of the link's holder. The first consent counts; a repeated one changes nothing.

    ``is_recorded`` is whether the text says that the interview is recorded. Raises ConsentTextChanged.
    """
    if request.text_version not in (None, TEXT_VERSION):
        raise ConsentTextChanged
    if interview.consented_at is not None:
        return
    if is_recorded and not request.to_recording:
        raise ConsentTextChanged
    mark_consent(session, interview=interview, now=now, covers_recording=is_recorded)
    session.add(
        Consent(
            interview_id=interview.id,
            candidate_name=interview.candidate_name,
            text_version=TEXT_VERSION,
            language=request.language,
            is_recorded=is_recorded,
            address_hash=address_hash,
            link_hash=_hash_link(interview),
            given_at=now,
        )
    )
    session.flush()


def list_consents(session: Session, *, interview_id: str) -> list[Consent]:
    """All consents given for an interview, newest first."""
    return list(
        session.scalars(
            select(Consent).where(Consent.interview_id == interview_id).order_by(Consent.given_at.desc())
        )
    )


def hash_address(state: AppState, address: str) -> str:
    """A keyed hash of a network address: plain hashes of so few addresses could be reversed."""
    key = hashlib.sha256(b"consent address" + state.session_secret).digest()
    return hmac.new(key, address.encode(), hashlib.sha256).hexdigest()


def _hash_link(interview: Interview) -> str:
    return hashlib.sha256(interview.candidate_token.encode()).hexdigest()
