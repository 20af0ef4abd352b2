"""Admin: the record of security events."""
