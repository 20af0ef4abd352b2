"""Text in comparable form: folding, words, stems, stop words, similarity, numbers, bullets, keys."""
