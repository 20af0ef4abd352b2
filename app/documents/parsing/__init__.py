"""Parsing: text to fields, by patterns and word lists."""
