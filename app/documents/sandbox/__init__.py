"""The sandbox: a limited child process in which untrusted files are opened.

``client`` runs in the server, ``server`` in the process that children are forked from, ``child`` in each
child. All other code uses ``requests``.
"""
