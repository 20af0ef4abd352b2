"""Question templates: a set that is kept, shared with the organisation, and begun from."""
