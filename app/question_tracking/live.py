"""Reads running interviews for their questions as final lines arrive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import OperationalError

from app.core.errors import AppError
from app.core.state import AppState
from app.interviews.errors import InterviewNotFound
from app.question_tracking import service
from app.question_tracking.schemas import QuestionSuggestion
from models.ports import EngineError, Priority, working_for

log = logging.getLogger("greenroom.question_tracking")

Announce = Callable[[str, list[QuestionSuggestion]], Awaitable[None]]
"""(interview_id, suggestions that changed)"""


class LiveSense:
    """One reading at a time for each running interview; lines that arrive meanwhile cause one more."""

    def __init__(self, state: AppState, *, announce: Announce) -> None:
        self._state = state
        self._announce = announce
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_due: set[str] = set()

    def on_final_line(self, interview_id: str) -> None:
        """A line was stored. Returns at once."""
        self._is_due.add(interview_id)
        if interview_id not in self._tasks:
            self._tasks[interview_id] = asyncio.create_task(self._read(interview_id))

    async def settle(self) -> None:
        """Wait for the readings in progress."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await self.settle()

    async def _read(self, interview_id: str) -> None:
        try:
            while interview_id in self._is_due:
                self._is_due.discard(interview_id)
                await self._read_once(interview_id)
        except (EngineError, AppError, OperationalError) as error:
            # The next line, or the browser's own call within a minute, reads the transcript again.
            log.warning("question_sense_failed error=%s", type(error).__name__)
        finally:
            self._tasks.pop(interview_id, None)
            self._is_due.discard(interview_id)

    async def _read_once(self, interview_id: str) -> None:
        try:
            material = await self._state.database.read(service.read_material, interview_id=interview_id)
        except InterviewNotFound:
            return
        if not material.questions or not material.is_enough or material.is_demo:
            return
        with working_for(material.owner_id):
            sensed = await service.sense(self._state.engines, material, priority=Priority.LIVE_ANALYSIS)
        changed = await self._state.database.run(
            service.store_suggestions, interview_id=interview_id, sensed=sensed
        )
        if changed:
            await self._announce(interview_id, changed)
