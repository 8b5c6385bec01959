"""What a question about splits plays: the deck, its character, the splits, the rivals and how many games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.decks.finding import deck_word
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.plan import blank_words
from ucgsim.simulate.same_chance import lay_out_builds, orders_of, share_of
from ucgsim.simulate.table import marks_of
from ucgsim.studies.counts.splits import levels_of, split_name, splits_near
from ucgsim.studies.decks import distinct_names, given_decks, in_the_field, refuse_repeated
from ucgsim.studies.improve.plan import Rivals, rivals
from ucgsim.studies.improve.pool import known_characters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.plan import Terms
    from ucgsim.simulate.same_chance import Builds
    from ucgsim.simulate.table import Marks
    from ucgsim.studies.counts.splits import Level, Split

DEFAULT_GAMES = 10_000
"""Games of each split: a difference between two of them is then known to about a point, all at once."""
FEWEST_GAMES = 100
"""Games of a split below which intervals of differences say nothing."""
DEFAULT_REACH = 2
USUAL = ("arc-blazar", "omega-meteo", "zero-geed", "rosso-blu")
"""Rivals next to the deck itself where none are named: the first of these that are other lists."""
MOST_USUAL = 3


@dataclass(frozen=True, eq=False)
class CountsStudy:
    """What is played: ``splits`` of a ``character`` of ``deck``, the deck's own first, in ``games`` each.

    ``builds``: the splits laid out against each rival, whose shares are ``weights``.
    """

    deck: Deck
    character: str
    levels: tuple[Level, ...]
    splits: tuple[Split, ...]
    rivals: Rivals
    builds: tuple[Builds, ...]
    terms: Terms
    reach: int
    field: Path | None
    usual: bool
    """Whether nobody was named to play against."""
    asked: int
    further: tuple[str, ...] = ()
    """Numbers that the deck has none of and that may come in."""

    @property
    def games_against(self) -> tuple[int, ...]:
        """Games of each split against each rival: by its share, an even number."""
        return tuple(share_of(weight, self.asked) for weight in self.rivals.weights)

    @property
    def each(self) -> int:
        """Games of each split."""
        return sum(self.games_against)

    @property
    def games(self) -> int:
        """Games of all splits."""
        return self.each * len(self.splits)

    @property
    def own(self) -> Split:
        """The split of the deck as it is."""
        return self.splits[0]

    @property
    def shape(self) -> str:
        """The levels that a split counts, such as 1-2-3-4."""
        return split_name([level.level for level in self.levels])

    @property
    def wants(self) -> tuple[str, str]:
        """What is asked of the opening hand, as ``ucgsim odds --want`` reads it: the lowest level, and the next too."""
        first, second = (_filter(self.character, level) for level in self.levels[:2])
        return first, f"{first} and {second}"

    @property
    def marks(self) -> Marks:
        """Cards that are played otherwise than they say."""
        return marks_of(each.table for each in self.builds)

    @property
    def command(self) -> str:
        """The command that asks this again."""
        words = ["ucgsim", "counts", deck_word(self.deck), "--character", self.character]
        for other in () if self.usual or self.field is not None else self.rivals.decks:
            words += ["--vs", deck_word(other)]
        words += ["--field", place_word(self.field)] if self.field is not None else []
        for number in self.further:
            words += ["--with", number]
        words += ["-n", str(self.asked), "--range", str(self.reach), *self.terms.words]
        return command_line([*words, *blank_words(self.marks.blank)])


def _filter(character: str, level: Level) -> str:
    """A filter of conditions: by the name of the character, or by numbers where that holds what conditions can't read.

    Only a bracket is such a letter; names are of letters, digits, blanks and dots.
    """
    return "|".join(level.copies) if "(" in character else f"level {level.level} {character}"


def plan_counts(
    deck: DeckLike,
    character: str,
    against: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int = DEFAULT_GAMES,
    reach: int = DEFAULT_REACH,
    field_file: Path | str | None = None,
    further: Sequence[str] = (),
) -> CountsStudy:
    """Everything that ``counts`` checks before it plays; UcgsimError for what can't be played.

    ``against``: rivals; without them those of the field, else the deck itself and three that ship. ``games``: of each
    split, against all rivals; ``reach``: cards that a level may have more or less than in the deck; ``further``:
    numbers of cards of the character that the deck has none of and that may come in.
    """
    if not FEWEST_GAMES <= games <= MAX_GAMES:
        raise UcgsimError(f"{games:,} games of each split; give {FEWEST_GAMES} to {MAX_GAMES:,}")
    (mine,) = given_decks((deck,), terms)
    (name,) = known_characters([character], terms.catalog)
    levels = levels_of(mine, name, terms.catalog, further)
    splits = splits_near(mine, levels, reach)
    usual = not against and field_file is None
    met = rivals(_usual(mine, terms) if usual else against, field_file, terms)
    refuse_repeated(met.decks, "name each rival once")
    own, *others = distinct_names((mine, *(_called(each, mine) for each in met.decks)))
    met = met._replace(decks=tuple(others))
    terms = in_the_field(terms, *((others, met.weights) if field_file is not None else ()))
    orders = orders_of(mine, [split.deck for split in splits], terms.catalog)
    builds = tuple(
        lay_out_builds(mine, orders, other, matchup, terms)
        for other, matchup in zip(met.decks, met.matchups, strict=True)
    )
    field = None if field_file is None else Path(field_file)
    return CountsStudy(own, name, levels, splits, met, builds, terms, reach, field, usual, games, tuple(further))


def _usual(mine: Deck, terms: Terms) -> list[Deck]:
    """The deck itself, and three that ship and are other lists."""
    shipped = [each for each in given_decks(USUAL, terms) if each.fingerprint != mine.fingerprint]
    return [mine, *shipped[:MOST_USUAL]]


def _called(rival: Deck, mine: Deck) -> Deck:
    """The deck's own list is the mirror, whatever it is called; the names of others stay."""
    return replace(rival, name=f"{mine.name} (mirror)") if rival.fingerprint == mine.fingerprint else rival
