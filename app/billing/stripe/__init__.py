"""Payments: checkout, top-ups, the customer portal and the webhook of billing mode ``stripe``."""
