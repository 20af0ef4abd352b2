"""Plans, credits and the document allowance."""
