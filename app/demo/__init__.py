"""Demo mode: invented transcripts, for administrators who show or try the product."""
