"""What every slice stands on: settings, database, errors, schemas, clock, ids, security."""
