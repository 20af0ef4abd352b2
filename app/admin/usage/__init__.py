"""Admin: usage and cost of the AI engines."""
