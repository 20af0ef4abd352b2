"""Test data made directly in the database: users, session tokens, candidate profiles, job descriptions."""

from __future__ import annotations

from typing import Any

from app.candidates.service import CandidateFacts, save_candidate
from app.core.state import AppState
from app.job_descriptions.service import JobFacts, save_job_description
from app.users import accounts, repository
from app.users.sessions import Visit, open_session
from app.users.tables import Role, SignInMethod

PASSWORD = "correct horse battery"


def create_user(state: AppState, username: str, *, role: Role = Role.RECRUITER, **fields: Any) -> str:
    """A user with PASSWORD and an open account; the user's id."""
    defaults = {
        "password": PASSWORD,
        "name": username.capitalize(),
        "email": f"{username}@example.com",
    }
    with state.database.transaction() as session:
        user = accounts.create_user(session, username=username, role=role, **(defaults | fields))
        for hook in state.hooks.user_created:
            hook(session, user.id)
        return user.id


def sign_in(state: AppState, user_id: str, *, method: SignInMethod = SignInMethod.PASSWORD) -> str:
    """Open a session for the user without the HTTP sign-in; the session token."""
    with state.database.transaction() as session:
        user = repository.find_by_id(session, user_id)
        assert user is not None
        return open_session(
            session,
            user=user,
            visit=Visit(method=method, device="testclient"),
            secret=state.session_secret,
            now=state.now(),
            hours=state.settings.session_hours,
        )


def create_candidate(state: AppState, owner_id: str, name: str = "Nora Lindqvist", **facts: Any) -> str:
    """A candidate profile; ``facts`` are fields of CandidateFacts. The profile's id."""
    with state.database.transaction() as session:
        found = CandidateFacts(name=name, **facts)
        return save_candidate(session, owner_id=owner_id, facts=found).id


def create_job_description(state: AppState, owner_id: str, title: str = "Chef", **parsed: Any) -> str:
    """A job description; ``parsed`` are its parsed fields. Its id."""
    with state.database.transaction() as session:
        facts = JobFacts(parsed={"title": title, **parsed}, raw_text=title)
        return save_job_description(session, owner_id=owner_id, facts=facts).id
