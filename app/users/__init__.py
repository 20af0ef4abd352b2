"""Users: accounts, sign-in, sessions, account invitations, first setup."""
