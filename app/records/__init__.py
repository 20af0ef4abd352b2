"""Code that candidate profiles and job descriptions share: lists, edits, merging, routes."""
