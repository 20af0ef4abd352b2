"""Connect a server process to a fake Stripe: Python imports this module at its start.

Put this folder on PYTHONPATH, and the address in STRIPE_ADDRESS.
"""

import os

import stripe

stripe.api_base = os.environ["STRIPE_ADDRESS"]
