"""Tests of Question Sense."""
