"""Interviews as their owner sees them."""

from __future__ import annotations

from app.core.state import AppState
from app.interviews.duration import read_clock
from app.interviews.schemas import InterviewView
from app.interviews.tables import Interview
from app.users.tables import User


def view_interview(interview: Interview, *, owner: User, state: AppState) -> InterviewView:
    """The interview with its current state, by its own clock."""
    return InterviewView.of(interview, owner=owner, now=read_clock(state, interview))
