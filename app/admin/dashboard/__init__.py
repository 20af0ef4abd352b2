"""Admin: what each user has and uses."""
