"""Usage of the AI engines: every call metered, summed up per day, priced from the settings."""
