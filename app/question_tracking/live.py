"""Reads running interviews for their questions as final lines arrive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.exc import OperationalError

from app.core.errors import AppError
from app.core.state import AppState
from app.interviews.errors import InterviewNotFound
from app.question_tracking import service
from app.question_tracking.schemas import QuestionSuggestion
from app.transcription.lag_gate import OPEN_GATE, LagGate
from models.ports import ChoiceRequest, EngineError, Priority, working_for

log = logging.getLogger("greenroom.question_tracking")

Announce = Callable[[str, list[QuestionSuggestion]], Awaitable[None]]
"""(interview_id, suggestions that changed)"""


class LiveSense:
    """One reading at a time for each running interview; lines that arrive meanwhile cause one more.

    What the matcher leaves open is read by the language model beside that, so no suggestion waits for it: the
    latest lines first, below people who wait, and only while speech keeps up. Each result causes a reading.
    """

    def __init__(
        self,
        state: AppState,
        *,
        announce: Announce,
        gate: LagGate = OPEN_GATE,
    ) -> None:
        self._state = state
        self._announce = announce
        self._gate = gate
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_due: set[str] = set()
        self._second_tasks: dict[str, asyncio.Task[None]] = {}
        self._unread: dict[str, Sequence[ChoiceRequest]] = {}
        """What the language model has yet to read, by interview."""

    def on_final_line(self, interview_id: str) -> None:
        """A line was stored. Returns at once."""
        self._is_due.add(interview_id)
        if interview_id not in self._tasks:
            self._tasks[interview_id] = asyncio.create_task(self._read(interview_id))

    async def settle(self) -> None:
        """Wait for the readings in progress, and those that they cause."""
        while tasks := [task for task in self._list_tasks() if not task.done()]:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def stop(self) -> None:
        for task in self._list_tasks():
            task.cancel()
        await self.settle()

    def _list_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._tasks.values(), *self._second_tasks.values()]

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
        if not self._state.settings.live_reading:
            return
        if interview_id in self._second_tasks:
            self._unread[interview_id] = sensed.unread
        elif sensed.unread:
            self._unread[interview_id] = sensed.unread
            self._second_tasks[interview_id] = asyncio.create_task(
                self._read_again(interview_id, owner_id=material.owner_id)
            )

    async def _read_again(self, interview_id: str, *, owner_id: str) -> None:
        """Have the language model read what is undecided."""
        try:
            with working_for(owner_id):
                while (unread := self._unread[interview_id]) and self._gate.is_open:
                    await self._state.engines.llm.choose(unread[0], priority=Priority.LIVE_ANALYSIS)
                    left = self._unread[interview_id]
                    self._unread[interview_id] = [one for one in left if one != unread[0]]
                    self.on_final_line(interview_id)
        except EngineError as error:
            # The matcher alone decides. The next line causes another attempt.
            log.warning("second_reading_failed error=%s", type(error).__name__)
        finally:
            del self._second_tasks[interview_id], self._unread[interview_id]
