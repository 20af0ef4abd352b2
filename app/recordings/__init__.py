"""Recordings: the audio of an interview, kept encrypted with its transcript if everyone has agreed."""
