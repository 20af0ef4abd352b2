"""Interviews, from draft to completed: records, access, scheduling, invitations."""
