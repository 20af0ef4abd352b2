"""Text extraction: file to text. Runs only inside the sandbox (``app.documents.sandbox``)."""
