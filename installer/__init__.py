"""Installs and starts Greenroom. The code that `make run` starts with needs only the standard library."""
