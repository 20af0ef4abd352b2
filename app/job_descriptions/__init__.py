"""Job descriptions: what a position asks for."""
