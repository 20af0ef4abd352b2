"""Finds the candidates that match a job description best, and the reverse."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import anyio.to_thread
import numpy as np
from sqlalchemy.orm import Session

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching import repository, rules
from app.matching.embedding import from_bytes
from app.matching.errors import NotComparable
from app.matching.fit import candidate_evidence
from app.matching.passages import Reason, choose_reasons, cv_lines, job_requirements
from app.matching.repository import EmbeddedRow
from app.matching.rules import AskedSkill, RequiredSkills
from app.matching.tables import EmbeddedKind
from models.ports import EmbeddingsEngine, ModelIdentity, Priority


@dataclass(slots=True)
class Match:
    """One candidate and one job description with their score."""

    candidate: Candidate
    job_description: JobDescription
    score: int
    """0 to 100."""
    shared_skills: list[str]
    missing_skills: list[str]
    required: RequiredSkills
    """The skills that the job asks for."""
    skills: list[AskedSkill] = field(default_factory=list)
    """Where each of these is found; filled by ``add_reasons``."""
    reasons: list[Reason] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Matches:
    """The best matches of one record."""

    is_ready: bool
    """False while a vector on either side is missing or older than its record."""
    matches: list[Match]
    """Best first."""


def match_candidates(
    session: Session, *, job_description: JobDescription, identity: ModelIdentity, limit: int
) -> Matches:
    """The owner's candidates that match ``job_description`` best."""
    own = repository.find_embedded(
        session, kind=EmbeddedKind.JOB_DESCRIPTION, record_id=job_description.id, identity=identity
    )
    is_ready = _is_ready(session, job_description, EmbeddedKind.JOB_DESCRIPTION, identity)
    if own is None or not own.vector:
        return Matches(is_ready=is_ready, matches=[])
    required = RequiredSkills(own.skills, own.preferred_skills)
    best = _rank(
        session,
        own,
        owner_id=job_description.owner_id,
        others=EmbeddedKind.CANDIDATE,
        identity=identity,
        limit=limit,
        shares=lambda candidates: required.shares([row.skills for row in candidates]),
    )
    found = repository.load_candidates(session, [row.record_id for row, _ in best])
    return Matches(
        is_ready=is_ready,
        matches=[
            _match(found[row.record_id], job_description, score, required, row.skills)
            for row, score in best
            if row.record_id in found
        ],
    )


def match_job_descriptions(
    session: Session, *, candidate: Candidate, identity: ModelIdentity, limit: int
) -> Matches:
    """The owner's job descriptions, except closed ones, that match ``candidate`` best."""
    own = repository.find_embedded(
        session, kind=EmbeddedKind.CANDIDATE, record_id=candidate.id, identity=identity
    )
    is_ready = _is_ready(session, candidate, EmbeddedKind.CANDIDATE, identity)
    if own is None or not own.vector:
        return Matches(is_ready=is_ready, matches=[])
    best = _rank(
        session,
        own,
        owner_id=candidate.owner_id,
        others=EmbeddedKind.JOB_DESCRIPTION,
        identity=identity,
        limit=limit,
        shares=lambda jobs: [
            RequiredSkills(row.skills, row.preferred_skills).share(own.skills) for row in jobs
        ],
    )
    found = repository.load_job_descriptions(session, [row.record_id for row, _ in best])
    return Matches(
        is_ready=is_ready,
        matches=[
            _match(
                candidate,
                found[row.record_id],
                score,
                RequiredSkills(row.skills, row.preferred_skills),
                own.skills,
            )
            for row, score in best
            if row.record_id in found
        ],
    )


