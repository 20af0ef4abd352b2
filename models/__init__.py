"""Local AI models: the catalogue, the store of weights, and the engines that run them."""
