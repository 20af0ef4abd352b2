"""The Greenroom server."""
