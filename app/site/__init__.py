"""Public site settings: product name, logo, legal texts and ways to sign in."""
