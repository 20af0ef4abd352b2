"""What brings Greenroom up on a machine; what `make run` starts with needs only Python itself."""
