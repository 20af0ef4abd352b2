"""Who may use each route of the API. A route without a line here fails test_access.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class Access(Enum):
    PUBLIC = auto()
    """No sign-in needed, and a sign-in makes no difference."""
    SETUP = auto()
    """Only with the token for which the setup code was exchanged; 401 for everyone else."""
    LINK = auto()
    """No sign-in needed: the token in the path or query is the permission. Any other value is 404."""
    SAME_CALLER = auto()
    """Only with the same Authorization header that started the operation; 404 for everyone else."""
    SIGNED_IN = auto()
    """Every user; shows and changes only the user's own data."""
    OWNER = auto()
    """The owner of the record; 404 for other recruiters."""
    REVIEWER = auto()
    """The owner of the interview and the users named to review it; 404 for other recruiters."""
    ADMIN = auto()
    """Admins; 403 for recruiters."""
    ADMIN_OWNER = auto()
    """Admins, for their own records only; 403 for recruiters, 404 for other admins."""


@dataclass(frozen=True)
class Route:
    """The access to a route, and a valid request; ``{names}`` are placeholders for record ids."""

    access: Access
    json: Any = None
    query: dict[str, str] | None = None
    form: dict[str, str] | None = None
    file: str | None = None
    """The form field of an uploaded file."""


INTERVIEW = "/api/interviews/{interview_id}"
REVIEW = INTERVIEW + "/review"
CANDIDATE_LINK = "/api/interviews/candidate/{token}"
RECRUITER_ROOM = "/api/interviews/recruiter/{token_or_id}"
CANDIDATE = "/api/candidates/{candidate_id}"
CANDIDATE_PROFILE = "/api/candidates/profile/{candidate_id}"
JOB = "/api/job-descriptions/{job_description_id}"
DOCUMENT = "/api/documents/{document_id}"
BATCH = "/api/document-batches/{batch_id}"
QUESTION_SET = "/api/questions/interview/{interview_id}"
QUESTIONS = "/api/questions-crud/interview/{interview_id}/questions"
QUESTION = QUESTIONS + "/{question_id}"
TRACK = "/api/questions-tracking/interview/{interview_id}/questions/{question_id}/track"
SUGGESTION = "/api/questions-tracking/interview/{interview_id}/questions/{question_id}/suggestion"
REPORT_LINKS = INTERVIEW + "/report-links"
TEMPLATES = "/api/question-templates"
TEMPLATE = TEMPLATES + "/{template_id}"
FINDING = "/api/aisense/analysis/{interview_id}/findings/{finding_key}"
INTERVIEW_DATA = "/api/interview/{interview_id}"
RECORDING_IMPORTS = "/api/interview-imports/recordings"
RECORDING_IMPORT = RECORDING_IMPORTS + "/{import_id}"
TRANSCRIPT = "/api/interview/{interview_id}/transcript"
SECOND_FACTOR = "/api/profile/second-factor"
ADMIN_USER = "/api/admin/users/{user_id}"
BILLING_ACCOUNT = "/api/billing/admin/accounts/{user_id}"

_QUESTION = {"question": "What did you build last?", "category": "technical", "estimatedTime": 7}
_TWO_CALLS = {"interviewId": "{interview_id}", "distribution": {"technical": 1}}

PUBLIC = Route(Access.PUBLIC)
SETUP = Route(Access.SETUP)
SIGNED_IN = Route(Access.SIGNED_IN)
OWNER = Route(Access.OWNER)
REVIEWER = Route(Access.REVIEWER)
ADMIN = Route(Access.ADMIN)


def owner(json: Any) -> Route:
    return Route(Access.OWNER, json=json)


