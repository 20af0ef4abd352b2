"""Uploaded documents: stored, opened in a sandbox, and turned into candidates and job descriptions."""
