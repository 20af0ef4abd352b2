"""How a lower slice lets a higher one take part in its transaction without knowing it.

``app.api`` fills these lists once; a hook runs inside the caller's transaction, so that both commit
or neither does. What must wait for the commit goes into ``after_…`` lists and is told afterwards.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy.orm import Session


@dataclass(slots=True)
class Hooks:
    user_created: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, user_id)"""
    interview_completed: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, interview_id)"""
    after_interview_changed: list[Callable[[str], Awaitable[None]]] = field(default_factory=list)
    """(interview_id), after the commit"""
