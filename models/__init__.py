"""Local AI models: the catalog, the store of weights, and the engines that run them."""
