"""Interview data service: what other clients read and keep about an interview."""
