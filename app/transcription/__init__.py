"""Speech to text: live streams of a room, single files, and the stored transcript."""
