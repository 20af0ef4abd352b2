"""Document pipeline: takes queued documents, extracts their text, parses and assesses them."""
