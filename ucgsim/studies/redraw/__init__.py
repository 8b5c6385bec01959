"""Which opening hands to give back."""
