"""Speech to text: live audio streams, single files, and stored transcripts."""
