"""Installation of automatic invitation updates, so that code that changes interviews need not send them."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.core.state import AppState
from app.interviews.invitations.appointments import load_context
from app.interviews.invitations.service import cancel_invitations, send_updates
from app.interviews.tables import Interview


def install_invitation_updates(state: AppState) -> None:
    """Send updates at the end of every transaction, and cancellations before an interview is deleted."""

    def follow(session: Session) -> None:
        send_updates(session, settings=state.settings, now=state.now())

    def cancel(session: Session, interview_id: str) -> None:
        interview = session.get_one(Interview, interview_id)
        context = load_context(session, interview=interview, settings=state.settings, now=state.now())
        cancel_invitations(session, interview=interview, context=context)

    state.database.before_commit.append(follow)
    state.hooks.interview_deleted.append(cancel)
