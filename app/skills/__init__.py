"""Skill names, how they are compared, experience levels and the fit of a candidate and a job."""
