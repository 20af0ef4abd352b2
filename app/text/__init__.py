"""Text comparison: folding, words, stems, stop words, similarity, numbers, bullets, keys."""
