"""Reviews: scorecards of the owner and of named reviewers, and the decision on an interview."""
