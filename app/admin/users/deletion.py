"""Deletion of a user: their records are handed over to another user, or deleted with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.admin.users.schemas import RecordCounts, UserRecords
from app.admin.users.service import AdminContext, get_user
from app.billing.stripe.subscribers import require_no_renewing_subscription
from app.candidates.service import CANDIDATE
from app.candidates.tables import Candidate
from app.core.database import Base
from app.core.errors import InvalidState, ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.state import AppState
from app.documents.deletion import delete_documents
from app.documents.tables import Document
from app.interviews import repository as interviews_repository
from app.interviews import service as interviews
from app.interviews.tables import Interview
from app.job_descriptions.service import JOB_DESCRIPTION
from app.job_descriptions.tables import JobDescription
from app.records.service import delete_record
from app.reviews.tables import Reviewer
from app.security_events.tables import EventType
from app.usage.rollup import forget_user
from app.users import accounts
from app.users.sign_in import notify_access_ended
from app.users.tables import User

RECORDS_PER_STEP = 50
"""Records deleted by one transaction, so that other writers never wait long."""


class OwnAccount(InvalidState):
    def __init__(self) -> None:
        super().__init__("You cannot delete your own account. Ask another administrator.")


class InterviewRunning(InvalidState):
    def __init__(self) -> None:
        super().__init__("An interview of this user is running. Wait until it has ended, or end it first.")


@dataclass(frozen=True, slots=True)
class DeletionRequest:
    """A request to delete a user: who deletes whom, and what happens to the records."""

    user_id: str
    admin_id: str
    records: UserRecords
    hand_over_to: str | None = None
    """The new owner, if the records are handed over."""


async def delete_user(context: AdminContext, request: DeletionRequest) -> RecordCounts:
    """Delete a user and hand over or delete their records.

    The account is closed first, so nobody can use it from then on. Records are deleted in short transactions;
    if the server stops in between, the deletion can be repeated.

    Raises NotFound, LastAdmin, OwnAccount, InterviewRunning, SubscriptionRunning, and ValidationFailed for a
    wrong new owner; then nothing is changed.
    """
    state = context.state
    await state.database.run(_close_account, context=context, request=request)
    await notify_access_ended(state, request.user_id)
    deleted = RecordCounts(interviews=0, candidates=0, job_descriptions=0, documents=0)
    if request.records is UserRecords.DELETE:
        deleted = await _delete_records(state, request.user_id)
    return await state.database.run(_finish, context=context, request=request, deleted=deleted)


def _close_account(session: Session, *, context: AdminContext, request: DeletionRequest) -> None:
    """Run every check that can refuse the deletion; then deactivate the user, which ends all sessions."""
    user = get_user(session, user_id=request.user_id)
    if request.records is UserRecords.HAND_OVER:
        _require_new_owner(session, request)
    if interviews_repository.count_running(session, owner_id=user.id) > 0:
        raise InterviewRunning
    require_no_renewing_subscription(session, user.id, settings=context.state.settings)
    was_active = user.is_active
    accounts.set_active(session, user_id=user.id, active=False)
    if user.id == request.admin_id:
        raise OwnAccount
    if was_active:
        context.record(session, EventType.USER_DEACTIVATED, user_id=user.id)


def _require_new_owner(session: Session, request: DeletionRequest) -> None:
    """Raise ValidationFailed unless the records can be handed over to the named user."""
    new_owner = session.get(User, request.hand_over_to) if request.hand_over_to else None
    if new_owner is None or not new_owner.is_active:
        raise ValidationFailed(
            [
                (
                    "handOverTo",
                    FieldSentence(
                        "Choose an active user who takes over the records.", code="ACTIVE_USER_NEEDED"
                    ),
                )
            ]
        )
    if new_owner.id == request.user_id:
        raise ValidationFailed(
            [
                (
                    "handOverTo",
                    FieldSentence(
                        "Choose a user other than the one you are deleting.", code="OTHER_USER_NEEDED"
                    ),
                )
            ]
        )


def _finish(
    session: Session, *, context: AdminContext, request: DeletionRequest, deleted: RecordCounts
) -> RecordCounts:
    """Hand over the remaining records and delete the user."""
    user = get_user(session, user_id=request.user_id)
    result = deleted
    if request.records is UserRecords.HAND_OVER:
        # Checked again, because the new owner may have been deactivated in the meantime.
        _require_new_owner(session, request)
        assert request.hand_over_to is not None
        result = _count_records(session, user.id)
        _hand_over(session, user_id=user.id, new_owner_id=request.hand_over_to)
    details = {"role": str(user.role), "records": str(request.records)}
    if request.hand_over_to is not None and request.records is UserRecords.HAND_OVER:
        details["handedOverTo"] = request.hand_over_to
    context.record(
        session,
        EventType.USER_DELETED,
        user_id=user.id,
        **details,
        **{key: str(value) for key, value in result.to_wire().items()},
    )
    forget_user(session, user_id=user.id)
    session.execute(delete(User).where(User.id == user.id))
    return result


def _count_records(session: Session, user_id: str) -> RecordCounts:
    def count(table: type[Interview] | type[Candidate] | type[JobDescription] | type[Document]) -> int:
        found = select(func.count()).select_from(table).where(table.owner_id == user_id)
        return session.scalar(found) or 0

    return RecordCounts(
        interviews=count(Interview),
        candidates=count(Candidate),
        job_descriptions=count(JobDescription),
        documents=count(Document),
    )


def _hand_over(session: Session, *, user_id: str, new_owner_id: str) -> None:
    """Give every record to the new owner. Every table with an ``owner_id`` counts as records."""
    for table in Base.metadata.sorted_tables:
        if "owner_id" in table.c:
            session.execute(update(table).where(table.c.owner_id == user_id).values(owner_id=new_owner_id))
    # Nobody reviews their own interview.
    owned = select(Interview.id).where(Interview.owner_id == new_owner_id)
    session.execute(
        delete(Reviewer).where(Reviewer.user_id == new_owner_id, Reviewer.interview_id.in_(owned))
    )
    session.expire_all()


async def _delete_records(state: AppState, user_id: str) -> RecordCounts:
    """Delete everything the user owns. Interviews first: they refer to the other records."""
    counts = await state.database.read(_count_records, user_id)
    for step in (_delete_interviews, _delete_candidates, _delete_job_descriptions):
        while await state.database.run(step, state=state, user_id=user_id):
            pass
    await state.database.run(_delete_documents, state=state, user_id=user_id)
    return counts


def _next_ids(
    session: Session, table: type[Interview] | type[Candidate] | type[JobDescription], user_id: str
) -> Sequence[str]:
    return session.scalars(select(table.id).where(table.owner_id == user_id).limit(RECORDS_PER_STEP)).all()


def _delete_interviews(session: Session, *, state: AppState, user_id: str) -> int:
    ids = _next_ids(session, Interview, user_id)
    for interview_id in ids:
        interviews.delete_interview(
            session, interview=session.get_one(Interview, interview_id), hooks=state.hooks
        )
    return len(ids)


def _delete_candidates(session: Session, *, state: AppState, user_id: str) -> int:
    ids = _next_ids(session, Candidate, user_id)
    for candidate_id in ids:
        delete_record(session, CANDIDATE, owner_id=user_id, record_id=candidate_id, hooks=state.hooks)
    return len(ids)


def _delete_job_descriptions(session: Session, *, state: AppState, user_id: str) -> int:
    ids = _next_ids(session, JobDescription, user_id)
    for record_id in ids:
        delete_record(session, JOB_DESCRIPTION, owner_id=user_id, record_id=record_id, hooks=state.hooks)
    return len(ids)


def _delete_documents(session: Session, *, state: AppState, user_id: str) -> int:
    """Documents that produced no record. Their files are deleted after the commit."""
    return len(delete_documents(session, state=state, condition=Document.owner_id == user_id))
