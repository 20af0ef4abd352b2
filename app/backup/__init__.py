"""Backups: one file with the database, documents, recordings, keys and logo of a server."""
