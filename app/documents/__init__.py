"""Uploaded documents: kept, read in a guarded process, and turned into profiles and job descriptions."""
