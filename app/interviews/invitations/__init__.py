"""Calendar invitations to candidate and recruiter, and the reminders that follow them."""
