"""Archive for a support case: configuration and state of this server, without personal data and secrets."""
