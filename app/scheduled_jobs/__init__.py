"""Work that the server does by the clock."""
