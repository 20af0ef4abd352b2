"""Outside services: each a port, its real adapter, and a null adapter for servers without the service."""
