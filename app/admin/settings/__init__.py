"""Admin: settings, logo and the test email."""
