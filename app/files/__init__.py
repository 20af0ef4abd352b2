"""Stored files: their deletion, and their way to the store."""
