from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.candidates import rules
from app.candidates.errors import CandidateNotFound
from app.candidates.schemas import CandidateQuery, CandidateSort
from app.candidates.tables import Candidate
from app.core import listing
from app.core.listing import Listed, Order, Sorting
from app.record_search.ports import SearchedKind
from app.record_search.service import find_records

_KIND = SearchedKind.CANDIDATE


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


def list_owned(
    session: Session, *, owner_id: str, query: CandidateQuery, offset: int, limit: int
) -> tuple[list[Candidate], int]:
    """One page and the number of all that fit."""
    page = list_ids(session, owner_id=owner_id, query=query, offset=offset, limit=limit)
    return read_owned(session, owner_id=owner_id, candidate_ids=page.ids), page.total


def list_ids(
    session: Session, *, owner_id: str, query: CandidateQuery, offset: int = 0, limit: int | None = None
) -> Listed:
    """Those that fit, in the order that is asked for; ``limit`` None: all of them."""
    conditions = [Candidate.owner_id == owner_id]
    if not query.q:
        return listing.list_ids(
            session, conditions=conditions, sorting=_sorting(query), offset=offset, limit=limit
        )
    if query.sort is None:
        hits = find_records(session, kind=_KIND, owner_id=owner_id, text=query.q, offset=offset, limit=limit)
        return Listed(ids=hits.ids, total=hits.total)
    hits = find_records(session, kind=_KIND, owner_id=owner_id, text=query.q)
    return listing.order_ids(
        session,
        conditions=conditions,
        sorting=_sorting(query),
        among=hits.ids,
        offset=offset,
        limit=limit,
    )


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
    """Profiles that the words of ``text`` describe, best first, and that have ``name`` and ``email``,
    literally and in any case, in theirs."""
    conditions = []
    if name:
        alike = Candidate.name.icontains(name, autoescape=True)
        key = rules.name_key(name)
        if key:
            # SQLite knows the case of ASCII letters only; the key has none.
            alike = or_(alike, Candidate.name_key.contains(key, autoescape=True))
        conditions.append(alike)
    if email:
        conditions.append(Candidate.email_key.contains(email.casefold(), autoescape=True))
    if not text:
        page = listing.list_ids(
            session,
            conditions=[Candidate.owner_id == owner_id, *conditions],
            sorting=_sorting(CandidateQuery()),
            offset=offset,
            limit=limit,
        )
        return read_owned(session, owner_id=owner_id, candidate_ids=page.ids), page.total
    if not conditions:
        query = CandidateQuery(q=text)
        return list_owned(session, owner_id=owner_id, query=query, offset=offset, limit=limit)
    hits = find_records(session, kind=_KIND, owner_id=owner_id, text=text)
    ids = listing.keep_order(session, conditions=conditions, id_column=Candidate.id, among=hits.ids)
    return read_owned(session, owner_id=owner_id, candidate_ids=ids[offset : offset + limit]), len(ids)


def read_owned(session: Session, *, owner_id: str, candidate_ids: Sequence[str]) -> list[Candidate]:
    """Those of them that the owner has, as the ids stand."""
    if not candidate_ids:
        return []
    # By the ids alone: asked for the owner as well, SQLite reads all that he has.
    found = {
        candidate.id: candidate
        for candidate in session.scalars(select(Candidate).where(Candidate.id.in_(candidate_ids)))
    }
    return [found[key] for key in candidate_ids if key in found and found[key].owner_id == owner_id]


def _sorting(query: CandidateQuery) -> Sorting:
    columns: tuple[InstrumentedAttribute[Any], ...]
    match query.sort:
        case CandidateSort.NAME:
            columns, order = (Candidate.name_key, Candidate.id), Order.ASC
        case CandidateSort.EMAIL:
            columns, order = (Candidate.email_key, Candidate.id), Order.ASC
        case CandidateSort.CREATED_AT:
            columns, order = (Candidate.created_at, Candidate.id), Order.DESC
        case CandidateSort.UPDATED_AT | None:
            columns, order = (Candidate.updated_at, Candidate.id), Order.DESC
    has_blanks = query.sort in {CandidateSort.NAME, CandidateSort.EMAIL}
    return Sorting(columns=columns, order=query.order or order, has_blanks=has_blanks)


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
