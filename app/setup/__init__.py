"""First-run setup: its steps, their checks, and what is done."""
