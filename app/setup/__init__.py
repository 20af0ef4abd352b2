"""First-run setup: its steps, their checks, and their progress."""
