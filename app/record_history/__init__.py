"""What was changed in a candidate or a job description, when, by whom and from which document."""
