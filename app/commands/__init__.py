"""Commands of the command line that belong to no slice."""
