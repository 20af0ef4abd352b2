"""Live rooms: signalling, audio and the state that both sides see."""
