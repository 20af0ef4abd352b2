"""From bytes to text. Runs only inside the guarded child process (``app.documents.sandbox.child``)."""
