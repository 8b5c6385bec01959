"""How strong a pool of opened cards is."""
