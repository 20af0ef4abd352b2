"""Billing: plans, credits and the document allowance."""
