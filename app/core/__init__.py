"""Foundation of all slices: settings, database, errors, schemas, clock, ids, security, jobs, logging."""
