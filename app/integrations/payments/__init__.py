"""Payments through Stripe."""
