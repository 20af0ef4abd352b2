"""Demo mode: transcripts that nobody spoke, for administrators who show or try the product."""