def match_pair(
    session: Session, *, candidate: Candidate, job_description: JobDescription, identity: ModelIdentity
) -> Match:
    """The match of one candidate and one job description, regardless of its score.

    Raises NotComparable if either has no vector yet, or no content to compare.
    """
    person = repository.find_embedded(
        session, kind=EmbeddedKind.CANDIDATE, record_id=candidate.id, identity=identity
    )
    job = repository.find_embedded(
        session, kind=EmbeddedKind.JOB_DESCRIPTION, record_id=job_description.id, identity=identity
    )
    if person is None or job is None or not person.vector or len(person.vector) != len(job.vector):
        raise NotComparable
    one, other = from_bytes([person.vector, job.vector])
    required = RequiredSkills(job.skills, job.preferred_skills)
    score = rules.score(float(one.dot(other)), required.share(person.skills))
    return _match(candidate, job_description, score, required, person.skills)


async def add_reasons(matches: Sequence[Match], *, embeddings: EmbeddingsEngine) -> None:
    """Add the lines of both records that explain each match, and where each skill is found.

    Raises EngineError.

    No database session may be open during this call: the engine may have to load its model first.
    """
    await anyio.to_thread.run_sync(_explain_skills, matches)
    lines = {match.candidate.id: cv_lines(match.candidate) for match in matches}
    requirements = {match.job_description.id: job_requirements(match.job_description) for match in matches}
    texts = list(dict.fromkeys(text for part in (*lines.values(), *requirements.values()) for text in part))
    if not texts:
        return
    table = np.asarray(await embeddings.embed(texts, priority=Priority.INTERACTIVE), dtype=np.float32)
    rows = {text: index for index, text in enumerate(texts)}
    for match in matches:
        left, right = requirements[match.job_description.id], lines[match.candidate.id]
        match.reasons = choose_reasons(
            left, table[[rows[text] for text in left]], right, table[[rows[text] for text in right]]
        )


def _explain_skills(matches: Sequence[Match]) -> None:
    for match in matches:
        match.skills = match.required.explain(candidate_evidence(match.candidate))


def _is_ready(
    session: Session, record: Candidate | JobDescription, kind: EmbeddedKind, identity: ModelIdentity
) -> bool:
    others = EmbeddedKind.CANDIDATE if kind is EmbeddedKind.JOB_DESCRIPTION else EmbeddedKind.JOB_DESCRIPTION
    return repository.is_fresh(
        session, kind=kind, record_id=record.id, identity=identity
    ) and not repository.has_stale(session, owner_id=record.owner_id, kind=others, identity=identity)


def _rank(
    session: Session,
    own: EmbeddedRow,
    *,
    owner_id: str,
    others: EmbeddedKind,
    identity: ModelIdentity,
    limit: int,
    shares: Callable[[Sequence[EmbeddedRow]], list[float | None]],
) -> list[tuple[EmbeddedRow, float]]:
    """The best rows with a score of at least MIN_SCORE.

    ``shares`` returns, for each row, the share of required skills that the candidate names.
    """
    rows = repository.list_comparable(
        session, owner_id=owner_id, kind=others, identity=identity, width_bytes=len(own.vector)
    )
    if not rows:
        return []
    # einsum, not @, because the threads of the linear algebra library spin for longer than this takes.
    cosines = np.einsum(
        "ij,j->i", from_bytes([row.vector for row in rows]), from_bytes([own.vector])[0]
    ).tolist()
    scores = [rules.score(cosine, share) for cosine, share in zip(cosines, shares(rows), strict=True)]
    best = heapq.nsmallest(
        limit,
        (index for index, score in enumerate(scores) if score >= rules.MIN_SCORE),
        key=lambda index: (-scores[index], -cosines[index], rows[index].record_id),
    )
    return [(rows[index], scores[index]) for index in best]


def _match(
    candidate: Candidate,
    job_description: JobDescription,
    score: float,
    required: RequiredSkills,
    named: str,
) -> Match:
    evidence = candidate_evidence(candidate, named=named.splitlines())
    shared, missing = required.shared_and_missing(evidence)
    return Match(
        candidate=candidate,
        job_description=job_description,
        score=round(score),
        shared_skills=shared,
        missing_skills=missing,
        required=required,
    )
