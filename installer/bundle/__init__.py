"""The offline bundle: one file from which Greenroom is installed on a machine without a network."""
