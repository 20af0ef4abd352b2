"""Analysis: the report of an interview, with scores, findings, quotes and follow-up questions."""
