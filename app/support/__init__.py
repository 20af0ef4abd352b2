"""Archive for a support case: what this server is and does, without personal data and secrets."""
