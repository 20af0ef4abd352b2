"""What every slice builds on: settings, database, errors, schemas, clock, ids, security, jobs, logging."""
