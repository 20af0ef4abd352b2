"""Rules that candidate profiles and job descriptions share."""
