"""Job descriptions: positions and what they require."""
