"""What a visitor's pages need to know of this server: its name, look, texts and ways to sign in."""
