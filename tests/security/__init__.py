"""Tests of the defenses against hostile input and failing processes."""
