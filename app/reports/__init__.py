"""Reports outside the report page: files to download and links to share."""
