"""Socket.IO server: event tables, dispatch, and session checks. Knows no feature that uses it."""
