"""Candidate profiles: what is known of the people who are interviewed."""
