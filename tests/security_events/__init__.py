"""Tests of the record of security events."""
