"""`greenroom bench`: measure the speed and quality of this machine through the code paths of the product."""
