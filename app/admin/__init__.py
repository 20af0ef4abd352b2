"""What only administrators see and do."""