ROUTES: dict[tuple[str, str], Route] = {
    # The site
    ("GET", "/api/health"): PUBLIC,
    ("GET", "/api/health/live"): PUBLIC,
    ("GET", "/api/health/ready"): PUBLIC,
    ("GET", "/metrics"): ADMIN,
    ("GET", "/api/site"): PUBLIC,
    ("GET", "/api/site/texts/{text}"): PUBLIC,
    ("GET", "/api/site/certificate-authority"): PUBLIC,
    ("GET", "/api/site/logo"): PUBLIC,
    ("GET", "/api/contact/challenge"): PUBLIC,
    ("POST", "/api/contact/request-demo"): Route(
        Access.PUBLIC,
        json={
            "name": "Greta Lind",
            "email": "greta@agency.example",
            "company": "Lind",
            "phone": "+46 8 123 456",
            "recaptchaToken": "not solved",
        },
    ),
    # Signing in
    ("POST", "/api/admin/login"): Route(
        Access.PUBLIC, json={"username": "{username}", "password": "{password}"}
    ),
    ("POST", "/api/auth/second-factor"): Route(Access.PUBLIC, json={"challenge": "x", "code": "123456"}),
    ("GET", "/api/setup"): PUBLIC,
    ("POST", "/api/setup"): Route(
        Access.PUBLIC, json={"code": "x", "username": "first", "password": "{password}"}
    ),
    ("POST", "/api/setup/restore"): Route(Access.PUBLIC, json={"code": "x"}),
    ("GET", "/api/setup/restore"): SETUP,
    ("DELETE", "/api/setup/restore"): SETUP,
    ("POST", "/api/setup/restore/chunks"): Route(
        Access.SETUP, query={"offset": "0", "totalBytes": "24"}, file="chunk"
    ),
    ("POST", "/api/setup/restore/start"): Route(Access.SETUP, json={"name": "monday.backup"}),
    ("POST", "/api/auth/register"): Route(
        Access.PUBLIC,
        json={"name": "New", "email": "new@example.com", "username": "new", "password": "{password}"},
    ),
    ("GET", "/auth/provider"): PUBLIC,
    ("GET", "/auth/google"): PUBLIC,
    ("GET", "/auth/callback"): PUBLIC,
    ("POST", "/auth/session"): Route(Access.PUBLIC, json={"token": "x"}),
    ("GET", "/api/auth/invitations/{token}"): Route(Access.LINK),
    ("POST", "/api/auth/invitations/{token}"): Route(Access.LINK, json={"password": "{password}"}),
    ("GET", "/api/auth/me"): SIGNED_IN,
    ("POST", "/api/auth/logout"): SIGNED_IN,
    ("POST", "/api/auth/logout-everywhere"): SIGNED_IN,
    ("POST", "/api/auth/confirm"): Route(Access.SIGNED_IN, json={"password": "{password}"}),
    ("GET", "/api/auth/sessions"): SIGNED_IN,
    ("DELETE", "/api/auth/sessions/{session_token_id}"): OWNER,
    ("GET", "/api/admin/verify"): ADMIN,
    # The profile
    ("GET", "/api/profile"): SIGNED_IN,
    ("PATCH", "/api/profile"): Route(Access.SIGNED_IN, json={"name": "Someone"}),
    ("POST", "/api/profile/password"): Route(
        Access.SIGNED_IN, json={"currentPassword": "{password}", "newPassword": "{password} again"}
    ),
    ("GET", SECOND_FACTOR): SIGNED_IN,
    ("POST", SECOND_FACTOR + "/begin"): Route(Access.SIGNED_IN, json={"password": "{password}"}),
    ("POST", SECOND_FACTOR + "/confirm"): Route(Access.SIGNED_IN, json={"code": "123456"}),
    ("POST", SECOND_FACTOR + "/recovery-codes"): Route(Access.SIGNED_IN, json={"code": "123456"}),
    ("POST", SECOND_FACTOR + "/disable"): Route(Access.SIGNED_IN, json={"code": "123456"}),
    # Billing
    ("GET", "/api/billing/plans"): PUBLIC,
    ("GET", "/api/billing/rules"): PUBLIC,
    ("GET", "/api/billing/summary"): SIGNED_IN,
    ("GET", "/api/billing/can-start"): SIGNED_IN,
    ("GET", "/api/billing/ledger"): SIGNED_IN,
    ("POST", "/api/billing/set-plan"): Route(Access.SIGNED_IN, json={"plan": "free"}),
    ("GET", "/api/billing/stripe/checkout/success"): Route(
        Access.SIGNED_IN, query={"session_id": "cs_test_1"}
    ),
    ("POST", "/api/billing/stripe/topup/checkout"): Route(Access.SIGNED_IN, json={"quantity": 1}),
    ("POST", "/api/billing/stripe/portal"): SIGNED_IN,
    # Stripe's signature is the permission: tests/billing/stripe/test_webhook.py.
    ("POST", "/api/billing/stripe/webhook"): PUBLIC,
    ("GET", BILLING_ACCOUNT): ADMIN,
    ("GET", BILLING_ACCOUNT + "/ledger"): ADMIN,
    ("POST", BILLING_ACCOUNT + "/set-plan"): Route(Access.ADMIN, json={"plan": "starter"}),
    ("POST", BILLING_ACCOUNT + "/set-next-renewal"): Route(
        Access.ADMIN, json={"nextRenewalDate": "2190-01-31T12:00:00Z"}
    ),
    ("POST", BILLING_ACCOUNT + "/topup"): Route(Access.ADMIN, json={"credits": 10}),
    ("POST", BILLING_ACCOUNT + "/grant-credits"): Route(Access.ADMIN, json={"credits": 5}),
    ("POST", BILLING_ACCOUNT + "/adjust"): Route(Access.ADMIN, json={"delta": 1}),
    ("POST", BILLING_ACCOUNT + "/documents/set-remaining"): Route(Access.ADMIN, json={"remaining": 7}),
    ("POST", BILLING_ACCOUNT + "/set-credits-included"): Route(
        Access.ADMIN, json={"creditsIncludedPerMonth": 20}
    ),
    ("POST", BILLING_ACCOUNT + "/set-documents-included"): Route(
        Access.ADMIN, json={"documentsIncludedPerMonth": 20}
    ),
    ("POST", "/api/billing/admin/jobs/daily-renewal-check"): Route(Access.ADMIN, json={"dryRun": True}),
    # Interviews
    ("GET", "/api/interviews"): SIGNED_IN,
    ("POST", "/api/interviews"): owner(
        {
            "title": "Chef",
            "candidateProfileId": "{candidate_id}",
            "jobDescriptionId": "{job_description_id}",
        }
    ),
    ("GET", "/api/interviews/clashes"): Route(
        Access.SIGNED_IN, query={"start": "2099-01-01T09:00:00Z", "minutes": "30"}
    ),
    ("GET", INTERVIEW): OWNER,
    ("PATCH", INTERVIEW): owner({"title": "Mine?"}),
    ("DELETE", "/api/interview/{interview_id}"): OWNER,
    ("POST", INTERVIEW + "/new-link"): OWNER,
    ("GET", INTERVIEW + "/consents"): OWNER,
    ("POST", INTERVIEW + "/send-invites"): owner({"startIso": "2099-01-01T09:00:00Z"}),
    ("GET", INTERVIEW + "/invitations"): OWNER,
    ("GET", INTERVIEW + "/invite.ics"): OWNER,
    ("GET", CANDIDATE_LINK): Route(Access.LINK),
    ("GET", CANDIDATE_LINK + "/ice-servers"): Route(Access.LINK),
    ("POST", CANDIDATE_LINK + "/consent"): Route(Access.LINK, json={"accepted": True}),
    ("GET", "/api/interviews/capacity"): SIGNED_IN,
    ("GET", RECRUITER_ROOM): OWNER,
    ("GET", RECRUITER_ROOM + "/ice-servers"): OWNER,
    ("PATCH", RECRUITER_ROOM + "/start"): OWNER,
    ("PATCH", RECRUITER_ROOM + "/complete"): OWNER,
    ("PATCH", RECRUITER_ROOM + "/notes"): owner({"liveNotes": "Mine?"}),
    ("PATCH", RECRUITER_ROOM + "/status"): Route(Access.ADMIN_OWNER, json={"status": "in_progress"}),
    # Reviews
    ("GET", "/api/reviews"): SIGNED_IN,
    ("GET", REVIEW): REVIEWER,
    ("PUT", REVIEW): Route(Access.REVIEWER, json={"technical": 7}),
    ("POST", REVIEW + "/look"): REVIEWER,
    ("GET", REVIEW + "/history"): REVIEWER,
    ("PUT", INTERVIEW + "/decision"): owner({"outcome": "hold", "reason": "Second interview first."}),
    ("GET", INTERVIEW + "/reviewers/available"): Route(Access.OWNER, query={"q": "colleague"}),
    ("POST", INTERVIEW + "/reviewers"): owner({"username": "colleague-of-{username}"}),
    ("DELETE", INTERVIEW + "/reviewers/{reviewer_id}"): OWNER,
    # Candidates and job descriptions
    ("GET", "/api/candidates/profiles"): SIGNED_IN,
    ("GET", "/api/candidates/export.csv"): SIGNED_IN,
    ("GET", "/api/candidates/search"): Route(Access.SIGNED_IN, query={"q": "Nora"}),
    ("GET", "/api/candidates/profile/email/{email}"): OWNER,
    ("GET", CANDIDATE_PROFILE): OWNER,
    ("PATCH", CANDIDATE_PROFILE): owner({"name": "Mine?"}),
    ("GET", CANDIDATE + "/interview-count"): OWNER,
    ("GET", CANDIDATE + "/interviews"): OWNER,
    ("GET", CANDIDATE + "/history"): OWNER,
    ("GET", CANDIDATE + "/documents"): OWNER,
    ("DELETE", CANDIDATE): OWNER,
    ("GET", "/api/job-descriptions"): SIGNED_IN,
    ("GET", "/api/job-descriptions/export.csv"): SIGNED_IN,
    ("GET", "/api/job-descriptions/search"): Route(Access.SIGNED_IN, query={"q": "Chef"}),
    ("GET", JOB): OWNER,
    ("PATCH", JOB): owner({"status": "closed"}),
    ("GET", JOB + "/interview-count"): OWNER,
    ("GET", JOB + "/interviews"): OWNER,
    ("GET", JOB + "/history"): OWNER,
    ("GET", JOB + "/documents"): OWNER,
    ("DELETE", JOB): OWNER,
    ("GET", JOB + "/matches"): OWNER,
    ("GET", CANDIDATE + "/matches"): OWNER,
    ("GET", JOB + "/matches/{candidate_id}"): OWNER,
    ("GET", CANDIDATE + "/matches/{job_description_id}"): OWNER,
    # Documents
    ("POST", "/api/documents/process"): Route(
        Access.OWNER, file="document", form={"interviewId": "{interview_id}"}
    ),
    ("POST", "/api/documents/convert"): Route(Access.SIGNED_IN, file="document"),
    ("POST", "/api/documents/detect-type"): Route(Access.SIGNED_IN, json={"text": "Curriculum vitae"}),
    ("POST", "/api/documents/parse"): Route(Access.SIGNED_IN, json={"text": "Nora", "type": "cv"}),
    ("GET", "/api/documents/interview/{interview_id}"): OWNER,
    ("GET", DOCUMENT): OWNER,
    ("GET", DOCUMENT + "/file"): OWNER,
    ("GET", DOCUMENT + "/pages"): OWNER,
    ("GET", DOCUMENT + "/pages/{number}.png"): OWNER,
    ("POST", DOCUMENT + "/retry"): OWNER,
    ("POST", DOCUMENT + "/merge"): OWNER,
    ("DELETE", DOCUMENT): OWNER,
    ("GET", "/api/document-batches"): SIGNED_IN,
    ("POST", "/api/document-batches"): SIGNED_IN,
    ("GET", BATCH): OWNER,
    ("POST", BATCH + "/documents"): Route(Access.OWNER, file="document", query={"wait": "false"}),
    ("GET", BATCH + "/preview"): OWNER,
    ("GET", BATCH + "/documents/{document_id}/merge"): OWNER,
    ("POST", BATCH + "/commit"): owner({"selectedCandidates": ["a document of no batch"]}),
    ("DELETE", BATCH): OWNER,
    # Questions
    ("GET", QUESTION_SET): OWNER,
    ("POST", QUESTION_SET): owner({}),
    ("POST", "/api/questions/generate"): owner(_TWO_CALLS),
    ("POST", "/api/questions/warm-up"): owner({"interviewId": "{interview_id}"}),
    ("POST", QUESTIONS): owner(_QUESTION),
    ("DELETE", QUESTIONS): OWNER,
    ("PATCH", QUESTION): owner({"question": "Mine?"}),
    ("POST", QUESTION + "/rewrite"): owner({}),
    ("PATCH", "/api/questions-crud/interview/{interview_id}/order"): owner({"questionIds": []}),
    ("DELETE", QUESTION): OWNER,
    ("PATCH", TRACK): owner({"humanTracking": {"status": "asked"}}),
    ("POST", "/api/questions-tracking/analyze-transcript"): owner({"interviewId": "{interview_id}"}),
    ("POST", SUGGESTION): owner({"segmentId": "line-1", "action": "accept"}),
    ("GET", TEMPLATES): SIGNED_IN,
    ("POST", TEMPLATES): owner({"name": "Mine", "interviewId": "{interview_id}"}),
    ("PATCH", TEMPLATE): owner({"name": "Mine?", "isShared": True}),
    ("POST", TEMPLATE + "/apply"): owner({"interviewId": "{interview_id}"}),
    ("DELETE", TEMPLATE): OWNER,
    # Transcription and analysis
    ("PUT", TRANSCRIPT + "/{segment_id}"): owner({"text": "Mine?"}),
    ("GET", TRANSCRIPT): REVIEWER,
    ("POST", TRANSCRIPT + "/append"): owner({"segments": [{"speaker": "candidate", "text": "Mine?"}]}),
    ("POST", "/api/interview-imports/preview"): Route(Access.SIGNED_IN, file="transcript"),
    ("POST", "/api/interview-imports"): Route(
        Access.SIGNED_IN, file="transcript", form={"details": "not JSON"}
    ),
    ("GET", RECORDING_IMPORTS): SIGNED_IN,
    ("POST", RECORDING_IMPORTS): Route(Access.SIGNED_IN, file="recording"),
    ("POST", RECORDING_IMPORT + "/files"): Route(Access.OWNER, file="recording"),
    ("POST", RECORDING_IMPORT + "/samples"): OWNER,
    ("POST", RECORDING_IMPORT + "/start"): owner(
        {
            "interviewerVoice": 0,
            "consentConfirmed": True,
            "candidateName": "Mine?",
            "heldAt": "2020-03-01T09:00:00Z",
        }
    ),
    ("POST", RECORDING_IMPORT + "/retry"): OWNER,
    ("DELETE", RECORDING_IMPORT): OWNER,
    ("POST", INTERVIEW_DATA + "/init"): OWNER,
    ("GET", INTERVIEW_DATA): OWNER,
    ("GET", INTERVIEW_DATA + "/stats"): OWNER,
    ("POST", INTERVIEW_DATA + "/questions"): owner({"questions": [{"question": "Mine?"}]}),
    ("PUT", INTERVIEW_DATA + "/assessment"): owner({"assessment": {"summary": "Mine?"}}),
    ("POST", INTERVIEW_DATA + "/demo/generate-transcript"): Route(
        Access.ADMIN_OWNER, json={"scenario": "backend"}
    ),
    ("DELETE", INTERVIEW_DATA + "/demo/clear-transcript"): Route(Access.ADMIN_OWNER),
    ("GET", "/api/transcription/languages"): SIGNED_IN,
    ("POST", "/api/transcription/token"): Route(Access.SIGNED_IN, json={}),
    ("POST", "/api/transcription/whisper"): Route(Access.SIGNED_IN, file="file"),
    ("GET", INTERVIEW + "/recording"): REVIEWER,
    ("GET", "/api/recordings/{recording_token}/{track}.wav"): Route(Access.LINK),
    ("POST", "/inference"): Route(Access.SIGNED_IN, file="file"),
    ("GET", "/health"): PUBLIC,
    ("GET", "/api/aisense/analysis/{interview_id}"): REVIEWER,
    ("PUT", FINDING): Route(Access.REVIEWER, json={"isStruck": True, "reason": "Mine?"}),
    ("POST", "/api/aisense/analysis/{interview_id}/cancel"): OWNER,
    ("POST", "/api/aisense/analyze"): owner({"interviewId": "{interview_id}"}),
    ("POST", "/api/aisense/live"): owner({"interviewId": "{interview_id}"}),
    ("GET", "/api/aisense/readiness/{interview_id}"): OWNER,
    # Exports and shared reports
    ("GET", INTERVIEW + "/export"): Route(Access.REVIEWER, query={"file": "transcript.txt"}),
    ("GET", REPORT_LINKS): OWNER,
    ("POST", REPORT_LINKS): owner({"label": "Hiring manager", "days": 7}),
    ("DELETE", REPORT_LINKS + "/{link_id}"): OWNER,
    ("GET", "/api/shared-reports/{report_token}"): Route(Access.LINK),
    ("GET", "/api/operations/{operation_id}"): Route(Access.SAME_CALLER),
    # Administration
    ("GET", "/api/admin/dashboard"): ADMIN,
    ("GET", "/api/admin/users"): ADMIN,
    ("POST", "/api/admin/users"): Route(
        Access.ADMIN,
        json={"username": "dora", "name": "Dora", "role": "recruiter", "delivery": "one_time_password"},
    ),
    ("GET", ADMIN_USER): ADMIN,
    ("PATCH", ADMIN_USER): Route(Access.ADMIN, json={"name": "Someone"}),
    ("POST", ADMIN_USER + "/reset-password"): Route(Access.ADMIN, json={"delivery": "one_time_password"}),
    ("GET", ADMIN_USER + "/usage"): ADMIN,
    ("GET", ADMIN_USER + "/usage/export.csv"): ADMIN,
    ("GET", "/api/admin/usage/export.csv"): ADMIN,
    ("DELETE", ADMIN_USER): Route(Access.ADMIN, query={"records": "delete"}),
    ("POST", ADMIN_USER + "/end-sessions"): ADMIN,
    ("POST", ADMIN_USER + "/reset-second-factor"): ADMIN,
    ("GET", "/api/jobs/registry"): ADMIN,
    ("GET", "/api/jobs"): ADMIN,
    ("POST", "/api/jobs/{key}/run"): Route(Access.ADMIN, json={"dryRun": True}),
    ("GET", "/api/admin/plans"): ADMIN,
    ("PUT", "/api/admin/plans/{plan_key}"): Route(
        Access.ADMIN,
        json={
            "displayName": "Starter",
            "monthlyPriceCents": 3900,
            "creditsIncludedPerMonth": 20,
            "documentsIncludedPerMonth": 200,
            "startingCredits": 0,
            "startingDocuments": 0,
        },
    ),
    ("GET", "/api/admin/security-events"): ADMIN,
    ("GET", "/api/admin/security-events/export.csv"): ADMIN,
    ("GET", "/api/admin/demo-requests"): ADMIN,
    ("DELETE", "/api/admin/demo-requests/{request_id}"): ADMIN,
    ("GET", "/api/admin/settings"): ADMIN,
    ("PATCH", "/api/admin/settings"): Route(Access.ADMIN, json={"values": {}}),
    ("PUT", "/api/admin/settings/logo"): Route(Access.ADMIN, file="logo"),
    ("DELETE", "/api/admin/settings/logo"): ADMIN,
    ("POST", "/api/admin/settings/test-mail"): Route(Access.ADMIN, json={"to": "ada@example.com"}),
    ("GET", "/api/manual"): SIGNED_IN,
    ("GET", "/api/manual/{manual_name}"): SIGNED_IN,
    ("POST", "/api/demo-interview"): ADMIN,
    ("GET", "/api/admin/models"): ADMIN,
    ("POST", "/api/admin/models/download"): Route(
        Access.ADMIN,
        json={"url": "http://127.0.0.1:9/model.gguf", "sha256": "0" * 64, "kind": "llm"},
    ),
    ("DELETE", "/api/admin/models/download"): ADMIN,
    ("POST", "/api/admin/models/upload/chunks"): Route(
        Access.ADMIN,
        query={"name": "model.gguf", "kind": "llm", "offset": "0", "totalBytes": "24"},
        file="chunk",
    ),
    ("POST", "/api/admin/models/upload"): Route(Access.ADMIN, json={"name": "model.gguf", "kind": "llm"}),
    ("GET", "/api/admin/setup"): ADMIN,
    ("PUT", "/api/admin/setup"): Route(Access.ADMIN, json={"step": "mail", "outcome": "skipped"}),
    ("POST", "/api/admin/setup/check"): Route(Access.ADMIN, json={"step": "mail"}),
    ("POST", "/api/admin/setup/write"): ADMIN,
    ("POST", "/api/admin/setup/measure"): ADMIN,
    ("GET", "/api/admin/setup/https"): ADMIN,
    ("POST", "/api/admin/setup/https/authority"): Route(
        Access.ADMIN, json={"names": ["gr.example.lan"], "publicUrl": "https://gr.example.lan"}
    ),
    ("POST", "/api/admin/setup/https/certificate"): Route(
        Access.ADMIN, form={"publicUrl": "https://gr.example.lan"}, file="certificate"
    ),
    ("DELETE", "/api/admin/setup/https"): ADMIN,
    ("POST", "/api/admin/setup/restart"): ADMIN,
}
