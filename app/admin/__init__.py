"""Routes and services for administrators only."""
