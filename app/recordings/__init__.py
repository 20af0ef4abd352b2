"""Recordings: the audio of an interview, kept encrypted beside its transcript if everybody agreed to it."""
