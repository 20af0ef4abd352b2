"""The line reader: a small network that labels the lines of a CV, trained by this project."""
