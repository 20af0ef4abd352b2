"""Interview questions: written by the local model or by hand, and followed by hand in the room."""
