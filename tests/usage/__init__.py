"""Tests of metered usage."""
