"""Tests of exported files and shared reports."""
