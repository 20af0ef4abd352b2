"""What `greenroom doctor` checks."""
