"""Who may use each route of the API. A route without a line here fails test_access.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class Access(Enum):
    PUBLIC = auto()
    """No sign-in needed, and a sign-in makes no difference."""
    LINK = auto()
    """No sign-in needed: the token in the path or query is the permission. Any other value is 404."""
    SAME_CALLER = auto()
    """Only with the very Authorization header that started the operation; 404 for everyone else."""
    SIGNED_IN = auto()
    """Every user; shows and changes only the user's own data."""
    OWNER = auto()
    """The owner of the record; 404 for other recruiters."""
    ADMIN = auto()
    """Admins; 403 for recruiters."""


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
TEMPLATES = "/api/question-templates"
TEMPLATE = TEMPLATES + "/{template_id}"
TRANSCRIPT = "/api/interview/{interview_id}/transcript"
SECOND_FACTOR = "/api/profile/second-factor"
ADMIN_USER = "/api/admin/users/{user_id}"

_QUESTION = {"question": "What did you build last?", "category": "technical", "estimatedTime": 7}
_TWO_CALLS = {"interviewId": "{interview_id}", "distribution": {"technical": 1}}

PUBLIC = Route(Access.PUBLIC)
SIGNED_IN = Route(Access.SIGNED_IN)
OWNER = Route(Access.OWNER)
ADMIN = Route(Access.ADMIN)


def owner(json: Any) -> Route:
    return Route(Access.OWNER, json=json)


ROUTES: dict[tuple[str, str], Route] = {
    # The site
    ("GET", "/api/health"): PUBLIC,
    ("GET", "/api/site"): PUBLIC,
    ("GET", "/api/site/texts/{text}"): PUBLIC,
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
    ("POST", "/api/auth/register"): Route(
        Access.PUBLIC,
        json={"name": "New", "email": "new@example.com", "username": "new", "password": "{password}"},
    ),
    ("GET", "/auth/provider"): PUBLIC,
    ("GET", "/auth/google"): PUBLIC,
    ("GET", "/auth/callback"): PUBLIC,
    ("GET", "/api/auth/invitations/{token}"): Route(Access.LINK),
    ("POST", "/api/auth/invitations/{token}"): Route(Access.LINK, json={"password": "{password}"}),
    ("GET", "/api/auth/me"): SIGNED_IN,
    ("POST", "/api/auth/logout"): SIGNED_IN,
    ("POST", "/api/auth/logout-everywhere"): SIGNED_IN,
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
    ("GET", "/api/billing/admin/accounts/{user_id}"): ADMIN,
    # Interviews
    ("GET", "/api/interviews"): SIGNED_IN,
    ("POST", "/api/interviews"): Route(Access.SIGNED_IN, json={"title": "Chef"}),
    ("GET", "/api/interviews/clashes"): Route(
        Access.SIGNED_IN, query={"start": "2099-01-01T09:00:00Z", "minutes": "30"}
    ),
    ("GET", INTERVIEW): OWNER,
    ("PATCH", INTERVIEW): owner({"title": "Mine?"}),
    ("DELETE", "/api/interview/{interview_id}"): OWNER,
    ("POST", INTERVIEW + "/send-invites"): owner({"startIso": "2099-01-01T09:00:00Z"}),
    ("GET", INTERVIEW + "/invitations"): OWNER,
    ("GET", INTERVIEW + "/invite.ics"): OWNER,
    ("GET", CANDIDATE_LINK): Route(Access.LINK),
    ("POST", CANDIDATE_LINK + "/consent"): Route(Access.LINK, json={"accepted": True}),
    ("GET", RECRUITER_ROOM): OWNER,
    ("PATCH", RECRUITER_ROOM + "/start"): OWNER,
    ("PATCH", RECRUITER_ROOM + "/complete"): OWNER,
    ("PATCH", RECRUITER_ROOM + "/notes"): owner({"liveNotes": "Mine?"}),
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
    ("GET", TEMPLATES): SIGNED_IN,
    ("POST", TEMPLATES): owner({"name": "Mine", "interviewId": "{interview_id}"}),
    ("PATCH", TEMPLATE): owner({"name": "Mine?", "isShared": True}),
    ("POST", TEMPLATE + "/apply"): owner({"interviewId": "{interview_id}"}),
    ("DELETE", TEMPLATE): OWNER,
    # Transcription and analysis
    ("GET", TRANSCRIPT): OWNER,
    ("POST", TRANSCRIPT + "/append"): owner({"segments": [{"speaker": "candidate", "text": "Mine?"}]}),
    ("POST", "/api/transcription/token"): Route(Access.SIGNED_IN, json={}),
    ("POST", "/api/transcription/whisper"): Route(Access.SIGNED_IN, file="file"),
    ("GET", "/api/aisense/analysis/{interview_id}"): OWNER,
    ("POST", "/api/aisense/analyze"): owner({"interviewId": "{interview_id}"}),
    ("GET", "/api/aisense/readiness/{interview_id}"): OWNER,
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
    ("POST", ADMIN_USER + "/end-sessions"): ADMIN,
    ("POST", ADMIN_USER + "/reset-second-factor"): ADMIN,
    ("GET", "/api/jobs/registry"): ADMIN,
    ("GET", "/api/jobs"): ADMIN,
    ("POST", "/api/jobs/{key}/run"): Route(Access.ADMIN, json={"dryRun": True}),
    ("GET", "/api/admin/demo-requests"): ADMIN,
    ("DELETE", "/api/admin/demo-requests/{request_id}"): ADMIN,
    ("GET", "/api/admin/settings"): ADMIN,
    ("PATCH", "/api/admin/settings"): Route(Access.ADMIN, json={"values": {}}),
    ("PUT", "/api/admin/settings/logo"): Route(Access.ADMIN, file="logo"),
    ("DELETE", "/api/admin/settings/logo"): ADMIN,
    ("POST", "/api/admin/settings/test-mail"): Route(Access.ADMIN, json={"to": "ada@example.com"}),
}
