"""Live rooms: participants, WebRTC signaling, live transcription and shared state."""
