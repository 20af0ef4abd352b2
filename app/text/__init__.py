"""Text in comparable form: folding, words, stems, stop words, numbers and comparison keys."""
