"""Which cards win: what became of every card, against who won."""
