"""People who sign in: accounts, sign-in, sessions, first set-up."""
