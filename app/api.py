"""Registry of everything the server consists of: routers, hooks, services and scheduled jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from fastapi import APIRouter

from app.admin.dashboard.router import router as dashboard
from app.admin.demo_requests.router import router as demo_requests
from app.admin.health import router as health
from app.admin.jobs.router import renewal_check
from app.admin.jobs.router import router as jobs
from app.admin.metrics import router as metrics
from app.admin.models.downloads import ModelDownloads
from app.admin.models.router import router as admin_models
from app.admin.plans.router import router as admin_plans
from app.admin.security_events.router import router as security_events
from app.admin.settings.router import router as admin_settings
from app.admin.usage.router import router as admin_usage
from app.admin.users.router import router as admin_users
from app.analysis import service as analysis_service
from app.analysis.candidate_summary import summarize_interviews
from app.analysis.live_readings import LiveReadings
from app.analysis.live_router import router as live_analysis
from app.analysis.router import router as analysis
from app.analysis.workers import AnalysisWorkers, install_analysis_deletion
from app.backup.jobs import JOB_LIMIT_SECONDS, back_up, count_backups, rehearse_restore
from app.billing import accounts as billing_accounts
from app.billing.admin_router import router as billing_admin
from app.billing.jobs import check_ledger, check_renewals, count_renewals
from app.billing.router import router as billing
from app.billing.rules import load_default_plans
from app.billing.stripe.repository import remove_old_events as remove_old_stripe_events
from app.billing.stripe.router import router as stripe
from app.billing.watch import BILLING_EVENTS, BillingWatch
from app.candidates.router import router as candidates
from app.contact.repository import remove_expired_challenges
from app.contact.router import router as contact
from app.core.jobs import SUNDAY, DailyTime, JobSpec
from app.core.operations import router as operations
from app.core.state import AppState
from app.demo.interview import prepare_demo_interview
from app.demo.router import router as demo
from app.document_batches.jobs import continue_imports, count_old_batches, remove_old_batches
from app.document_batches.router import router as document_batches
from app.documents import repository as document_repository
from app.documents.deletion import install_deletion
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.router import router as documents
from app.documents.storage import DOCUMENTS_FOLDER
from app.documents.watch import DOCUMENT_EVENTS, DocumentWatch
from app.files.work import FileKind, FileWork
from app.integrations.email.jobs import deliver_emails, remove_old_emails
from app.interview_data.router import router as interview_data
from app.interview_import.recordings import repository as recording_import_repository
from app.interview_import.recordings import service as recording_import_service
from app.interview_import.recordings.router import router as recording_imports
from app.interview_import.recordings.storage import FOLDER_NAME as IMPORTS_FOLDER
from app.interview_import.recordings.workers import RecordingImportWorkers
from app.interview_import.router import router as interview_import
from app.interviews import repository as interviews_repository
from app.interviews.candidate_router import router as candidate_links
from app.interviews.invitations.jobs import send_reminders
from app.interviews.invitations.router import router as invitations
from app.interviews.invitations.updates import install_invitation_updates
from app.interviews.jobs import count_old_interviews, end_overdue_interviews, remove_old_interviews
from app.interviews.records_router import router as record_interviews
from app.interviews.recruiter_room_router import router as recruiter_rooms
from app.interviews.router import router as interviews
from app.interviews.rules import DURATION_LIMITS
from app.job_descriptions.router import router as job_descriptions
from app.manual.router import router as manual
from app.matching.deletion import install_deletion as install_matching_deletion
from app.matching.jobs import embed_records
from app.matching.router import router as matching
from app.question_tracking.router import router as question_tracking
from app.questions.points import write_answer_points
from app.questions.router import router as questions
from app.questions.templates.router import router as question_templates
from app.realtime.events import COMMON_EVENTS, EventTable
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SessionChecks
from app.record_history.service import install_history
from app.record_search.service import erase_removed_words
from app.recordings.jobs import count_old_recordings, remove_old_recordings
from app.recordings.router import router as recordings
from app.recordings.service import install_deletion as install_recording_deletion
from app.recordings.store import FOLDER_NAME as RECORDINGS_FOLDER
from app.reports.links import remove_old_links
from app.reports.router import router as reports
from app.reviews.router import router as reviews
from app.rooms.events import AUDIO_FORMAT, ROOM_EVENTS
from app.rooms.rooms import Rooms
from app.rooms.router import router as ice_servers
from app.scheduled_jobs.expired_records import (
    count_expired_records,
    remove_expired_records,
    remove_old_job_runs,
)
from app.security_events.service import remove_old as remove_old_events
from app.setup import progress as setup_progress
from app.setup.browser_restore import BrowserRestore
from app.setup.https_router import router as https
from app.setup.restore_router import router as restore
from app.setup.router import router as setup
from app.site.router import router as site
from app.transcription.files_router import router as transcription_files
from app.transcription.recording_reader import RecordingReader
from app.transcription.router import router as transcription
from app.usage.rollup import roll_up_usage
from app.users.entry_router import router as entry
from app.users.jobs import remove_expired as remove_expired_sign_ins
from app.users.profile_router import router as profile
from app.users.provider_router import router as provider
from app.users.router import router as users

ROUTERS: tuple[APIRouter, ...] = (
    health,
    metrics,
    site,
    contact,
    dashboard,
    admin_users,
    admin_usage,
    jobs,
    demo_requests,
    admin_plans,
    admin_settings,
    admin_models,
    setup,
    https,
    restore,
    security_events,
    users,
    entry,
    profile,
    provider,
    billing,
    billing_admin,
    stripe,
    renewal_check,
    invitations,
    interviews,
    candidate_links,
    recruiter_rooms,
    ice_servers,
    record_interviews,
    reviews,
    candidates,
    job_descriptions,
    documents,
    document_batches,
    matching,
    questions,
    question_templates,
    question_tracking,
    transcription,
    interview_data,
    interview_import,
    recording_imports,
    demo,
    transcription_files,
    recordings,
    analysis,
    live_analysis,
    reports,
    manual,
    operations,
)


SOCKET_EVENTS: tuple[EventTable, ...] = (COMMON_EVENTS, ROOM_EVENTS, DOCUMENT_EVENTS, BILLING_EVENTS)

FILE_KINDS = (
    FileKind(f"{DOCUMENTS_FOLDER}/*", document_repository.list_known_ids),
    FileKind(f"{RECORDINGS_FOLDER}/*/*", interviews_repository.list_known_ids, deletes_unknown=True),
    FileKind(
        f"{IMPORTS_FOLDER}/*/[01]", recording_import_repository.list_known, keep_orphans=timedelta(days=1)
    ),
)

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
    billing_watch: BillingWatch
    analysis_workers: AnalysisWorkers
    live_readings: LiveReadings
    document_workers: DocumentWorkers
    recording_reader: RecordingReader
    recording_import_workers: RecordingImportWorkers
    browser_restore: BrowserRestore
    model_downloads: ModelDownloads
    file_work: FileWork

    @classmethod
    def of(cls, state: AppState) -> AppServices:
        install_deletion(state, state.hooks)
        install_invitation_updates(state)
        install_recording_deletion(state, state.hooks)
        realtime = RealtimeServer()
        session_checks = SessionChecks(state, realtime)
        rooms = Rooms(state, realtime, session_checks)
        document_workers = DocumentWorkers(state)
        analysis_workers = AnalysisWorkers(state, is_ready=rooms.is_settled)
        install_analysis_deletion(state.hooks, analysis_workers)
        live_readings = LiveReadings(state, gate=rooms.transcriptions.lag_gate)
        state.hooks.after_interview_changed.append(live_readings.on_interview_changed)
        state.hooks.after_documents_deleted.append(document_workers.forget)
        recording_reader = RecordingReader()
        browser_restore = BrowserRestore(state)
        state.hooks.first_admin_created.append(lambda _session: browser_restore.close())
        return cls(
            state=state,
            realtime=realtime,
            session_checks=session_checks,
            rooms=rooms,
            document_watch=DocumentWatch(state, realtime, session_checks),
            billing_watch=BillingWatch(state, realtime, session_checks),
            analysis_workers=analysis_workers,
            live_readings=live_readings,
            document_workers=document_workers,
            recording_reader=recording_reader,
            browser_restore=browser_restore,
            model_downloads=ModelDownloads(state),
            file_work=FileWork(state, FILE_KINDS),
            recording_import_workers=RecordingImportWorkers(
                state, recording_reader, gate=rooms.transcriptions.lag_gate
            ),
        )

    async def start(self, *, installation_id: str) -> None:
        await self.document_workers.start()
        await self.analysis_workers.start()
        await self.recording_import_workers.start()
        await self.file_work.start(installation_id=installation_id)
        self.rooms.transcriptions.on_settled = self.analysis_workers.wake
        self.state.clock_watch.listeners += [
            self.document_workers.follow_clock_step,
            self.analysis_workers.follow_clock_step,
            self.recording_import_workers.follow_clock_step,
        ]

    async def take_over(self) -> None:
        """Take over the background work from a process that has ended."""
        await self.document_workers.recover()
        await self.analysis_workers.recover()
        await self.recording_import_workers.recover()

    async def check_room_access(self) -> None:
        """Remove sockets whose session has ended, and participants whose right to their room has."""
        await self.session_checks.check()
        await self.rooms.check_participants()

    async def stop(self) -> None:
        await self.browser_restore.stop()
        await self.model_downloads.stop()
        await self.document_workers.stop()
        await self.recording_import_workers.stop()
        await self.analysis_workers.stop()
        await self.live_readings.stop()
        await self.rooms.stop()
        await self.file_work.stop()


def install_hooks(state: AppState) -> None:
    """Connect the slices: higher ones react to events in lower ones."""
    hooks = state.hooks
    # An error in the plans file fails here, at start-up, instead of for the first user who needs a plan.
    load_default_plans()
    hooks.user_created.append(
        lambda session, user_id: billing_accounts.open_account(session, user_id, now=state.now())
    )
    hooks.first_admin_created.append(setup_progress.begin)
    hooks.first_admin_prepared.append(partial(prepare_demo_interview, state=state))
    hooks.count_running_interviews.append(
        lambda session, user_id: interviews_repository.count_running(session, owner_id=user_id)
    )
    hooks.interview_completed.append(
        lambda session, interview_id: analysis_service.queue_analysis(session, interview_id=interview_id)
    )
    hooks.summarize_interviews.append(partial(summarize_interviews, state=state))
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
        remove_old_links,
        lambda session, now: remove_old_events(session, now=now, days=state.settings.security_event_days),
        remove_old_job_runs,
        lambda session, now: remove_old_stripe_events(session, now=now),
        erase_removed_words,
        lambda session, now: recording_import_service.remove_abandoned(session, state=state, now=now),
    )
    return [
        JobSpec(key="end-overdue-interviews", every_seconds=2, run=partial(end_overdue_interviews, state)),
        JobSpec(
            key="watch-speech-engine",
            every_seconds=2,
            run=services.rooms.check_speech_engine,
            in_every_process=True,
        ),
        JobSpec(key="read-running-interviews", every_seconds=2, run=services.live_readings.check),
        JobSpec(
            key="check-room-access",
            every_seconds=15,
            run=services.check_room_access,
            in_every_process=True,
        ),
        JobSpec(
            key="release-rooms",
            every_seconds=2,
            run=services.rooms.release_claims,
            enabled_by_default=state.cluster is not None,
            in_every_process=True,
        ),
        JobSpec(key="write-answer-points", every_seconds=5, run=partial(write_answer_points, state)),
        JobSpec(key="send-reminders", every_seconds=60, run=partial(send_reminders, state)),
        JobSpec(key="deliver-mails", every_seconds=5, run=partial(deliver_emails, state)),
        JobSpec(key="embed-records", every_seconds=30, run=partial(embed_records, state)),
        JobSpec(key="continue-imports", every_seconds=30, run=partial(continue_imports, state)),
        JobSpec(key="roll-up-usage", every_seconds=3600, run=partial(roll_up_usage, state)),
        JobSpec(
            key="daily-renewal-check",
            daily_at_utc=DailyTime(hour=0, minute=10),
            run=partial(check_renewals, state),
            preview=partial(count_renewals, state),
        ),
        JobSpec(
            key="check-ledger",
            daily_at_utc=DailyTime(hour=3, minute=0),
            run=partial(check_ledger, state),
        ),
        JobSpec(
            key="remove-old-batches",
            daily_at_utc=DailyTime(hour=3, minute=45),
            run=partial(remove_old_batches, state),
            preview=partial(count_old_batches, state),
        ),
        JobSpec(
            key="remove-old-interviews",
            daily_at_utc=DailyTime(hour=3, minute=15),
            run=partial(remove_old_interviews, state),
            preview=partial(count_old_interviews, state),
        ),
        JobSpec(
            key="remove-old-recordings",
            daily_at_utc=DailyTime(hour=3, minute=20),
            run=partial(remove_old_recordings, state),
            preview=partial(count_old_recordings, state),
        ),
        JobSpec(
            key="remove-expired-records",
            daily_at_utc=DailyTime(hour=3, minute=30),
            run=partial(remove_expired_records, state, removers),
            preview=partial(count_expired_records, state, removers),
        ),
        JobSpec(
            key="back-up",
            daily_at_utc=DailyTime(hour=state.settings.backup_hour, minute=0),
            run=partial(back_up, state),
            preview=partial(count_backups, state),
            time_limit_seconds=JOB_LIMIT_SECONDS,
            enabled_by_default=state.settings.has_backups,
        ),
        JobSpec(
            key="rehearse-restore",
            daily_at_utc=DailyTime(hour=(state.settings.backup_hour + 2) % 24, minute=0, weekday=SUNDAY),
            run=partial(rehearse_restore, state),
            time_limit_seconds=JOB_LIMIT_SECONDS,
            enabled_by_default=state.settings.has_backups,
        ),
    ]
