"""Routes that match candidates and job descriptions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import AppState, StateDep
from app.job_descriptions import repository as job_descriptions
from app.matching import service
from app.matching.schemas import AskedSkillView, MatchesView, MatchReason, MatchView
from app.matching.service import Match, Matches
from app.usage.sources import UsageSource, attribute_usage
from app.users.dependencies import CurrentUser
from models.ports import EngineKind, EngineState, EngineUnavailable

router = APIRouter(tags=["matching"])

Limit = Annotated[int, Query(ge=1, le=20)]
WithReasons = Annotated[bool, Query(description="False returns at once, without using a model.")]


@router.get("/api/job-descriptions/{job_description_id}/matches")
async def match_candidates(
    job_description_id: str,
    user: CurrentUser,
    state: StateDep,
    limit: Limit = 10,
    reasons: WithReasons = True,
) -> Data[MatchesView]:
    """The candidates that match best.

    503 if the embeddings engine does not work and reasons were requested, or nothing is embedded yet.
    """

    def work(session: Session) -> Matches:
        found = job_descriptions.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
        return service.match_candidates(
            session, job_description=found, identity=state.engines.embeddings.identity, limit=limit
        )

    found = await state.database.read(work)
    await _complete(state, user.id, found, with_reasons=reasons)
    return Data(data=MatchesView(is_ready=found.is_ready, matches=[_candidate(m) for m in found.matches]))


@router.get("/api/candidates/{candidate_id}/matches")
async def match_job_descriptions(
    candidate_id: str,
    user: CurrentUser,
    state: StateDep,
    limit: Limit = 10,
    reasons: WithReasons = True,
) -> Data[MatchesView]:
    """The job descriptions that match best, except closed ones. 503 as for candidates."""

    def work(session: Session) -> Matches:
        found = candidates.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
        return service.match_job_descriptions(
            session, candidate=found, identity=state.engines.embeddings.identity, limit=limit
        )

    found = await state.database.read(work)
    await _complete(state, user.id, found, with_reasons=reasons)
    return Data(data=MatchesView(is_ready=found.is_ready, matches=[_job(m) for m in found.matches]))


@router.get("/api/job-descriptions/{job_description_id}/matches/{candidate_id}", responses=refuses(409))
async def explain_candidate(
    job_description_id: str, candidate_id: str, user: CurrentUser, state: StateDep
) -> Data[MatchView]:
    """The match of one candidate and one job, with reasons. 409 while they are being processed."""
    match = await _match_pair(
        state, user.id, candidate_id=candidate_id, job_description_id=job_description_id
    )
    return Data(data=_candidate(match))


@router.get("/api/candidates/{candidate_id}/matches/{job_description_id}", responses=refuses(409))
async def explain_job_description(
    candidate_id: str, job_description_id: str, user: CurrentUser, state: StateDep
) -> Data[MatchView]:
    """Like ``explain_candidate``, from the perspective of the job description."""
    match = await _match_pair(
        state, user.id, candidate_id=candidate_id, job_description_id=job_description_id
    )
    return Data(data=_job(match))


async def _match_pair(state: AppState, owner_id: str, *, candidate_id: str, job_description_id: str) -> Match:
    def work(session: Session) -> Match:
        return service.match_pair(
            session,
            candidate=candidates.get_owned(session, owner_id=owner_id, candidate_id=candidate_id),
            job_description=job_descriptions.get_owned(
                session, owner_id=owner_id, job_description_id=job_description_id
            ),
            identity=state.engines.embeddings.identity,
        )

    match = await state.database.read(work)
    with attribute_usage(UsageSource.MATCHING, user_id=owner_id):
        await service.add_reasons([match], embeddings=state.engines.embeddings)
    return match


async def _complete(state: AppState, owner_id: str, found: Matches, *, with_reasons: bool) -> None:
    """Add the reasons. Raises EngineError, also if waiting for the first vectors would be pointless."""
    if not found.is_ready and not found.matches and _has_failed(state):
        raise EngineUnavailable("The embeddings engine does not work.")
    if with_reasons and found.matches:
        with attribute_usage(UsageSource.MATCHING, user_id=owner_id):
            await service.add_reasons(found.matches, embeddings=state.engines.embeddings)


def _has_failed(state: AppState) -> bool:
    return any(
        health.kind is EngineKind.EMBEDDINGS and health.state is EngineState.FAILED
        for health in state.engines.health()
    )


def _candidate(match: Match) -> MatchView:
    candidate = match.candidate
    return _view(match, record_id=candidate.id, name=candidate.name, subtitle=candidate.current_position)


def _job(match: Match) -> MatchView:
    parsed = match.job_description.parsed or {}
    return _view(
        match,
        record_id=match.job_description.id,
        name=str(parsed.get("title") or ""),
        subtitle=str((parsed.get("company") or {}).get("name") or ""),
    )


def _view(match: Match, *, record_id: str, name: str, subtitle: str) -> MatchView:
    return MatchView(
        record_id=record_id,
        name=name,
        subtitle=subtitle,
        score=match.score,
        shared_skills=match.shared_skills,
        missing_skills=match.missing_skills,
        skills=[
            AskedSkillView(
                skill=item.skill,
                is_required=item.is_required,
                found_by=item.match.kind if item.match else None,
                words=item.match.words if item.match else None,
            )
            for item in match.skills
        ],
        reasons=[
            MatchReason(requirement=reason.requirement, evidence=reason.evidence) for reason in match.reasons
        ],
    )
