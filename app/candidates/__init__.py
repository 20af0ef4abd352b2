"""Candidates: profiles of the people being interviewed."""
