"""Alembic migrations, run by ``greenroom migrate`` and before the server starts."""
