"""One record of every kind for one user, and the ids by which routes find them."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from io import BytesIO
from typing import Any

from app.billing.tables import BillingAccount
from app.candidates.service import CandidateFacts
from app.contact.tables import DemoRequest
from app.core.ids import new_id, new_link_token
from app.core.state import AppState
from app.documents.facts import facts_to_wire
from app.documents.tables import Document, DocumentType, ProcessingStatus
from app.interview_import.recordings.rules import RecordingFile
from app.interview_import.recordings.service import add_first_file
from app.interview_import.recordings.storage import ImportFolder
from app.recordings.store import RecordingStore
from app.reports.tables import ReportLink
from app.reviews.tables import Reviewer
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import TranscriptSegment
from app.users import repository
from app.users.account_invitations import invite
from app.users.accounts import create_user
from app.users.codes import hash_token
from app.users.tables import InvitationPurpose, Role
from tests import factories
from tests.conftest import Person
from tests.documents import samples

Ids = dict[str, str]


def create_records(state: AppState, person: Person) -> Ids:
    """Create one record of each kind for ``person``; returns ids by the names of route parameters."""
    email = f"nora.of.{person.username}@example.com"
    candidate_id = factories.create_candidate(state, person.id, email=email)
    job_description_id = factories.create_job_description(state, person.id)
    links = {"candidateProfileId": candidate_id, "jobDescriptionId": job_description_id}
    with state.database.transaction() as session:
        # Enough credits for every interview that the tests start.
        session.get_one(BillingAccount, person.id).credits_remaining = 100
    interview = person.post("/api/interviews", json={"candidateName": "Cara", **links}).json()["interview"]
    interview_id = interview["_id"]
    consent = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
    assert person.post(consent, json={"accepted": True}).status_code == 200
    questions = f"/api/questions-crud/interview/{interview_id}/questions"
    question = {"question": f"What did {person.username} build?", "category": "technical", "estimatedTime": 5}
    question_id = person.post(questions, json=question).json()["question"]["_id"]
    template = {"name": f"By {person.username}", "interviewId": interview_id}
    template_id = person.post("/api/question-templates", json=template).json()["data"]["_id"]
    batch_id = person.post("/api/document-batches").json()["data"]["batchId"]
    document_id = _add_document(
        state,
        owner_id=person.id,
        batch_id=batch_id,
        interview_id=interview_id,
        candidate_id=candidate_id,
        job_description_id=job_description_id,
        facts=facts_to_wire(CandidateFacts(name="Nora Lindqvist", email=email)),
    )
    with state.database.transaction() as session:
        invited = create_user(session, username=f"invited-by-{person.username}", role=Role.RECRUITER)
        colleague = create_user(session, username=f"colleague-of-{person.username}", role=Role.RECRUITER)
        reviewer = Reviewer(interview_id=interview_id, user_id=colleague.id)
        session.add(reviewer)
        segment_id = new_id()
        session.add(
            TranscriptSegment(
                id=segment_id,
                interview_id=interview_id,
                sequence=1,
                speaker=Speaker.CANDIDATE,
                text=f"As {person.username} heard it.",
                started_seconds=1.0,
                ended_seconds=2.0,
                spoken_at=state.now(),
            )
        )
        invitation = invite(session, user=invited, purpose=InvitationPurpose.INVITE, now=state.now())
        sessions = repository.list_sessions(session, user_id=person.id, now=state.now())
        session_token_id = sessions[0].id
        demo_request = DemoRequest(name="Greta", email="greta@agency.example", company="Lind", phone="1")
        session.add(demo_request)
        session.flush()
        request_id = demo_request.id
        reviewer_id = reviewer.id
    finding_key = factories.store_report(state, interview_id)["strengths"][0]["key"]
    link_id, report_token = _share_report(state, interview_id)
    recording_token = _record_audio(state, person, interview_id)
    import_id = _add_recording_import(state, person)
    operation_id = new_id()
    state.operations.begin((f"Bearer {person.token}", operation_id))
    return {
        "username": person.username,
        "password": factories.PASSWORD,
        "user_id": person.id,
        "session_token_id": session_token_id,
        "interview_id": interview_id,
        "token_or_id": interview["recruiterToken"],
        "token": interview["candidateToken"],
        "room_id": interview["roomId"],
        "invitation": invitation,
        "candidate_id": candidate_id,
        "email": email,
        "job_description_id": job_description_id,
        "link_id": link_id,
        "report_token": report_token,
        "recording_token": recording_token,
        "import_id": import_id,
        "track": "candidate",
        "question_id": question_id,
        "template_id": template_id,
        "batch_id": batch_id,
        "document_id": document_id,
        "operation_id": operation_id,
        "request_id": request_id,
        "reviewer_id": reviewer_id,
        "segment_id": segment_id,
        "finding_key": finding_key,
        "number": "1",
        "text": "terms",
        "key": "remove-expired-records",
        "plan_key": "starter",
        "manual_name": "glossary",
    }


def _record_audio(state: AppState, person: Person, interview_id: str) -> str:
    """Record a second of the candidate; the token of the link to it."""
    writer = RecordingStore.of(state).create(interview_id, Speaker.CANDIDATE)
    writer.append(0, bytes(32_000))
    writer.close()
    tracks = person.get(f"/api/interviews/{interview_id}/recording").json()["data"]["tracks"]
    return str(tracks[0]["url"]).split("/")[3]


def _add_recording_import(state: AppState, person: Person) -> str:
    """A draft of an import, with a file that is not audio."""
    import_id = new_id()
    size = ImportFolder.of(state.settings).store(BytesIO(b"not audio"), import_id=import_id, number=0)
    file = RecordingFile("call.wav", size, 1.0, channels=2, are_alike=False)
    with state.database.transaction() as session:
        return add_first_file(session, owner_id=person.id, import_id=import_id, file=file).id


def _share_report(state: AppState, interview_id: str) -> tuple[str, str]:
    """Create a link to the interview's report; its id and token."""
    link_id, token = new_id(), new_link_token()
    with state.database.transaction() as session:
        session.add(
            ReportLink(
                id=link_id,
                interview_id=interview_id,
                token_hash=hash_token(token),
                expires_at=state.now() + timedelta(days=7),
                created_at=state.now(),
            )
        )
    return link_id, token


def _add_document(state: AppState, **columns: Any) -> str:
    content = samples.make_pdf(f"Cover letter of {columns['owner_id']}")
    document_id = new_id()
    folder = state.settings.documents_dir
    folder.mkdir(exist_ok=True)
    (folder / document_id).write_bytes(content)
    with state.database.transaction() as session:
        session.add(
            Document(
                id=document_id,
                original_name="letter.pdf",
                mime_type="application/pdf",
                file_size_bytes=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
                type=DocumentType.COVER_LETTER,
                type_confidence=0.9,
                processing_status=ProcessingStatus.COMPLETED,
                raw_text="Cover letter",
                created_at=state.now(),
                **columns,
            )
        )
    return document_id
