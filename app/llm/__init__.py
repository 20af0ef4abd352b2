"""Text generation with a language model: prompts, fenced input, token budgets, checked slots."""
