"""Outside services: each a port, its real adapter and one that an operator can run without it."""
