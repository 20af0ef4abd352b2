"""Interview invitations by email and calendar, their updates, and reminders."""
