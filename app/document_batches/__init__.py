"""Bulk import: documents are uploaded as a batch, previewed, and imported in one transaction."""
