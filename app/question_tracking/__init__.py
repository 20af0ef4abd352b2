"""Question Sense: which prepared questions were asked and answered in an interview."""
