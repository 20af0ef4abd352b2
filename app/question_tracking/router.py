"""Routes of Question Sense: have the transcript read, accept or reject a suggestion."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.state import StateDep
from app.question_tracking import service
from app.question_tracking.schemas import (
    AnalyzeTranscript,
    AnalyzeTranscriptResponse,
    DecideSuggestion,
)
from app.questions.schemas import QuestionResponse, QuestionView
from app.questions.service import find_question
from app.users.dependencies import CurrentUser
from models.ports import Priority, working_for

router = APIRouter(prefix="/api/questions-tracking", tags=["questions"])

WAITING = "Waiting for more conversation to analyze..."


@router.post("/analyze-transcript", responses=refuses(404, 429))
async def analyze_transcript(
    body: AnalyzeTranscript, user: CurrentUser, state: StateDep
) -> AnalyzeTranscriptResponse:
    """Find the prepared questions in the stored transcript and store suggestions for them.

    With fewer than two final lines nothing is read and ``analysisResults`` is empty. 503 while the embeddings
    engine is not available; suggestions that were stored stay.
    """
    async with state.turns.take("analyze-transcript", user.id):
        material = await state.database.read(
            service.read_owned_material, owner_id=user.id, interview_id=body.interview_id
        )
        if not material.is_enough:
            return AnalyzeTranscriptResponse(
                analysis_results=[], update_count=0, transcript_stats=material.stats, message=WAITING
            )
        with working_for(user.id):
            sensed = await service.sense(
                state.engines,
                material,
                priority=Priority.LIVE_ANALYSIS,
                threshold=body.options.confidence_threshold,
            )
        changed = []
        if body.options.update_database:
            changed = await state.database.run(
                service.store_suggestions, interview_id=material.interview_id, sensed=sensed
            )
    found = len(sensed.found)
    return AnalyzeTranscriptResponse(
        analysis_results=service.describe(material, sensed),
        update_count=len(changed),
        transcript_stats=material.stats,
        message=f"{found} of {len(material.questions)} questions were found in the transcript.",
    )


@router.post("/interview/{interview_id}/questions/{question_id}/suggestion", responses=refuses(409))
def decide_suggestion(
    interview_id: str,
    question_id: str,
    body: DecideSuggestion,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
) -> QuestionResponse:
    """Accept a suggestion as one's own status, or reject it.

    409 ``SUGGESTION_CHANGED`` if the suggestion is another one by now.
    """
    question = find_question(session, owner_id=user.id, interview_id=interview_id, question_id=question_id)
    if body.action == "accept":
        service.accept_suggestion(question, segment_id=body.segment_id, now=state.now())
    else:
        service.reject_suggestion(question, segment_id=body.segment_id)
    session.flush()
    return QuestionResponse(question=QuestionView.of(question))
