"""Security events: an append-only record of sign-ins, changes of access, exports and deletions."""
