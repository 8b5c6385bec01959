"""A policy of one's own: plays `ucgsim duel A B --policy docs/examples/careful.py:Careful`."""


class Careful:
    """Leads, keeps what it can set, sets what is strongest alone and levels up the area it is about to lose."""

    def choose(self, seen, options):
        """Return one of the options, its label or its place."""
        method = getattr(self, seen.kind, None)
        return method(seen, options) if method else options[0]

    def redraw(self, seen, options):
        settable = [card for card in seen.me.hand if seen.cards[card].is_settable]
        return "keep" if len(settable) >= 2 else "redraw"

    def set(self, seen, options):
        return max(options, key=lambda option: seen.cards[option.card].bp[0] or 0)

    def level_up(self, seen, options):
        behind = [option for option in options if option.area and self.is_behind(seen, option.area - 1)]
        return behind[0] if behind else "pass"

    def is_behind(self, seen, area):
        """Whether what is known of the other side is stronger there."""
        mine, other = seen.me.field[area], seen.other.field[area]
        return bool(mine and other and (mine.bp or 0) < (other.bp or 0))


class Thoughtful(Careful):
    """Decides as Careful does, but tries its level-ups first: hidden cards dealt again, eight times."""

    def level_up(self, seen, options):
        rated = seen.rate(worlds=8, turns=1)
        return int(rated.average.argmax())
