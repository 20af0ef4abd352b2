"""Mail: an outbox in the database and a port that delivers it."""
