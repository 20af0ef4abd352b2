"""Interview questions: written by the local model or by hand, and tracked by the recruiter in the room."""
