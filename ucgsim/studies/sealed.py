"""Sealed play: a deck of a pool by playing, and how strong a pool is against others that could have been opened."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from ucgsim.arguments import checked
from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Format, rules_name, rules_version
from ucgsim.decks.boosters import PACKS, SHIPPED, Boosters, deal_pool, read_boosters, sets_of
from ucgsim.decks.building import RULE, build_by_chains
from ucgsim.decks.checking import allowance
from ucgsim.decks.deck import Deck, DeckLike
from ucgsim.decks.finding import deck_word
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.remarks import remark
from ucgsim.report.page import Page, Section, deck_list, method_section
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import Block, Command, Parts, Sheet, foot, gained, near, plain
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line
from ucgsim.simulate.plan import Terms, blank_words
from ucgsim.stats.means import student_mean
from ucgsim.stats.rates import Estimate, wilson
from ucgsim.studies.improve.answer import ImproveResult, change_words
from ucgsim.studies.improve.exchange import STAY, Exchange
from ucgsim.studies.improve.plan import MOST_SWAPS, ImproveStudy, Rivals, study_of, with_budget
from ucgsim.studies.improve.pool import CopyLimits
from ucgsim.studies.improve.question import Search
from ucgsim.studies.kit.basis import ALONE, player_words
from ucgsim.studies.kit.kinds import refuse_stored
from ucgsim.studies.kit.page import MOST_ROWS, long_section, write_answer
from ucgsim.studies.kit.run_options import RunOptions, RunSettings, takes
from ucgsim.studies.matrix.question import plan_gauntlet
from ucgsim.studies.weights import equal_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ucgsim.report.charts import Chart


BUILD_RIVALS = 8
"""Decks of other pools against which it is built."""
BUDGET = 150_000
"""Games of the search: some seconds under the fast policies, which whoever builds in sixty minutes has."""


@dataclass(frozen=True, eq=False)
class SealedBuild:
    """The ``deck`` to build of a pool, and the search that made it of ``start``: none where there is no choice."""

    pool: Deck
    start: Deck
    result: ImproveResult | None
    assumed: str

    @property
    def deck(self) -> Deck:
        """What won most on shuffles that chose nothing."""
        if self.result is None or self.result.gains[self.result.first].rate <= 0:
            return self.start
        return replace(self.result.first.build(self.start), name=f"{self.pool.name}, by playing")

    def answer(self) -> str:
        """What was built, how often it wins, and how much better it is than what was begun with."""
        if self.result is None:
            return f"{self.pool.name} leaves no choice: all its cards make the deck."
        result, first = self.result, self.result.first
        if self.deck is self.start:
            return f"Of {result.tried:,} decks of {self.pool.name} none wins more than the one {RULE}."
        sure = "surely" if result.wide(first).low > 0 else "not surely"
        change = change_words(first, result.study.terms.catalog)
        return (
            f"Of {result.tried:,} decks of {self.pool.name} this one wins most, {near(result.score(first))}; it is "
            f"{sure} better than the one {RULE} ({gained(result.wide(first))} points with {change})."
        )

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        if self.result is None:
            return {"made": "all cards of the pool"}
        result, first = self.result, self.result.first
        return {
            "made": "by playing",
            "begun_with": dict(self.start.counts),
            "tried": result.tried,
            "games": result.games,
            "wins": plain(result.score(self.deck_change)),
            "gain": plain(result.wide(first)),
            "surely_better": first in result.sure,
            "policy": result.study.labels[0],
            "assumed": self.assumed,
        }

    @property
    def deck_change(self) -> Exchange:
        """How the deck differs from the start."""
        assert self.result is not None, "there was a choice"
        return STAY if self.deck is self.start else self.result.first


class PlannedBuild(NamedTuple):
    """A deck that is to be searched: the pool, what is played for it, and what packs are assumed to hold."""

    pool: Deck
    study: ImproveStudy
    assumed: Boosters

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> SealedBuild:
        """Search decks of the pool up to four cards away from the one by chains, in ``study.budget`` games at most."""
        result = Search(self.study).play(jobs=jobs, advance=advance) if self.study.budget else None
        return SealedBuild(self.pool, self.study.deck, result, self.assumed.words)


def plan_by_playing(pool: Deck, others: Sequence[Deck], terms: Terms, *, budget: int = BUDGET) -> ImproveStudy:
    """What is searched; with no budget where the pool leaves no choice."""
    if pool.size == rules_version(terms.rules.split()[0]).deck_size:
        remark(f"{pool.name}: holds {pool.size} cards, as a deck of the standard format does; it is taken as a pool")
    allowed = allowance(terms.catalog, terms.rules, pool)
    start = build_by_chains(allowed, terms.catalog, f"{pool.name}, by chains")
    weights = equal_weights([deck.name for deck in others])
    met = Rivals(tuple(others), weights, tuple(range(1, len(others) + 1)))
    swaps = min(MOST_SWAPS, allowed.room - allowed.size)
    study = study_of(start, met, terms, CopyLimits(allowed.copies, pool.source), swaps=max(swaps, 1))
    if not study.builds:
        return study
    return with_budget(study, max(budget, study.smallest))


MOST_SHOWN = 5
"""Pools that the terminal shows; with --full all."""
MOST_DRAWN = 20
"""Pools that are drawn, the hardest of them; the table has all."""


@dataclass(frozen=True, eq=False, repr=False)
class StrengthResult(Tabled, Drawn, Summarised):
    """A pool against others: ``deck`` was made of it, ``rates`` are its win rates against each of ``rivals``.

    ``boosters`` says what is assumed of packs, of which ``packs`` of ``sets`` in turn were opened for each rival.
    """

    pool: Deck
    deck: Deck
    rivals: tuple[Deck, ...]
    rates: tuple[Estimate, ...]
    boosters: Boosters
    sets: tuple[str, ...]
    packs: int
    terms: Terms
    versions: Mapping[str, str] = field(default_factory=dict)
    """What played."""

    @cached_property
    def strength(self) -> Estimate:
        """How often the deck wins against pools so dealt; n = pools that it met.

        The pools differ by what was dealt and by luck of the games, so the interval of their mean covers both. It is
        never narrower than that of the games alone: few pools can be alike by chance.
        """
        rates, games = [each.rate for each in self.rates], sum(each.n for each in self.rates)
        mean = student_mean(rates)
        luck = wilson(mean.rate * games, games)
        return replace(mean, low=max(min(mean.low, luck.low), 0.0), high=min(max(mean.high, luck.high), 1.0))

    @property
    def verdict(self) -> str:
        """How the pool is among those that are so dealt."""
        if self.strength.low > 0.5:
            return "stronger than such pools are"
        return "weaker than such pools are" if self.strength.high < 0.5 else "not decided yet"

    @property
    def basis(self) -> str:
        """What every number rests on."""
        opened = f"{self.packs} packs of {', '.join(self.sets)} each"
        return (
            f"{sum(each.n for each in self.rates):,} games against {len(self.rivals)} pools of {opened}; "
            f"both sides {self.terms.labels[0]}; {self.terms.by}, seed {self.terms.seed}"
        )

    def answer(self) -> str:
        """How often the deck of the pool wins, and whether the pool is surely better or worse than others."""
        return f"The deck made of {self.pool.name} wins {near(self.strength)} against other pools: {self.verdict}."

    @property
    def order(self) -> list[int]:
        """Places of the rivals, the hardest first."""
        return sorted(range(len(self.rivals)), key=lambda place: self.rates[place].rate)

    def as_table(self) -> Table[int]:
        """Every rival."""
        policy = self.terms.labels[0]
        columns: tuple[Column[int], ...] = (
            Column(
                "rival",
                lambda each: self.rivals[each].name,
                "pool",
                "against the deck of which pool",
                str,
                names_row=True,
            ),
            Column("won", self.rates.__getitem__, "wins", "share of games won"),
            Column("games", lambda each: self.rates[each].n, None, "games against it", int),
            Column("policy", lambda _: policy, None, "who decided on both sides", str),
        )
        caption = f"How often {self.pool.name} wins against each (95 % interval)"
        return Table(columns, range(len(self.rivals)), caption)

    def sheet(self) -> Sheet:
        """Every rival, the hardest first."""
        return replace(self.as_table(), rows=self.order).sheet()

    def parts(self) -> Parts:
        """The headline and the hardest pools; then all of them."""
        table = replace(self.sheet().first(MOST_SHOWN), caption="")
        lines = [
            f"Played: {self.basis}.",
            "The interval holds which pools it meets and the luck of the games.",
            f"Decks are {RULE}; {self.boosters.words}.",
        ]
        ends = foot(
            f"{self.rates[0].n:,} games against each of {len(self.rivals)} pools, the hardest first",
            player_words(self.terms.policies),
            f"rules {self.terms.rules}",
            f"seed {self.terms.seed}",
            ALONE,
        )
        more: list[Block] = [self.sheet(), "\n  ".join(["Method", *lines]), Command(self.command)]
        return Parts([self.answer(), table], more, foot=ends)

    @property
    def command(self) -> str:
        """The command that plays this again."""
        terms = self.terms
        words = ["ucgsim", "sealed", "strength", deck_word(self.pool)]
        words += ["--rivals", str(len(self.rivals)), "-n", str(self.rates[0].n), "--sets", ",".join(self.sets)]
        words += ["--boosters", self.boosters.place] if self.boosters.place != SHIPPED else []
        words += ["--packs", str(self.packs), "--policy", terms.policies[0], "--seed", str(terms.seed)]
        words += ["--rules", terms.rules.partition(" ")[0], *terms.redraw_procedure.option]
        return command_line([*words, *blank_words(terms.play_blank)])

    def chart(self) -> Chart:
        """How often the deck wins against all pools and against each, the hardest first; of many the hardest."""
        from ucgsim.studies.matrix.plots import rivals_chart  # noqa: PLC0415

        rates = [(self.rivals[place].name, self.rates[place]) for place in self.order[:MOST_DRAWN]]
        sample = f"{self.rates[0].n:,} games a pool, {len(self.rivals)} pools"
        return rivals_chart(self.pool.name, [("all pools", self.strength), *rates], sample)

    def page(self) -> Page:
        """Its page: the pools that it met, the deck of it, the method."""
        note = f"the hardest {MOST_ROWS}; each deck is {RULE}"
        pools = long_section("pools", "Pools that it met", self.sheet(), note)
        lists = tuple(deck_list(each, self.terms.catalog) for each in (replace(self.deck, name="The deck"), self.pool))
        deck = Section("deck", "The deck and its pool", (f"The deck is {RULE}.",), lists=lists)
        title, tables = f"How strong is {self.pool.name}?", {"pools": self.to_polars()}
        return Page(title, picture=self.chart(), sections=(pools, deck, _method(self)), tables=tables)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {
            "pool": self.pool.name,
            "cards": self.pool.size,
            "deck": dict(self.deck.counts),
            "made": RULE,
            "strength": plain(self.strength) | {"pools": len(self.rivals)},
            "verdict": self.verdict,
            "assumed": self.boosters.words,
            "sets": self.sets,
            "packs": self.packs,
            "policy": self.terms.labels[0],
            "rules": self.terms.rules,
            "seed": self.terms.seed,
            "rivals": self.rows(),
        }


GAMES_FOLDER = "games"
"""Within the folder, the gauntlet that was played."""


def _method(result: StrengthResult) -> Section:
    terms = result.terms
    facts = {
        "games": f"{sum(each.n for each in result.rates):,}, {result.rates[0].n:,} against each of {len(result.rates)} "
        f"pools; saved in {GAMES_FOLDER}/, of which `ucgsim report` makes a page as well",
        "packs": f"{result.packs} of {', '.join(result.sets)}; {result.boosters.words}",
        "policies": f"{terms.labels[0]} on both sides",
        "rules": f"comprehensive {terms.by}",
        "seed": str(terms.seed),
    }
    return method_section(facts, result.versions, result.rivals, result.command, catalog=terms.catalog)


RIVALS = 20
"""Other pools that are dealt where nothing is said."""
FEWEST_RIVALS, MOST_RIVALS = 2, 500
GAMES_EACH = 200
"""Games against each of them."""


@checked
def sealed_pool(
    *,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
    seed: int = 1,
    catalog: Catalog | None = None,
) -> Deck:
    """The cards of opened packs, dealt as a file says what packs hold.

    Args:
        boosters: a file of what packs hold; what ships, an assumption, where None.
        sets: codes of the sets that packs are of, in turn; the newest that packs can be dealt of without any.
        packs: how many are opened.
        seed: of what is dealt.
        catalog: the cards, where it is not the imported or the shipped one.

    Raises:
        UcgsimError: packs that can't be dealt.
    """
    known, assumed = load_catalog() if catalog is None else catalog, _boosters(boosters)
    cards = [*known.values()]
    return deal_pool(cards, assumed, sets_of(cards, assumed, sets), packs=packs, seed=seed)


@checked
def sealed_deck(pool: DeckLike, *, rules: str = DEFAULT_RULES, catalog: Catalog | None = None) -> Deck:
    """A deck of the sealed format that a simple rule makes of a pool, by levels and BP: not the best one.

    Args:
        pool: its file, a ``Deck``, or counts by card number.
        rules: version of the comprehensive rules.
        catalog: the cards, where it is not the imported or the shipped one.

    Raises:
        UcgsimError: a pool that makes no deck.
    """
    known = load_catalog() if catalog is None else catalog
    opened = _pool(pool, known)
    return build_by_chains(allowance(known, sealed_rules(rules), opened), known, f"{opened.name}, by chains")


@takes(RunOptions)
def sealed_build(
    pool: DeckLike,
    *,
    rivals: int = BUILD_RIVALS,
    budget: int = BUDGET,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
    **options: Unpack[RunOptions],
) -> SealedBuild:
    """The deck of a pool that wins most when its decks are played, effects and all, against decks of other pools.

    Args:
        pool: its file, a ``Deck``, or counts by card number.
        rivals: how many other pools are dealt; their decks are made by chains.
        budget: games; more where so few can't say anything.
        boosters: a file of what packs hold; what ships, an assumption, where None.
        sets: codes of the sets that packs are of, in turn; the newest that packs can be dealt of without any.
        packs: how many are opened.

    Raises:
        UcgsimError: a pool that makes no deck, packs that make none, and whatever can't be played.
    """
    settings = RunSettings.of({**options, "rules": sealed_rules(options["rules"])})
    planned = plan_sealed_build(
        pool, settings.terms, rivals=rivals, budget=budget, boosters=boosters, sets=sets, packs=packs
    )
    with settings.watch("build", planned.study.budget) as advance:
        return planned.play(jobs=settings.jobs, advance=advance)


def plan_sealed_build(
    pool: DeckLike,
    terms: Terms,
    *,
    rivals: int = BUILD_RIVALS,
    budget: int = BUDGET,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
) -> PlannedBuild:
    """What `sealed_build` plays, by ``terms`` whose rules are those of the sealed format."""
    opened = _open(pool, terms, boosters, sets, rivals=rivals, packs=packs)
    study = plan_by_playing(opened.pool, opened.rivals, terms, budget=budget)
    return PlannedBuild(opened.pool, study, opened.boosters)


def sealed_rules(rules: str) -> str:
    """The rules of this name in the sealed format."""
    return rules if rules_version(rules).opened_cards else rules_name(rules, Format.SEALED)


@takes(RunOptions)
def pool_strength(
    pool: DeckLike,
    *,
    rivals: int = RIVALS,
    games: int = GAMES_EACH,
    boosters: Path | str | None = None,
    sets: Sequence[str] = (),
    packs: int = PACKS,
    out: Path | str | None = None,
    **options: Unpack[RunOptions],
) -> StrengthResult:
    """How often a deck made of a pool wins against decks made, by the same rule, of pools dealt again.

    Args:
        pool: its file, a ``Deck``, or counts by card number.
        rivals: how many other pools.
        games: against each of them.
        boosters: a file of what packs hold; what ships, an assumption, where None.
        sets: codes of the sets that packs are of, in turn; the newest that packs can be dealt of without any.
        packs: how many are opened.
        out: a folder for a page; what is played is saved in it, and an interrupted run goes on.

    Raises:
        UcgsimError: a pool that makes no deck, packs that make none, and whatever can't be played.
    """
    settings = RunSettings.of({**options, "rules": sealed_rules(options["rules"])})
    if out is not None:
        refuse_stored(Path(out))
    opened = _open(pool, settings.terms, boosters, sets, rivals=rivals, packs=packs)
    kept = None if out is None else Path(out) / GAMES_FOLDER
    question = plan_gauntlet(opened.deck, opened.rivals, settings.terms, games=games, out=kept, lead_pairs=0)
    played = settings.play(question)
    rates = tuple(played.field.cell(0, place) for place in range(1, rivals + 1))
    result = StrengthResult(
        *(opened.pool, opened.deck, opened.rivals, rates, opened.boosters, opened.sets, packs),
        *(settings.terms, played.plan.versions),
    )
    if out is not None:
        write_answer(Path(out), result)
    return result


class _Opened(NamedTuple):
    """A pool, the deck made of it by chains, decks of other pools, and what all of them were dealt of."""

    pool: Deck
    deck: Deck
    rivals: tuple[Deck, ...]
    boosters: Boosters
    sets: tuple[str, ...]


def _open(
    pool: DeckLike, terms: Terms, boosters: Path | str | None, sets: Sequence[str], *, rivals: int, packs: int
) -> _Opened:
    """Deal as many other pools, each of another deck; UcgsimError where packs hold too few different cards for that."""
    if not FEWEST_RIVALS <= rivals <= MOST_RIVALS:
        raise UcgsimError(f"{rivals} rivals; give a whole number from {FEWEST_RIVALS} to {MOST_RIVALS}")
    known, assumed, opened = terms.catalog, _boosters(boosters), _pool(pool, terms.catalog)
    cards, others, number = [*known.values()], dict[str, Deck](), 0
    codes = sets_of(cards, assumed, sets)
    mine = build_by_chains(allowance(known, terms.rules, opened), known, opened.name)
    while len(others) < rivals:
        number += 1
        dealt = deal_pool(cards, assumed, codes, packs=packs, seed=terms.seed, number=number)
        deck = build_by_chains(allowance(known, terms.rules, dealt), known, f"rival {len(others) + 1}")
        if deck.fingerprint not in (mine.fingerprint, *others):
            others[deck.fingerprint] = deck
        elif number > rivals * 2:
            raise UcgsimError(f"{assumed.place}: such packs hold too few different cards to deal {rivals} other pools")
    return _Opened(opened, mine, tuple(others.values()), assumed, tuple(codes))


def _boosters(given: Path | str | None) -> Boosters:
    return read_boosters(None if given is None else Path(given))


def _pool(pool: DeckLike, catalog: Catalog) -> Deck:
    if isinstance(pool, str | Path):
        return read_deck(pool, catalog, pool=True)
    return pool if isinstance(pool, Deck) else Deck("pool", tuple(pool.items()))
