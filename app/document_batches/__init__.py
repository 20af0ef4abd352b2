"""Many documents at once: read together, looked over, imported in one go."""
