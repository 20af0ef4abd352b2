"""Queries on candidates: lists, searches, single candidates, duplicates."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.candidates import rules
from app.candidates.errors import CandidateNotFound
from app.candidates.schemas import CandidateSort
from app.candidates.tables import Candidate
from app.core import listing
from app.core.listing import Order, Sorting
from app.record_search.ports import SearchedKind
from app.record_search.service import find_records
from app.records.repository import RecordQuery, RecordRepository

CANDIDATES = RecordRepository(Candidate, searched=SearchedKind.CANDIDATE, not_found=CandidateNotFound)


def make_query(
    *, text: str = "", sort: CandidateSort | None = None, order: Order | None = None
) -> RecordQuery:
    """Build the query of the list. Without ``sort``: best match first, or latest change first."""
    return RecordQuery(sorting=_make_sorting(sort, order), text=text, is_best_first=sort is None)


def _make_sorting(sort: CandidateSort | None, order: Order | None) -> Sorting:
    columns: tuple[InstrumentedAttribute[Any], ...]
    match sort:
        case CandidateSort.NAME:
            columns, default_order = (Candidate.name_key, Candidate.id), Order.ASC
        case CandidateSort.EMAIL:
            columns, default_order = (Candidate.email_key, Candidate.id), Order.ASC
        case CandidateSort.CREATED_AT:
            columns, default_order = (Candidate.created_at, Candidate.id), Order.DESC
        case CandidateSort.UPDATED_AT | None:
            columns, default_order = (Candidate.updated_at, Candidate.id), Order.DESC
    has_blanks = sort in {CandidateSort.NAME, CandidateSort.EMAIL}
    return Sorting(columns=columns, order=order or default_order, has_blanks=has_blanks)


def get_owned(session: Session, *, owner_id: str, candidate_id: str) -> Candidate:
    """A candidate by id. Raises CandidateNotFound, even if the candidate exists but has another owner."""
    return CANDIDATES.get_owned(session, owner_id=owner_id, record_id=candidate_id)


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
    """Profiles that match the words of ``text``, best match first, and contain ``name`` and ``email``.

    ``name`` and ``email`` are matched literally, ignoring case.
    """
    conditions = []
    if name:
        contains_name = Candidate.name.icontains(name, autoescape=True)
        key = rules.name_key(name)
        if key:
            # SQLite folds the case of ASCII letters only; the key is folded already.
            contains_name = or_(contains_name, Candidate.name_key.contains(key, autoescape=True))
        conditions.append(contains_name)
    if email:
        conditions.append(Candidate.email_key.contains(email.casefold(), autoescape=True))
    if text and conditions:
        hits = find_records(session, kind=SearchedKind.CANDIDATE, owner_id=owner_id, text=text)
        ids = listing.keep_order(session, conditions=conditions, id_column=Candidate.id, among=hits.ids)
        page = CANDIDATES.read_owned(session, owner_id=owner_id, ids=ids[offset : offset + limit])
        return page, len(ids)
    query = RecordQuery(
        sorting=_make_sorting(None, None), text=text, is_best_first=True, conditions=conditions
    )
    return CANDIDATES.list_owned(session, owner_id=owner_id, query=query, offset=offset, limit=limit)


def find_duplicate(
    session: Session,
    *,
    owner_id: str,
    email_key: str | None,
    name_key: str,
    phone_key: str | None,
    linkedin_key: str | None,
) -> Candidate | None:
    """The profile of the same person, or None.

    It has the same email address; if either side has none, the same name and the same phone number
    or LinkedIn profile.
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
