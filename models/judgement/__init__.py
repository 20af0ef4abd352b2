"""The judge: a small trained network that labels each sentence of an interview answer."""
