"""HTTPS: the server's certificate, the local certificate authority, and the commands for them."""
