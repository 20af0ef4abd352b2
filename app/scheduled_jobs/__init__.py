"""Scheduled jobs: run by the clock or manually, once at a time, with a record of each run."""
