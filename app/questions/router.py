from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.errors import ValidationFailed
from app.core.operations import OperationDep, OperationStage, run_cancellable
from app.core.schemas import Success
from app.core.state import AppState, StateDep
from app.interviews.repository import get_owned as get_interview
from app.questions import generation, repository, service, writing
from app.questions.errors import NoQuestionWritten, NothingToAskFrom
from app.questions.schemas import (
    CreateQuestionSet,
    GenerateQuestions,
    GenerationAnswer,
    OrderQuestions,
    PatchQuestion,
    QuestionAnswer,
    QuestionSetAnswer,
    QuestionSetView,
    QuestionView,
    RewriteQuestion,
    TrackQuestion,
    WarmUp,
    WriteQuestion,
)
from app.questions.tables import Question, QuestionSet
from app.questions.writing import (
    GenerationResult,
    NothingToAskAbout,
    OnProgress,
    OnQuestion,
    WrittenQuestion,
    generate_questions,
)
from app.users.dependencies import CurrentUser
from models.ports import QueueListener

router = APIRouter(tags=["questions"])


def _answer(state: AppState, found: QuestionSet, questions: list[Question]) -> QuestionSetAnswer:
    return QuestionSetAnswer(
        question_set=QuestionSetView.of(found, now=state.now()),
        questions=[QuestionView.of(row) for row in questions],
    )


