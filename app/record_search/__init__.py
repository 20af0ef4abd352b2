"""Finding candidates and job descriptions by their words (ADR 0013).

Lower than both slices: each tells how a record of its kind reads (``SearchText``), this one keeps an
index of it in step with the records and answers queries from it.
"""
