"""Adapters of the engine ports: local ones use worker processes, remote ones HTTP."""
