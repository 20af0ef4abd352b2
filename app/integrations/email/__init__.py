"""Email: an outbox in the database, and a port with an SMTP adapter that delivers it."""
