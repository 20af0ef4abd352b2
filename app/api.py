"""Registry of everything the server consists of: routers, hooks, services and scheduled jobs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from fastapi import APIRouter

from app.admin.dashboard.router import router as dashboard
from app.admin.demo_requests.router import router as demo_requests
from app.admin.jobs.router import router as jobs
from app.admin.settings.router import router as admin_settings
from app.admin.users.router import router as admin_users
from app.analysis import service as analysis_service
from app.analysis.router import router as analysis
from app.analysis.workers import AnalysisWorkers
from app.billing import service as billing_service
from app.billing.router import router as billing
from app.candidates.router import router as candidates
from app.contact.repository import remove_expired_challenges
from app.contact.router import router as contact
from app.core.hooks import Hooks
from app.core.jobs import DailyTime, JobSpec
from app.core.operations import router as operations
from app.core.state import AppState
from app.document_batches.jobs import count_old_batches, remove_old_batches
from app.document_batches.router import router as document_batches
from app.documents.deletion import install_deletion
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.router import router as documents
from app.documents.watch import DOCUMENT_EVENTS, DocumentWatch
from app.integrations.email.jobs import deliver_emails, remove_old_emails
from app.interviews import repository as interviews_repository
from app.interviews.invitations.jobs import send_reminders
from app.interviews.invitations.router import router as invitations
from app.interviews.invitations.updates import install_invitation_updates
from app.interviews.jobs import end_overdue_interviews
from app.interviews.records_router import router as record_interviews
from app.interviews.router import router as interviews
from app.interviews.rules import DURATION_LIMITS
from app.job_descriptions.router import router as job_descriptions
from app.matching.deletion import install_deletion as install_matching_deletion
from app.matching.jobs import embed_records
from app.matching.router import router as matching
from app.questions.points import write_answer_points
from app.questions.router import router as questions
from app.questions.templates.router import router as question_templates
from app.realtime.events import COMMON_EVENTS, EventTable
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SessionChecks
from app.record_history.service import install_history
from app.record_search.service import erase_removed_words
from app.rooms.events import AUDIO_FORMAT, ROOM_EVENTS
from app.rooms.rooms import Rooms
from app.scheduled_jobs.expired_records import (
    count_expired_records,
    remove_expired_records,
    remove_old_job_runs,
)
from app.site.router import router as site
from app.transcription.router import router as transcription
from app.users.jobs import remove_expired as remove_expired_sign_ins
from app.users.profile_router import router as profile
from app.users.provider_router import router as provider
from app.users.router import router as users

ROUTERS: tuple[APIRouter, ...] = (
    site,
    contact,
    dashboard,
    admin_users,
    jobs,
    demo_requests,
    admin_settings,
    users,
    profile,
    provider,
    billing,
    invitations,
    interviews,
    record_interviews,
    candidates,
    job_descriptions,
    documents,
    document_batches,
    matching,
    questions,
    question_templates,
    transcription,
    analysis,
    operations,
)


SOCKET_EVENTS: tuple[EventTable, ...] = (COMMON_EVENTS, ROOM_EVENTS, DOCUMENT_EVENTS)

SHARED_CONSTANTS = {"AudioFormat": AUDIO_FORMAT, "InterviewDuration": DURATION_LIMITS}
"""Constants that the web client must agree on, by the name of their OpenAPI component."""


@dataclass(slots=True)
class AppServices:
    """Objects that live as long as the server."""

    state: AppState
    realtime: RealtimeServer
    session_checks: SessionChecks
    rooms: Rooms
    document_watch: DocumentWatch
    analysis_workers: AnalysisWorkers
    document_workers: DocumentWorkers

    @classmethod
    def of(cls, state: AppState) -> AppServices:
        install_deletion(state, state.hooks)
        install_invitation_updates(state)
        realtime = RealtimeServer()
        session_checks = SessionChecks(state, realtime)
        rooms = Rooms(state, realtime, session_checks)
        document_workers = DocumentWorkers(state)
        state.hooks.after_documents_deleted.append(document_workers.forget)
        return cls(
            state=state,
            realtime=realtime,
            session_checks=session_checks,
            rooms=rooms,
            document_watch=DocumentWatch(state, realtime, session_checks),
            analysis_workers=AnalysisWorkers(state, is_ready=rooms.transcriptions.is_settled),
            document_workers=document_workers,
        )

    async def start(self) -> None:
        await self.document_workers.start()
        await self.analysis_workers.start()
        self.rooms.transcriptions.on_settled = self.analysis_workers.wake

    async def stop(self) -> None:
        await self.document_workers.stop()
        await self.analysis_workers.stop()
        await self.rooms.stop()


def install_hooks(hooks: Hooks) -> None:
    """Connect the slices: let higher ones act when something happens in lower ones."""
    hooks.user_created.append(billing_service.open_account)
    hooks.interview_completed.append(
        lambda session, interview_id: analysis_service.queue_analysis(session, interview_id=interview_id)
    )
    hooks.count_candidate_interviews.append(interviews_repository.count_by_candidate)
    hooks.count_job_interviews.append(interviews_repository.count_by_job_description)
    install_history(hooks)
    install_matching_deletion(hooks)


def make_jobs(services: AppServices) -> list[JobSpec]:
    state = services.state
    removers = (
        remove_expired_sign_ins,
        lambda session, now: remove_expired_challenges(session, now=now),
        remove_old_emails,
        remove_old_job_runs,
        erase_removed_words,
    )
    return [
        JobSpec(key="end-overdue-interviews", every_seconds=2, run=partial(end_overdue_interviews, state)),
        JobSpec(key="watch-speech-engine", every_seconds=2, run=services.rooms.check_speech_engine),
        JobSpec(key="check-room-access", every_seconds=15, run=services.session_checks.check),
        JobSpec(key="write-answer-points", every_seconds=5, run=partial(write_answer_points, state)),
        JobSpec(key="send-reminders", every_seconds=60, run=partial(send_reminders, state)),
        JobSpec(key="deliver-mails", every_seconds=5, run=partial(deliver_emails, state)),
        JobSpec(key="embed-records", every_seconds=30, run=partial(embed_records, state)),
        JobSpec(
            key="remove-old-batches",
            daily_at_utc=DailyTime(hour=3, minute=45),
            run=partial(remove_old_batches, state),
            preview=partial(count_old_batches, state),
        ),
        JobSpec(
            key="remove-expired-records",
            daily_at_utc=DailyTime(hour=3, minute=30),
            run=partial(remove_expired_records, state, removers),
            preview=partial(count_expired_records, state, removers),
        ),
    ]
