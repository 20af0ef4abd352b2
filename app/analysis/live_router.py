"""Route of the AI Sense pane: read a running interview."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from sqlalchemy.orm import Session

from app.analysis import repository, rules, service
from app.analysis.live import read_insights
from app.analysis.live_schemas import (
    LiveInsightsResponse,
    LiveInsightsView,
    ReadLive,
    TalkTime,
    measure_talk_time,
    to_views,
)
from app.analysis.service import Material
from app.analysis.text_cache import TextCache
from app.core.refusals import refuses
from app.core.state import AppState, StateDep
from app.interviews.repository import get_owned
from app.transcription.repository import list_spoken
from app.users.dependencies import CurrentUser
from models.ports import Priority, working_for

router = APIRouter(prefix="/api/aisense", tags=["analysis"])


def _read(
    session: Session, *, owner_id: str, interview_id: str
) -> tuple[str, rules.Readiness, Material, TalkTime, dict[str, str]]:
    """Everything one reading needs. Raises InterviewNotFound."""
    interview = get_owned(session, owner_id=owner_id, interview_id=interview_id)
    segments = list_spoken(session, interview_id=interview.id)
    return (
        interview.id,
        service.check_readiness(session, interview=interview),
        service.read_material(session, interview_id=interview.id),
        measure_talk_time([(item.speaker, item.started_seconds, item.ended_seconds) for item in segments]),
        repository.read_texts(session, interview_id=interview.id),
    )


@router.post("/live", responses=refuses(404, 429))
async def read_live(body: ReadLive, user: CurrentUser, state: StateDep) -> LiveInsightsResponse:
    """Insights of the interview so far, for its owner only; no scores.

    Each exchange is read once, when it has ended; the report reuses the judgments. 503 while the judge is not
    available.
    """
    async with state.turns.take("ai-sense", user.id):
        interview_id, readiness, material, talk_time, texts = await state.database.read(
            _read, owner_id=user.id, interview_id=body.interview_id
        )
        if not readiness.ready:
            return LiveInsightsResponse(ready=False, reason=readiness.reason, insights=None)
        keep = partial(_keep, state, interview_id)
        with working_for(user.id):
            insights = await read_insights(
                state.engines,
                transcript=material.transcript,
                background=material.background,
                questions=material.questions,
                language=material.language,
                cache=TextCache(texts=texts, keep=keep),
                priority=lambda: Priority.LIVE_ANALYSIS,
                checks_consistency=state.settings.consistency_check,
            )
    answers, contradictions, follow_ups = to_views(insights)
    return LiveInsightsResponse(
        ready=True,
        reason="",
        insights=LiveInsightsView(
            answers=answers,
            contradictions=contradictions,
            follow_ups=follow_ups,
            talk_time=talk_time,
            is_language_known=insights.is_language_known,
            read_at=state.now(),
        ),
    )


async def _keep(state: AppState, interview_id: str, key: str, text: str) -> None:
    await state.database.run(repository.keep_text, interview_id=interview_id, key=key, text=text)
