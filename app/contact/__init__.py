"""Demo requests of visitors, and the check that a human sent them."""
