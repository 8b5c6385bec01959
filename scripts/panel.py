"""The players of which the spread between good players is estimated, and what they played, stored as they play.

A player of an earlier version plays with the sources of that version, which git has; all others play with these. Each
has a seed of its own, so no luck is shared.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import subprocess
import sys
import tarfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.train_planner import random_decks
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.effects.library import PLAY_ALL_BLANK
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import read_sealed, write_sealed
from ucgsim.files.writing import write_file
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.studies.check import seed_of
from ucgsim.studies.compare.question import compare

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ucgsim.cards.catalog import Catalog

ROOT = Path(__file__).resolve().parent.parent
FORMAT = 2
DECKS = (
    *("arc-blazar", "baltan-swarm", "belial", "decker-trigger", "gaia-agul", "guil-arc-arc"),
    *("juggler", "mebius-hikari", "omega-meteo", "tiga-dyna", "z-sevenger", "zero-geed"),
)
"""Decks of the round robin from which the spread is estimated."""
LEFT_OUT = (
    *("blazar-earth-garon", "ginga-victory", "kaiju-giants", "omega-mono", "plain-dyna-gaia", "plain-kaiju"),
    *("plain-rosso-blu", "plain-zero-geed", "rising", "rosso-blu", "tiga-glitter", "ultra-mech"),
)
"""Decks of which intervals are judged; each meets the next two."""
STRANGERS = tuple(f"random-{number:02}" for number in range(1, 13))
"""Random legal decks that no lesson saw, of which intervals are judged as well; each meets the next two."""
RANDOM = ROOT / "reports" / "players" / "decks"
"""Their lists: written once, so that they stay what they are when more cards come out."""
SIZES = (1, 1, 2, 2, 3, 4, 6, 8, 12)
"""Cards that are changed, one size after the other."""


@dataclass(frozen=True, slots=True)
class Player:
    """A policy, its family, the commit whose sources play it (these where there is none), and what it can play.

    ``games`` of a matchup; ``pairs``: games of each build over all opponents of a swap, 0 for none; ``former``: the
    version of a policy that plays otherwise today.
    """

    policy: str
    family: str
    games: int
    pairs: int = 0
    commit: str = ""
    former: str = ""

    @property
    def label(self) -> str:
        """Its name in what is stored, with its version."""
        return f"{self.policy} {self.former or f'v{parse_policy(self.policy).kind.version}'}"

    @property
    def seed(self) -> int:
        """Where its chance begins."""
        return seed_of(f"player {self.label}", 1) % 10**9


TODAY, BEFORE, EARLIER = "outlook of v8", "networks of v7", "networks of v6"
FIRST, SIMPLE = "first networks", "plays on by greedy"
V7, V6 = "a5922557", "8b6ac70"
PANEL = (
    Player("planner", TODAY, 4_000, 10_000),
    Player("planner:tries=0", TODAY, 4_000, 10_000),
    Player("search:8,with=planner", TODAY, 400),
    Player("search:16,with=planner", TODAY, 400),
    Player("search:64,with=planner", TODAY, 80),
    Player("planner", BEFORE, 4_000, 10_000, commit=V7, former="v7"),
    Player("planner:tries=0", BEFORE, 4_000, 10_000, commit=V7, former="v7"),
    Player("search:16,with=planner", BEFORE, 400, commit=V7, former="v9"),
    Player("search:64,with=planner", BEFORE, 100, commit=V7, former="v9"),
    Player("planner", EARLIER, 4_000, 10_000, commit=V6, former="v6"),
    Player("planner:tries=0", EARLIER, 4_000, 10_000, commit=V6, former="v6"),
    Player("search:16,with=planner", EARLIER, 400, commit=V6, former="v8"),
    Player("search:64,with=planner", EARLIER, 120, commit=V6, former="v8"),
    Player("planner", FIRST, 4_000, 10_000, commit="ae63f0c6", former="v4"),
    Player("planner", FIRST, 4_000, 10_000, commit="7283fd67", former="v3"),
    Player("greedy", SIMPLE, 4_000),
    Player("search:16,turns=2", SIMPLE, 600, commit=V7, former="v9"),
    Player("search:64,turns=2", SIMPLE, 200, commit=V7, former="v9"),
)
"""All who played. Who of them is another good player, mirrors decide (`scripts.spread`)."""

SHOWN, YARDSTICK = PANEL[0], PANEL[-3]
"""The player whose numbers are shown, and the one by way of whom former players are compared with it."""
EACH, BY_WAY_OF = 160, 110
"""Mirrors with each deck that ships: against the player whose numbers are shown, so many that one who loses two points
more than half surely loses; and against the yardstick.
"""
MIRRORS_FROM = 1_000
"""Where the chance of mirrors begins, which no matchup has."""


class Store:
    """What was played, by what it is, written after each entry."""

    def __init__(self, place: Path, what: str) -> None:
        self.place, self.entries = place, dict[str, Any]()
        if place.exists():
            self.entries = read_sealed(place, what, FORMAT, "delete it to play again")["played"]

    def get(self, key: str, make: Callable[[], Any]) -> Any:
        """What is stored under a key, which is made and stored first where it is not."""
        if key not in self.entries:
            self.entries[key] = make()
            self.place.parent.mkdir(parents=True, exist_ok=True)
            write_sealed(self.place, {"format": FORMAT, "played": self.entries})
        return self.entries[key]


class Table:
    """Where players play: with these sources, or with those of an earlier version in a folder of ``scratch``."""

    def __init__(self, scratch: Path, jobs: int) -> None:
        self.scratch, self.jobs = scratch, jobs
        self.catalog: Catalog = load_catalog()

    def deck(self, name: str) -> Deck:
        """A deck that ships, or a random one."""
        return load_deck(place_of(name), self.catalog)

    def matchup(self, player: Player, decks: Sequence[str], place: int) -> list[list[float]]:
        """Games of one matchup with a player on both sides: lost, undecided and won of side a by who won the throw."""
        return self._duel(player, player.policy, decks, player.games, place)

    def mirror(self, player: Player, other: Player, deck: str, place: int) -> list[list[float]]:
        """The same of games with one deck, which another player of today's has on side b.

        A former player meets only those that were the same at its time, such as greedy.
        """
        games = BY_WAY_OF if other == YARDSTICK else EACH
        return self._duel(player, other.policy, (deck, deck), games, MIRRORS_FROM + place)

    def _duel(self, player: Player, other: str, decks: Sequence[str], games: int, place: int) -> list[list[float]]:
        if player.commit:
            files = [str(place_of(name)) for name in decks]
            words = ["duel", *files, "-n", str(games), "--seed", str(player.seed + place)]
            said = self._earlier(player, [*words, *(("--policy-b", other) if other != player.policy else ())])
            led = [said["by_first_lead"][side] for side in "ab"]
            won = [round(each["a"]["rate"] * each["games"]) for each in led]
            return [[games / 2 - each, 0.0, each] for each in won]
        terms = Terms(
            policies=(player.policy, other),
            seed=player.seed,
            rules=DEFAULT_RULES,
            play_blank=(PLAY_ALL_BLANK,),
            matchup=place,
            catalog=self.catalog,
        )
        plan, table = make_plan((self.deck(decks[0]), self.deck(decks[1])), games, terms)
        points: list[list[float]] = play_runs([Run(plan, table)], jobs=self.jobs).counts[0].points.tolist()
        return points

    def swap(self, player: Player, swap: Swap, place: int) -> list[float]:
        """What a swap gains under a player against its rivals: rate, low, high, pairs of games."""
        builds, seed = swap.builds(self), player.seed + place
        if player.commit:
            files = [self._written(build) for build in builds]
            rivals = [str(ROOT / "decklists" / f"{name}.txt") for name in swap.rivals]
            words = [*files, *(word for rival in rivals for word in ("--against", rival))]
            gained = self._earlier(player, ["compare", *words, "-n", str(player.pairs), "--seed", str(seed)])
            difference = gained["difference"]
            return [difference[name] for name in ("rate", "low", "high", "n")]
        result = compare(
            *builds,
            list(swap.rivals),
            policy=player.policy,
            games=player.pairs,
            seed=seed,
            jobs=self.jobs,
            progress=False,
        ).difference
        return [result.rate, result.low, result.high, result.n]

    def _written(self, deck: Deck) -> str:
        place = self.scratch / f"{deck.fingerprint}.txt"
        place.write_text(written(deck), "utf-8")
        return str(place)

    def _earlier(self, player: Player, words: list[str]) -> Any:
        """What the command line of an earlier version answers."""
        sources = sources_of(player.commit, self.scratch)
        words = [sys.executable, "-P", "-m", "ucgsim", *words, "--policy", player.policy, "--json"]
        words += ["--jobs", str(self.jobs), "--play-blank", "all"]
        ran = subprocess.run(
            words, cwd=sources, env=os.environ | {"PYTHONPATH": str(sources)}, capture_output=True, check=False
        )
        if ran.returncode:
            raise UcgsimError(f"{player.label}: {ran.stderr.decode(errors='replace').strip().splitlines()[-1]}")
        return json.loads(ran.stdout)


def sources_of(commit: str, folder: Path) -> Path:
    """The sources of an earlier version in a folder, out of git where they are not there yet."""
    sources = folder / commit
    if not sources.exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(sources, filter="data")
    return sources


@dataclass(frozen=True, slots=True)
class Swap:
    """Cards of a deck that make room for others, and the rivals against which it is judged."""

    deck: str
    out: tuple[tuple[str, int], ...]
    into: tuple[tuple[str, int], ...]
    rivals: tuple[str, ...]

    @property
    def cards(self) -> int:
        """How many cards are changed."""
        return sum(count for _, count in self.out)

    def builds(self, table: Table) -> tuple[Deck, Deck]:
        """The deck as it is and as it is changed."""
        deck = table.deck(self.deck)
        counts = Counter(dict(deck.counts))
        counts.update(dict(self.into))
        counts.subtract(dict(self.out))
        listed = tuple(sorted((number, count) for number, count in counts.items() if count))
        return deck, Deck(f"{deck.name}, changed", listed)


def swaps(table: Table, number: int) -> list[Swap]:
    """So many swaps that a user would try: cards that go make room for more of others, or for cards of the same names.

    What comes in are further copies of the deck's own cards, or cards of its characters from other decks that ship;
    cards of other characters where there is none left.
    """
    names = (*DECKS, *LEFT_OUT)
    lists = {name: dict(table.deck(name).counts) for name in names}
    everything = {card for cards in lists.values() for card in cards}
    made = []
    for place in range(number):
        chance, name = random.Random(place), names[place % len(names)]
        size, own = SIZES[place // len(names) % len(SIZES)], lists[name]
        characters = {table.catalog[card].name for card in own}
        known = {card for cards in lists.values() for card in cards if table.catalog[card].name in characters}
        counts, out, into = Counter(own), Counter[str](), Counter[str]()
        while out.total() < size:
            gone = chance.choice(sorted(card for card in own if counts[card] and not into[card]))
            room = {card for card in everything if counts[card] < 4 and not out[card] and card != gone}
            come = chance.choice(sorted(room & known or room))
            copies = min(counts[gone], 4 - counts[come], size - out.total())
            counts.update({come: copies})
            counts.subtract({gone: copies})
            out[gone] += copies
            into[come] += copies
        others = [each for each in names if each != name]
        rivals = tuple(chance.sample(others, chance.randint(3, 8)))
        made.append(Swap(name, tuple(sorted(out.items())), tuple(sorted(into.items())), rivals))
    return made


def matchups() -> list[tuple[str, str]]:
    """The round robin of ``DECKS``, then those of the decks that are left out, then those of random decks."""
    rings = [
        (decks[at], decks[(at + step) % len(decks)])
        for decks in (LEFT_OUT, STRANGERS)
        for step in (1, 2)
        for at in range(len(decks))
    ]
    return [*itertools.combinations(DECKS, 2), *rings]


def against(player: Player) -> Player:
    """Whom a player meets in mirrors: the one who is shown, and what that one and former players have in common."""
    return YARDSTICK if player.commit or player == SHOWN else SHOWN


def place_of(name: str) -> Path:
    """The file of a deck that ships or of a random one, which is made where it is missing."""
    if name not in STRANGERS:
        return ROOT / "decklists" / f"{name}.txt"
    place = RANDOM / f"{name}.txt"
    if not place.exists():
        # Lessons take whole numbers for their chance, so none of them had this.
        decks = random_decks(load_catalog(), random.Random("players"))
        write_file(place, written(decks[STRANGERS.index(name)]).encode())
    return place


def written(deck: Deck) -> str:
    """A list of numbers that every version reads."""
    return "".join(f"{count} {number}\n" for number, count in deck.counts)
