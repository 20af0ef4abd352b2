"""Interviews: the meeting from draft to completed, and its clock."""
