"""Admin: demo requests of visitors."""
