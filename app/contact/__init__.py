"""Requests of visitors: the demo form and the check that humans fill it."""
