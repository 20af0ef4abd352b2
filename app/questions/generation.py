"""Question generation for the API: plan, write under a lease, store each question as it is written."""

from __future__ import annotations

from fastapi import Request
from sqlalchemy.orm import Session

from app.core.operations import Operation, OperationStage, run_cancellable
from app.core.state import AppState
from app.questions import service, transactions, writing
from app.questions.errors import NoQuestionWritten
from app.questions.lease import hold_lease
from app.questions.rules import Difficulty
from app.questions.schemas import (
    GenerateQuestions,
    GenerationResponse,
    QuestionSetView,
    QuestionView,
    WarmUp,
)
from app.questions.slot_writer import WrittenQuestion
from app.questions.tables import Question
from app.questions.transactions import GenerationPlan
from app.questions.writing import GenerationResult, OnProgress, OnQuestion, generate_questions
from app.usage.sources import UsageSource, attribute_usage
from models.ports import QueueListener, working_for


async def generate(
    state: AppState, *, http: Request, owner_id: str, request: GenerateQuestions, operation: Operation
) -> GenerationResponse:
    """Write questions into a set. When the caller disconnects, writing stops and stored questions stay."""
    plan = await state.database.run(
        transactions.plan_generation, owner_id=owner_id, request=request, now=state.now()
    )
    total = sum(plan.distribution.values())
    stored: list[QuestionView] = []
    operation.report(stage=OperationStage.WRITING_QUESTIONS, share=0.02, steps=(0, total))

    async def store(question: WrittenQuestion) -> bool:
        def work(session: Session) -> QuestionView | None:
            row = transactions.store_written(session, plan=plan, written=question, now=state.now())
            return None if row is None else QuestionView.of(row)

        view = await state.database.run(work)
        if view is not None:
            stored.append(view)
        return view is not None

    result = await _write(
        state,
        http,
        plan,
        owner_id=owner_id,
        on_question=store,
        on_progress=lambda done, slots: operation.report(share=done / slots, steps=(done, slots)),
        on_queue=lambda ahead: operation.report(queue_position=ahead),
    )
    found, _ = await state.database.read(
        service.get_questions, owner_id=owner_id, interview_id=request.interview_id
    )
    return GenerationResponse(
        question_set=QuestionSetView.of(found, now=state.now()), questions=stored, missing=result.missing
    )


async def rewrite(
    state: AppState,
    *,
    http: Request,
    owner_id: str,
    interview_id: str,
    question_id: str,
    difficulty: Difficulty | None,
) -> QuestionView:
    """Replace one question by another of its category. Raises NoQuestionWritten and leaves it unchanged."""

    def plan_it(session: Session) -> GenerationPlan:
        return transactions.plan_rewriting(
            session,
            owner_id=owner_id,
            question=_find(session),
            difficulty=difficulty,
            now=state.now(),
        )

    def _find(session: Session) -> Question:
        return service.find_question(
            session, owner_id=owner_id, interview_id=interview_id, question_id=question_id
        )

    plan = await state.database.run(plan_it)
    result = await _write(state, http, plan, owner_id=owner_id)
    if not result.questions:
        raise NoQuestionWritten
    (written,) = result.questions

    def replace(session: Session) -> QuestionView:
        question = _find(session)
        transactions.replace_question(session, question=question, plan=plan, written=written)
        return QuestionView.of(question)

    return await state.database.run(replace)


async def warm_up(state: AppState, *, http: Request, owner_id: str, request: WarmUp) -> None:
    """Let the model read the sources while the recruiter still chooses how many questions to generate."""
    briefing = await state.database.read(transactions.read_briefing, owner_id=owner_id, request=request)
    await run_cancellable(
        http,
        writing.warm_up(
            state.engines, candidate=briefing.candidate, job=briefing.job, language=briefing.language
        ),
    )


async def _write(
    state: AppState,
    http: Request,
    plan: GenerationPlan,
    *,
    owner_id: str,
    on_question: OnQuestion | None = None,
    on_progress: OnProgress | None = None,
    on_queue: QueueListener | None = None,
) -> GenerationResult:
    """Write what was planned when the user's other generations are done, holding the lease of the plan."""

    async def write() -> GenerationResult:
        async with state.turns.take("generation", owner_id):
            return await generate_questions(
                state.engines,
                candidate=plan.briefing.candidate,
                job=plan.briefing.job,
                distribution=plan.distribution,
                difficulty=plan.difficulty,
                focus_areas=plan.focus_areas,
                own_lines=plan.own_lines,
                existing=plan.existing,
                language=plan.briefing.language,
                on_question=on_question,
                on_progress=on_progress,
                on_queue=on_queue,
            )

    with working_for(owner_id), attribute_usage(UsageSource.QUESTIONS):
        async with hold_lease(state, question_set_id=plan.question_set_id):
            return await run_cancellable(http, write())
