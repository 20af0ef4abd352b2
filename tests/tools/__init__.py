"""Developer tools that the Makefile runs: locks, dead code, migrations. Serving never needs them."""
