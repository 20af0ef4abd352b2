"""Table of setup steps that are done or skipped."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.setup.steps import Step


class StepOutcome(StrEnum):
    DONE = "done"
    SKIPPED = "skipped"


class SetupStep(Base):
    """One step that is done or skipped. A server set up in another way has no rows."""

    __tablename__ = "setup_steps"

    step: Mapped[Step] = mapped_column(String(40), primary_key=True)
    outcome: Mapped[StepOutcome] = mapped_column(String(20))
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
