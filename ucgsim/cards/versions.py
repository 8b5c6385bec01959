"""The versions of the comprehensive rules, as rows of named switches.

The one place that knows what differs between versions; all others ask for a switch by its name and
never compare the version's number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ucgsim.cards.keywords import KEYWORDS
from ucgsim.errors import UcgsimError


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """What one version of the comprehensive rules knows and how it orders things; at first, none of it.

    Clause numbers are those of the newest version.
    """

    name: str
    quad: bool = False
    """The QUAD state, its BP column and grade step (CR 2.3.5.2, 8.1.1)."""
    no_single: bool = False
    """A card without a printed SINGLE BP cannot be SINGLE (CR 11.15.1)."""
    vacant_areas: bool = False
    """Vacant battle areas: won without a fight, to be filled or lost (CR 12.4); before, no battle there."""
    extra_counts_as_shifted: bool = False
    """A grade shift on a character that reads EXTRA still counts as one (CR 11.6.4, 11.6.5)."""
    scene_draw_after_effect: bool = False
    """The draw for a scene that an effect puts waits for the end of it (CR 6.2.2); before, at once."""
    triggers_wait: bool = False
    """A power triggered inside an effect waits until it is completed (CR 10.1.3.3); before, it interrupts."""
    continuously_active: bool = False
    """A waiting effect is lost once its power is inactive (CR 10.1.3.2); before, only if it is as it would resolve."""
    new_object_on_zone_change: bool = False
    """A card that changes zones is a new card (CR 3.2.3)."""
    trim_from_top: bool = False
    """A stack that does not conform loses cards from the top, after the effect (CR 12.2)."""
    keywords: tuple[str, ...] = ()
    """Names of the `KEYWORDS` that it knows."""
    charge_reveals_first: bool = False
    """Charge reveals, and then it is chosen whether to put the cards (CR 11.17.1); before, both were one choice."""
    team: bool = False
    """The keyword TEAM (CR 11.18)."""
    ultra_mech: bool = False
    """The third kind of character card (CR 2.2.2)."""
    several_names: bool = False
    """A card may be treated as one of several character names (CR 11.21)."""
    opened_cards: bool = False
    """A deck is built out of opened packs alone: 30 cards, any number of a card, no bans (floor rules 14)."""
    baton_touch: bool = False
    """A character may be leveled up with another one of its side (floor rules 14: Baton Touch)."""

    @property
    def deck_size(self) -> int:
        """Cards in a deck (CR 4.1.1; floor rules 14)."""
        return 30 if self.opened_cards else 50

    @property
    def size_clause(self) -> str:
        """Where that is written; blank where it is no clause of the comprehensive rules."""
        return "" if self.opened_cards else "4.1.1"


_V1_2 = RulesVersion("1.2")
_V1_4 = replace(_V1_2, name="1.4", quad=True, no_single=True, vacant_areas=True, extra_counts_as_shifted=True)
_V1_6 = replace(
    _V1_4,
    name="1.6",
    scene_draw_after_effect=True,
    triggers_wait=True,
    new_object_on_zone_change=True,
    trim_from_top=True,
    team=True,
    ultra_mech=True,
)
_V1_7 = replace(_V1_6, name="1.7", continuously_active=True, charge_reveals_first=True, several_names=True)

_NAMED = (_V1_2, _V1_4, _V1_6, _V1_7)
_ORDER = [version.name for version in _NAMED]
_VERSIONS = tuple(
    replace(version, keywords=tuple(each.name for each in KEYWORDS if each.since in _ORDER[: place + 1]))
    for place, version in enumerate(_NAMED)
)


class Format(StrEnum):
    """What a tournament may change of the rules (floor rules 14); of each version there is one set for each format."""

    STANDARD = "standard"
    SEALED = "sealed"


def rules_name(version: str, form: Format | str = Format.STANDARD) -> str:
    """Name of a version in a format, as it is handed to everything that plays: ``1.7``, ``1.7 sealed``."""
    return version if form == Format.STANDARD else f"{version} {form}"


def _sealed(version: RulesVersion) -> RulesVersion:
    return replace(version, name=rules_name(version.name, Format.SEALED), opened_cards=True, baton_touch=True)


_BY_NAME = {rules.name: rules for version in _VERSIONS for rules in (version, _sealed(version))}

RULES_VERSIONS = tuple(version.name for version in _VERSIONS)
"""Names of the versions, oldest first."""

RULES_NAMES = tuple(_BY_NAME)
"""Names of the versions, that of the sealed format behind each."""

DEFAULT_RULES = RULES_VERSIONS[-1]
"""The version that is played when nothing is said: the newest."""

SCENARIO_RULES = "1.6"
"""The version of a scenario that names none."""


def rules_version(name: str = DEFAULT_RULES) -> RulesVersion:
    """Return the switches of a version, in the sealed format where the name says so: ``1.7 sealed``.

    Raises UcgsimError for a name that is none of RULES_NAMES.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        known = f"{', '.join(RULES_VERSIONS)}, and each with {Format.SEALED} behind it"
        raise UcgsimError(f"unknown rules version {name!r}; known are {known}") from None


def rules_options(rules: str) -> list[str]:
    """The words of a command line that ask for rules of this name."""
    version, _, form = rules.partition(" ")
    return ["--rules", version, *(["--format", form] if form else [])]


class Procedure(StrEnum):
    """How a redraw is done.

    ``OFFICIAL``: the six go to the bottom, six come from the top, then the deck is shuffled (CR 4.2.3), so
    the new hand holds none of the six, but later draws may. ``RESHUFFLE``: the six are shuffled in first.
    """

    OFFICIAL = "official"
    RESHUFFLE = "reshuffle"

    @property
    def option(self) -> tuple[str, ...]:
        """The words of a command line that ask for it; none for the official one."""
        return () if self is Procedure.OFFICIAL else (REDRAW_PROCEDURE, self.value)


REDRAW_PROCEDURE = "--redraw-procedure"


def read_procedure(name: Procedure | str) -> Procedure:
    """The redraw procedure of a name; UcgsimError for one that is none."""
    try:
        return Procedure(name)
    except ValueError:
        known = ", ".join(Procedure)
        raise UcgsimError(f"unknown redraw procedure {name!r}; known are {known}") from None


def rules_words(rules: str, redraw_procedure: Procedure) -> str:
    """By which rules something was played, such as ``rules 1.7, official redraw``."""
    return f"rules {rules}, {redraw_procedure.value} redraw"
