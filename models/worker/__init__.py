"""Worker processes that run native model code: protocol, models and supervision."""
