"""Delete the recorded runs of heartbeats, which are no scheduled jobs

Revision ID: 0031
Revises: 0030
"""

from __future__ import annotations

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        """
        DELETE FROM job_runs WHERE job_key IN (
            'end-overdue-interviews', 'watch-speech-engine', 'check-room-access', 'write-answer-points',
            'deliver-mails', 'embed-records'
        )
        """
    )


def downgrade() -> None:
    """Nothing to undo: the runs were a record of the past."""
