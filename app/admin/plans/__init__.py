"""Admin: names, prices and amounts of the plans."""
