"""Which candidates suit a job description, which job descriptions suit a candidate, and why."""
