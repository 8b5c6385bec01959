"""A policy in a package of its own: once it is installed it plays `ucgsim duel A B --policy steady`."""


class Steady:
    """Keeps hands with two cards that may be set; all else is as the planner takes it."""

    enough = 2

    def choose(self, seen, options):
        """Return one of the options, its label or its place."""
        if seen.kind == "redraw":
            settable = [card for card in seen.me.hand if seen.cards[card].is_settable]
            return "keep" if len(settable) >= self.enough else "redraw"
        return seen.choice("planner")
