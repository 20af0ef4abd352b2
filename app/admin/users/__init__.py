"""Admin: the accounts of other users."""
