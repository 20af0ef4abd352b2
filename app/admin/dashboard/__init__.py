"""Admin dashboard: records, plan and usage of each user."""
