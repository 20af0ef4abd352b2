"""The documentation that ships with the product, for reading in the browser."""
