"""Full-text search over candidates and job descriptions (ADR 0013).

This package is below both slices: they provide the text of each record (``SearchText``), and it keeps
the index in sync and answers queries.
"""
