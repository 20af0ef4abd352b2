"""Admin: AI models on this machine, and the download of one from an address."""
