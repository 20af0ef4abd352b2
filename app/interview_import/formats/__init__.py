"""Formats of transcript files: WebVTT and SubRip captions, JSON, and text with speaker names."""
