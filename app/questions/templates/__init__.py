"""Question templates: saved question sets that can be shared with the organization and reused."""
