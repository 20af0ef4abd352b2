"""Work items stored in a table: find those that are due; claim, retry and end them by conditional UPDATE."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.core.ids import new_id


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of one attempt on one item. Only its holder may write the outcome of the attempt."""

    key: str
    claim_id: str
    attempt: int
    """Number of this attempt, from 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkItems:
    """How a table stores work items: its columns, and the values of a waiting and of a claimed item."""

    key: InstrumentedAttribute[str]
    attempts: InstrumentedAttribute[int]
    claim_id: InstrumentedAttribute[str | None]
    not_before_at: InstrumentedAttribute[Any]
    """Earliest instant of the next attempt; null: at once."""
    is_waiting: ColumnElement[bool]
    """Condition for rows that may be claimed once ``not_before_at`` has passed."""
    is_claimed: ColumnElement[bool]
    """Condition for rows that an attempt holds."""
    waiting_values: Mapping[str, Any] = field(default_factory=dict)
    claimed_values: Mapping[str, Any] = field(default_factory=dict)
    order_by: Sequence[ColumnElement[Any] | InstrumentedAttribute[Any]]
    updated_at: InstrumentedAttribute[Any] | None = None
    lease_seconds: float | None = None
    """A claimed item becomes due again after this time, in case its holder is gone. None: a claim holds
    until it is written or ``requeue_interrupted`` runs at the next start."""
    max_listed: int | None = 20
    """Maximum number of due items that one query returns."""

    def list_due(
        self, session: Session, *, now: datetime, only: ColumnElement[bool] | None = None
    ) -> list[str]:
        """Keys of items that may be claimed now, in the order of the queue."""
        query = select(self.key).where(self._is_due(now)).order_by(*self.order_by).limit(self.max_listed)
        return list(session.scalars(query if only is None else query.where(only)))

    def list_open(self, session: Session, *, keys: Collection[str]) -> list[str]:
        """Those of ``keys`` whose item waits for an attempt or is being worked on."""
        query = select(self.key).where(self.key.in_(keys), self.is_waiting | self.is_claimed)
        return list(session.scalars(query))

    def claim(self, session: Session, *, key: str, now: datetime) -> Claim | None:
        """Take a due item in one conditional UPDATE; None if it is not due or another worker has it."""
        claim_id = new_id()
        values = {**self.claimed_values, self.claim_id.key: claim_id, self.attempts.key: self.attempts + 1}
        if self.lease_seconds is not None:
            values[self.not_before_at.key] = now + timedelta(seconds=self.lease_seconds)
        row = session.execute(
            update(self._table)
            .where(self.key == key, self._is_due(now))
            .values(**self._stamp(values, now))
            .execution_options(synchronize_session=False)
            .returning(self.attempts)
        ).first()
        return None if row is None else Claim(key, claim_id, attempt=int(row[0]))

    def end(self, session: Session, claim: Claim, /, *, now: datetime, **values: Any) -> bool:
        """Write ``values`` and release the claim; False, and nothing written, if the claim is lost."""
        written = session.execute(
            update(self._table)
            .where(self.key == claim.key, self.claim_id == claim.claim_id, self.is_claimed)
            .values(**self._stamp({self.claim_id.key: None, **values}, now))
            .execution_options(synchronize_session=False)
            .returning(self.key)
        )
        return written.first() is not None

    def retry_later(self, session: Session, claim: Claim, *, now: datetime, wait_seconds: float) -> bool:
        """Queue the item again for an attempt after ``wait_seconds``; False if the claim is lost."""
        not_before = {self.not_before_at.key: now + timedelta(seconds=wait_seconds)}
        return self.end(session, claim, now=now, **{**self.waiting_values, **not_before})

    def put_back(self, session: Session, claim: Claim, *, now: datetime) -> bool:
        """Queue the item again at once and do not count the attempt; False if the claim is lost."""
        uncounted = {self.not_before_at.key: now, self.attempts.key: self.attempts - 1}
        return self.end(session, claim, now=now, **{**self.waiting_values, **uncounted})

    def cap_waits(self, session: Session, *, now: datetime, longest_seconds: float) -> None:
        """Make sure that no item waits longer than its back-off and no lease lasts longer than its full
        length.

        Only a clock that was set back can cause that.
        """
        for condition, seconds in (
            (~self.is_claimed, longest_seconds),
            (self.is_claimed, self.lease_seconds or longest_seconds),
        ):
            latest = now + timedelta(seconds=seconds)
            session.execute(
                update(self._table)
                .where(self.is_waiting, condition, self.not_before_at > latest)
                .values({self.not_before_at.key: latest})
                .execution_options(synchronize_session=False)
            )

    def requeue_interrupted(
        self, session: Session, *, now: datetime, max_attempts: int, failed_values: Mapping[str, Any]
    ) -> None:
        """At start-up, queue the items that a dead server had claimed.

        Items that were interrupted in their last attempt fail instead, because they may have killed the
        server.
        """
        released = {self.claim_id.key: None}
        # The lease of the dead server need not be waited for.
        waiting_values = {**self.waiting_values, self.not_before_at.key: now}
        for condition, values in (
            (self.attempts >= max_attempts, failed_values),
            (self.attempts < max_attempts, waiting_values),
        ):
            session.execute(
                update(self._table)
                .where(self.is_claimed, condition)
                .values(**self._stamp({**released, **values}, now))
                .execution_options(synchronize_session=False)
            )

    @property
    def _table(self) -> Any:
        return self.key.class_

    def _is_due(self, now: datetime) -> ColumnElement[bool]:
        return self.is_waiting & or_(self.not_before_at.is_(None), self.not_before_at <= now)

    def _stamp(self, values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        return dict(values) if self.updated_at is None else {self.updated_at.key: now, **values}
