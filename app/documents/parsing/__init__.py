"""What patterns read better than a model: sections, contacts, dates, entries, lists. Pure and fast."""
