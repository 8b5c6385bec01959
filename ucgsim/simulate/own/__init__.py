"""Policies of the user's own: their code loaded, what they are shown, and a referee who asks them."""