@router.get("/api/questions/interview/{interview_id}")
def read_questions(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> QuestionSetAnswer:
    """404 ``QUESTION_SET_NOT_FOUND`` while the interview has no questions."""
    return _answer(state, *service.get_questions(session, owner_id=user.id, interview_id=interview_id))


@router.post("/api/questions/interview/{interview_id}")
def create_question_set(
    interview_id: str,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
    body: CreateQuestionSet | None = None,
) -> QuestionSetAnswer:
    """The one set of the interview, made when there is none."""
    found = service.get_or_create_set(session, owner_id=user.id, interview_id=interview_id, wanted=body)
    return _answer(state, found, repository.list_questions(session, interview_id=found.interview_id))


@router.post("/api/questions/generate")
async def generate(
    request: Request, body: GenerateQuestions, user: CurrentUser, state: StateDep, operation: OperationDep
) -> GenerationAnswer:
    """Let the model write questions; each is stored as soon as it is written.

    When the caller goes away, the writing stops; what was written stays.
    """
    if not sum(body.distribution.counts().values()):
        raise ValidationFailed([("distribution", "Ask for at least one question.")])
    plan = await state.database.run(
        generation.plan_generation, owner_id=user.id, wanted=body, now=state.now()
    )
    total = sum(plan.distribution.values())
    written: list[QuestionView] = []
    operation.report(stage=OperationStage.WRITING_QUESTIONS, share=0.02, steps=(0, total))

    async def keep(question: WrittenQuestion) -> bool:
        def work(session: SessionDep) -> QuestionView | None:
            row = generation.store_written(session, plan=plan, written=question, now=state.now())
            return None if row is None else QuestionView.of(row)

        view = await state.database.run(work)
        if view is not None:
            written.append(view)
        return view is not None

    def progress(done: int, slots: int) -> None:
        operation.report(share=done / slots, steps=(done, slots))

    result = await _write(
        request,
        state,
        plan,
        on_question=keep,
        on_progress=progress,
        on_queue=lambda ahead: operation.report(queue_position=ahead),
    )
    found, _ = await state.database.read(
        service.get_questions, owner_id=user.id, interview_id=body.interview_id
    )
    return GenerationAnswer(
        question_set=QuestionSetView.of(found, now=state.now()), questions=written, missing=result.missing
    )


@router.post("/api/questions/warm-up")
async def warm_up(request: Request, body: WarmUp, user: CurrentUser, state: StateDep) -> Success:
    """Let the model read what the questions will be about while the recruiter still chooses how many.

    The first question comes sooner then. It changes nothing, and gives way to everybody.
    """
    briefing = await state.database.read(generation.read_briefing, owner_id=user.id, wanted=body)
    await run_cancellable(
        request,
        writing.warm_up(
            state.engines, candidate=briefing.candidate, job=briefing.job, language=briefing.language
        ),
    )
    return Success()


async def _write(
    request: Request,
    state: AppState,
    plan: generation.GenerationPlan,
    *,
    on_question: OnQuestion | None = None,
    on_progress: OnProgress | None = None,
    on_queue: QueueListener | None = None,
) -> GenerationResult:
    """Write what was planned, and give the set free again whatever happens."""
    claim = asyncio.create_task(generation.keep_claim(state, question_set_id=plan.question_set_id))
    try:
        return await run_cancellable(
            request,
            generate_questions(
                state.engines,
                candidate=plan.briefing.candidate,
                job=plan.briefing.job,
                distribution=plan.distribution,
                difficulty=plan.difficulty,
                focus_areas=plan.focus_areas,
                existing=plan.existing,
                language=plan.briefing.language,
                on_question=on_question,
                on_progress=on_progress,
                on_queue=on_queue,
            ),
        )
    except NothingToAskAbout:
        raise NothingToAskFrom from None
    finally:
        claim.cancel()
        await generation.release(state, question_set_id=plan.question_set_id)


CRUD = "/api/questions-crud/interview/{interview_id}/questions"


@router.post(CRUD)
def add_question(
    interview_id: str, body: WriteQuestion, user: CurrentUser, session: SessionDep, state: StateDep
) -> QuestionAnswer:
    question = service.add_question(
        session, owner_id=user.id, interview_id=interview_id, wanted=body, now=state.now()
    )
    return QuestionAnswer(question=QuestionView.of(question))


@router.patch(CRUD + "/{question_id}")
def change_question(
    interview_id: str, question_id: str, body: PatchQuestion, user: CurrentUser, session: SessionDep
) -> QuestionAnswer:
    question = _find(session, user.id, interview_id, question_id)
    service.change_question(session, question=question, wanted=body)
    return QuestionAnswer(question=QuestionView.of(question))


@router.post(CRUD + "/{question_id}/rewrite")
async def rewrite_question(
    interview_id: str,
    question_id: str,
    request: Request,
    user: CurrentUser,
    state: StateDep,
    body: RewriteQuestion | None = None,
) -> QuestionAnswer:
    """Let the model write another question of the same category in the place of this one.

    409 once it was asked in the interview; 502 ``NO_QUESTION_WRITTEN`` leaves it as it was.
    """

    def plan_it(session: Session) -> generation.GenerationPlan:
        question = _find(session, user.id, interview_id, question_id)
        return generation.plan_rewriting(
            session,
            owner_id=user.id,
            question=question,
            difficulty=body.difficulty if body else None,
            now=state.now(),
        )

    plan = await state.database.run(plan_it)
    result = await _write(request, state, plan)
    if not result.questions:
        raise NoQuestionWritten

    def replace(session: Session) -> QuestionView:
        question = _find(session, user.id, interview_id, question_id)
        generation.replace_question(session, question=question, plan=plan, written=result.questions[0])
        return QuestionView.of(question)

    return QuestionAnswer(question=await state.database.run(replace))


@router.patch("/api/questions-crud/interview/{interview_id}/order")
def order_questions(
    interview_id: str, body: OrderQuestions, user: CurrentUser, session: SessionDep, state: StateDep
) -> QuestionSetAnswer:
    """422 where the list does not name every question of the interview once."""
    return _answer(
        state,
        *service.order_questions(
            session, owner_id=user.id, interview_id=interview_id, question_ids=body.question_ids
        ),
    )


@router.delete(CRUD + "/{question_id}")
def remove_question(
    interview_id: str, question_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Success:
    question = _find(session, user.id, interview_id, question_id)
    repository.remove_question(session, question=question, now=state.now())
    return Success()


@router.delete(CRUD)
def empty_questions(interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> Success:
    found = service.get_or_create_set(session, owner_id=user.id, interview_id=interview_id)
    repository.remove_all(session, question_set_id=found.id, now=state.now())
    return Success()


@router.patch("/api/questions-tracking/interview/{interview_id}/questions/{question_id}/track")
def track_question(
    interview_id: str,
    question_id: str,
    body: TrackQuestion,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
) -> QuestionAnswer:
    question = _find(session, user.id, interview_id, question_id)
    service.track_question(session, question=question, wanted=body.human_tracking, now=state.now())
    return QuestionAnswer(question=QuestionView.of(question))


def _find(session: SessionDep, owner_id: str, interview_id: str, question_id: str) -> Question:
    """By the interview's id or session id, like every other call."""
    interview = get_interview(session, owner_id=owner_id, interview_id=interview_id)
    return repository.get_owned(
        session, owner_id=owner_id, interview_id=interview.id, question_id=question_id
    )
