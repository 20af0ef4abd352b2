"""Bot check for public forms: proof of work on this server, or reCAPTCHA if its keys are set."""
