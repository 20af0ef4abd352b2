"""Admin: scheduled jobs and their runs."""
