from __future__ import annotations

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.orm import Session

from app.candidates.errors import CandidateNotFound
from app.candidates.tables import Candidate


def get_owned(session: Session, *, owner_id: str, candidate_id: str) -> Candidate:
    """Raises CandidateNotFound, also for somebody else's."""
    candidate = session.scalar(
        select(Candidate).where(Candidate.owner_id == owner_id, Candidate.id == candidate_id)
    )
    if candidate is None:
        raise CandidateNotFound
    return candidate


def find_by_email(session: Session, *, owner_id: str, email_key: str | None) -> Candidate:
    """The oldest profile with this address. Raises CandidateNotFound."""
    candidate = session.scalar(
        select(Candidate)
        .where(Candidate.owner_id == owner_id, Candidate.email_key == email_key)
        .order_by(Candidate.created_at)
    )
    if candidate is None:
        raise CandidateNotFound
    return candidate


def delete_owned(session: Session, *, owner_id: str, candidate_id: str) -> bool:
    """False where there is none. Raises IntegrityError while an interview points to it."""
    deleted = session.execute(
        delete(Candidate)
        .where(Candidate.owner_id == owner_id, Candidate.id == candidate_id)
        .returning(Candidate.id)
    )
    return deleted.first() is not None


def list_owned(session: Session, *, owner_id: str, offset: int, limit: int) -> tuple[list[Candidate], int]:
    """One page, latest change first, and the number of all."""
    return _page(session, Candidate.owner_id == owner_id, offset=offset, limit=limit)


def search_owned(
    session: Session,
    *,
    owner_id: str,
    text: str = "",
    name: str = "",
    email: str = "",
    offset: int,
    limit: int,
) -> tuple[list[Candidate], int]:
    """Profiles with ``text`` in name, e-mail or position, and ``name``, ``email`` in theirs."""
    condition = Candidate.owner_id == owner_id
    if text:
        condition = and_(
            condition,
            or_(
                Candidate.name.icontains(text, autoescape=True),
                Candidate.email.icontains(text, autoescape=True),
                Candidate.current_position.icontains(text, autoescape=True),
            ),
        )
    if name:
        condition = and_(condition, Candidate.name.icontains(name, autoescape=True))
    if email:
        condition = and_(condition, Candidate.email.icontains(email, autoescape=True))
    return _page(session, condition, offset=offset, limit=limit)


def _page(
    session: Session, condition: ColumnElement[bool], *, offset: int, limit: int
) -> tuple[list[Candidate], int]:
    total = session.scalar(select(func.count()).select_from(Candidate).where(condition)) or 0
    rows = session.scalars(
        select(Candidate)
        .where(condition)
        .order_by(Candidate.updated_at.desc(), Candidate.id.desc())
        .offset(offset)
        .limit(limit)
    )
    return list(rows), total


def find_duplicate(
    session: Session,
    *,
    owner_id: str,
    email_key: str | None,
    name_key: str,
    phone_key: str | None,
    linkedin_key: str | None,
) -> Candidate | None:
    """The profile of the same person (ruling 18), or None.

    The same e-mail address; where either side has none, the same name and the same phone or LinkedIn.
    """
    if email_key:
        found = session.scalar(
            select(Candidate)
            .where(Candidate.owner_id == owner_id, Candidate.email_key == email_key)
            .order_by(Candidate.created_at)
        )
        if found is not None:
            return found
    contacts = []
    if phone_key:
        contacts.append(Candidate.phone_key == phone_key)
    if linkedin_key:
        contacts.append(Candidate.linkedin_key == linkedin_key)
    if not name_key or not contacts:
        return None
    condition = and_(Candidate.owner_id == owner_id, Candidate.name_key == name_key, or_(*contacts))
    if email_key:
        condition = and_(condition, Candidate.email_key.is_(None))
    return session.scalar(select(Candidate).where(condition).order_by(Candidate.created_at))
