"""Admin: AI models on this machine, and the download of one from a URL."""
