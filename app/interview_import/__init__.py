"""Import of interviews that were held elsewhere, from their transcripts."""
