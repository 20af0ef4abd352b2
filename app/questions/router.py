"""HTTP routes for the questions of an interview: read, generate, edit, order, remove, track."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.core.database import SessionDep
from app.core.errors import ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.operations import OperationDep
from app.core.refusals import refuses
from app.core.schemas import Success
from app.core.state import AppState, StateDep
from app.questions import generation, repository, service
from app.questions.schemas import (
    CreateQuestionSet,
    GenerateQuestions,
    GenerationResponse,
    OrderQuestions,
    PatchQuestion,
    QuestionResponse,
    QuestionSetResponse,
    QuestionSetView,
    QuestionView,
    RewriteQuestion,
    TrackQuestion,
    WarmUp,
    WriteQuestion,
)
from app.questions.tables import Question, QuestionSet
from app.users.dependencies import CurrentUser

router = APIRouter(tags=["questions"])


def _respond(state: AppState, found: QuestionSet, questions: list[Question]) -> QuestionSetResponse:
    return QuestionSetResponse(
        question_set=QuestionSetView.of(found, now=state.now()),
        questions=[QuestionView.of(row) for row in questions],
    )


@router.get("/api/questions/interview/{interview_id}")
def read_questions(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> QuestionSetResponse:
    """The questions of an interview. 404 ``QUESTION_SET_NOT_FOUND`` if there are none yet."""
    return _respond(state, *service.get_questions(session, owner_id=user.id, interview_id=interview_id))


@router.post("/api/questions/interview/{interview_id}", responses=refuses(409))
def create_question_set(
    interview_id: str,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
    body: CreateQuestionSet | None = None,
) -> QuestionSetResponse:
    """Return the question set of the interview; create it if there is none."""
    found = service.get_or_create_set(session, owner_id=user.id, interview_id=interview_id, sources=body)
    return _respond(state, found, repository.list_questions(session, interview_id=found.interview_id))


@router.post("/api/questions/generate", responses=refuses(404, 409, 429))
async def generate(
    request: Request, body: GenerateQuestions, user: CurrentUser, state: StateDep, operation: OperationDep
) -> GenerationResponse:
    """Let the model write questions; each is stored as soon as it is written.

    When the caller disconnects, writing stops; questions already written stay.
    """
    if not sum(body.distribution.counts().values()):
        raise ValidationFailed(
            [("distribution", FieldSentence("Request at least one question.", code="QUESTION_NEEDED"))]
        )
    return await generation.generate(state, http=request, owner_id=user.id, request=body, operation=operation)


@router.post("/api/questions/warm-up", responses=refuses(404))
async def warm_up(request: Request, body: WarmUp, user: CurrentUser, state: StateDep) -> Success:
    """Let the model read the sources while the recruiter still chooses how many questions to generate.

    The first question then comes sooner. It changes nothing and gives way to all other requests.
    """
    await generation.warm_up(state, http=request, owner_id=user.id, request=body)
    return Success()


CRUD = "/api/questions-crud/interview/{interview_id}/questions"


@router.post(CRUD, responses=refuses(409))
def add_question(
    interview_id: str, body: WriteQuestion, user: CurrentUser, session: SessionDep, state: StateDep
) -> QuestionResponse:
    question = service.add_question(
        session, owner_id=user.id, interview_id=interview_id, draft=body, now=state.now()
    )
    return QuestionResponse(question=QuestionView.of(question))


@router.patch(CRUD + "/{question_id}", responses=refuses(409))
def change_question(
    interview_id: str, question_id: str, body: PatchQuestion, user: CurrentUser, session: SessionDep
) -> QuestionResponse:
    question = service.find_question(
        session, owner_id=user.id, interview_id=interview_id, question_id=question_id
    )
    service.change_question(session, question=question, changes=body)
    return QuestionResponse(question=QuestionView.of(question))


@router.post(CRUD + "/{question_id}/rewrite", responses=refuses(409, 429))
async def rewrite_question(
    interview_id: str,
    question_id: str,
    request: Request,
    user: CurrentUser,
    state: StateDep,
    body: RewriteQuestion | None = None,
) -> QuestionResponse:
    """Let the model replace this question by another one of the same category.

    409 if it was already asked in the interview, or if no other was found (``NO_QUESTION_WRITTEN``).
    """
    question = await generation.rewrite(
        state,
        http=request,
        owner_id=user.id,
        interview_id=interview_id,
        question_id=question_id,
        difficulty=body.difficulty if body else None,
    )
    return QuestionResponse(question=question)


@router.patch("/api/questions-crud/interview/{interview_id}/order", responses=refuses(409))
def order_questions(
    interview_id: str, body: OrderQuestions, user: CurrentUser, session: SessionDep, state: StateDep
) -> QuestionSetResponse:
    """Put the questions in a new order. 422 unless the list contains every question exactly once."""
    return _respond(
        state,
        *service.order_questions(
            session, owner_id=user.id, interview_id=interview_id, question_ids=body.question_ids
        ),
    )


@router.delete(CRUD + "/{question_id}", responses=refuses(409))
def remove_question(
    interview_id: str, question_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Success:
    question = service.find_question(
        session, owner_id=user.id, interview_id=interview_id, question_id=question_id
    )
    repository.remove_question(session, question=question, now=state.now())
    return Success()


@router.delete(CRUD, responses=refuses(409))
def empty_questions(interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> Success:
    found = service.get_or_create_set(session, owner_id=user.id, interview_id=interview_id)
    repository.remove_all(session, question_set_id=found.id, now=state.now())
    return Success()


@router.patch(
    "/api/questions-tracking/interview/{interview_id}/questions/{question_id}/track", responses=refuses(409)
)
def track_question(
    interview_id: str,
    question_id: str,
    body: TrackQuestion,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
) -> QuestionResponse:
    question = service.find_question(
        session, owner_id=user.id, interview_id=interview_id, question_id=question_id
    )
    service.track_question(session, question=question, changes=body.human_tracking, now=state.now())
    return QuestionResponse(question=QuestionView.of(question))
