"""Stored files: deletion, and transfer to the store."""
