"""`greenroom bench`: what this machine carries, measured through the product's own paths."""
