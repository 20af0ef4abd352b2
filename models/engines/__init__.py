"""The adapters behind the ports: local ones talk to worker processes, remote ones to servers by HTTP."""
