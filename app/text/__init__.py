"""Text rules that every slice shares, such as comparison keys for names."""
