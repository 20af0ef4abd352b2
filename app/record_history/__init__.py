"""Change history of candidates and job descriptions."""
