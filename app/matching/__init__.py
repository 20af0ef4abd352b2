"""Matching: the candidates that fit a job description best, the reverse, and the reasons."""
