"""The humans-only check: proof of work on this server alone, or reCAPTCHA where its keys are set."""
