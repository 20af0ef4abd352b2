"""Recorded engine calls for tests."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from app.core.state import AppState
from app.usage.recorder import CallRecord
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome, EngineCall
from models.ports import EngineKind

_DEFAULTS: dict[str, Any] = {
    "user_id": "",
    "kind": EngineKind.LLM,
    "source": UsageSource.QUESTIONS,
    "provider": "local",
    "model": "small",
    "outcome": CallOutcome.SUCCEEDED,
}


def make_call(**fields: Any) -> CallRecord:
    """A call of the language model for questions, now and for nobody, unless ``fields`` say otherwise."""
    return CallRecord(**({"at": datetime.now(tz=UTC)} | _DEFAULTS | fields))


def record_calls(state: AppState, *calls: CallRecord) -> None:
    """Store calls as the recorder does."""
    with state.database.transaction() as session:
        session.add_all(EngineCall(**asdict(call)) for call in calls)
