"""A search for a better deck as it is handed out: what to change in sentences, its tables, its plain values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Card, card_title, in_deck_order
from ucgsim.cards.labels import shown_label
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import as_listed
from ucgsim.decks.writing import format_deck
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.charts import Chart, ChartShape, Point, Series, ValueAxis, points_of
from ucgsim.report.page import Page, Section, deck_section, method_section
from ucgsim.report.sheet import (
    Block,
    Cell,
    Command,
    Foot,
    Parts,
    Sheet,
    gained,
    label,
    number,
    plain,
    plain_beside,
    points,
    rate,
    share,
    sheet,
)
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import against, place_word, plural
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, POWER, Estimate, Method
from ucgsim.studies.check import SAID
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.improve.exchange import STAY, Exchange
from ucgsim.studies.improve.findings import Improvement
from ucgsim.studies.kit.basis import INCLUDED, basis_foot
from ucgsim.studies.kit.question import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ucgsim.decks.deck import Deck

LIST = "deck.txt"
GAIN = ValueAxis("more games won", "points", lines=(0.0,))


@dataclass(eq=False, repr=False)
class ImproveResult(Improvement, Answer):
    """Which cards should leave and which come in; every gain with interval, games and policies."""

    kind = "improve"

    @property
    def basis(self) -> str:
        """What every number rests on."""
        study = self.study
        shares = f" in the shares of {study.field.name}" if study.field is not None else ""
        return (
            f"{self.games:,} games against {plural(len(study.opponents), 'opponent')}{shares}, {self.fresh_games:,} of "
            f"them of each named build in new games, {against(study.labels)}, {study.terms.by}, "
            f"seed {study.terms.seed}"
        )

    @property
    def command(self) -> str:
        """The command that searches again."""
        return self.study.command

    @property
    def deck(self) -> Deck:
        """The deck to bring: the best build, or the deck as it is where nothing is surely better."""
        return self.study.deck if self.best is None else self.best.build(self.study.deck)

    def answer(self) -> str:
        """What to change and what that gains, or that nothing is surely better."""
        first, deck = self.first, self.study.deck.name
        gain = self.wide(first)
        if self.best is None:
            text = _("No change found makes {deck} surely better; the best one gains {gain} percentage points.")
            return text.format(deck=deck, gain=gained(gain))
        text = _("Change {deck}: {words}. It then wins {gain} percentage points more.")
        return text.format(deck=deck, words=change_words(first, self.study.terms.catalog), gain=gained(gain))

    def parts(self) -> Parts:
        """The headline and the builds that were measured again; then what lies behind them."""
        first = self.first
        table = replace(self.as_table().sheet(), caption="", note="").without("expected")
        behind = [matchups_sheet(self, first)] if len(self.study.opponents) > 1 else []
        method = "\n  ".join(["Method", f"Played: {self.basis}.", *remarks(self)])
        more: list[Block] = [*behind, decks_sheet(self, first), method, Command(self.command)]
        notes = card_remarks(self.study.cards.blank, self.study.cards.edited)
        lists = [decks_sheet(self, first)] if self.study.characters else []
        return Parts([self.answer(), table, *lists], more, notes, self.foot())

    def foot(self) -> Foot:
        """What qualifies the gains."""
        study, first = self.study, self.first
        checked, shown = self.checked(first), self.wide(first)
        text = _("{builds:,} builds tried, {games:,} new games of each in the table")
        return basis_foot(
            text.format(builds=self.tried, games=self.fresh_games),
            study.terms,
            None if checked is None else checked.verdict,
            both=shown.method is Method.PLAYERS,
            words=INCLUDED,
        )

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        study, builds = self.study, self.as_table().to_json()
        return {
            "deck": study.deck.name,
            "confidence": DEFAULT_CONFIDENCE,
            "power": POWER,
            "answer": None if self.best is None else builds[self.order.index(self.best)],
            "first": plain_beside(self.wide(self.first), self.gains[self.first]),
            "builds": builds,
            "tried": self.tried,
            "games": self.games,
            "games_measured_again": self.fresh_games,
            "opponents": [
                {"name": deck.name, "share": weight}
                for deck, weight in zip(study.opponents, study.weights, strict=True)
            ],
            "pool": None if study.pool.source is None else place_word(study.pool.source),
            "kept": list(study.kept),
            "swaps": study.swaps,
            "budget": study.budget,
            "policies": dict(zip(("deck", "opponents"), study.labels, strict=True)),
            "rules": study.terms.rules,
            "seed": study.terms.seed,
            "command": study.command,
        }

    def as_table(self) -> Table[Exchange]:
        """The builds that were measured: what they change, gain, and were expected to gain."""
        return Table(_columns(self), self.order, "Builds measured in new games")

    def chart(self) -> Chart:
        """What every build that was measured gains, next to what was expected of it."""
        measured = points_of((place, self.wide(change)) for place, change in enumerate(self.order))
        seen = tuple(Point(place, self.expected(change).rate) for place, change in enumerate(self.order))
        return Chart(
            "gains",
            "What the best builds gain over the deck as it is",
            "The builds of the table: right of the line one wins more than the deck, in new games on the same "
            "shuffles; intervals hold all at once with 95 %. Below each the gain that the search expected.",
            ChartShape.ROWS,
            (Series("measured", "a", measured), Series("expected", "b", seen)),
            GAIN,
            places=tuple(f"{letter(self, change)}: {plural(change.swaps, 'card')}" for change in self.order),
            sample=f"{self.fresh_games:,} games of each build",
        )

    def page(self) -> Page:
        """Its page: what to change, what that gains, the method."""
        study, first, chart = self.study, self.first, self.chart()
        names, several = ", ".join(study.characters), len(study.opponents) > 1
        rivals = (rivals_chart(self, first),) if several else ()
        gains = [self.as_table().sheet(), *([matchups_sheet(self, first)] if several else [])]
        return Page(
            f"Which deck of {names} is best?" if names else f"Which cards would make {study.deck.name} better?",
            picture=chart,
            sections=(
                deck_section(study.deck, study.terms.catalog),
                Section("gains", "What it gains", (), rivals, sheets=tuple(gains)),
                Section("before", "The deck before and after", sheets=(decks_sheet(self, first),)),
                _method(self),
            ),
            tables={"builds": self.to_polars()},
            plots=(chart, *rivals),
            files={LIST: self.listed},
        )

    @property
    def listed(self) -> str:
        """The deck to bring as a decklist, laid out as the list of the deck that was searched from."""
        catalog = self.study.terms.catalog
        before = as_listed(self.study.deck, catalog)
        deck = replace(self.deck, layout=before.layout, groups=before.groups)
        return format_deck(deck, catalog, DeckFormat.TEXT)


# The answer in sentences


def cards_words(numbers: tuple[str, ...], catalog: Mapping[str, Card]) -> str:
    """Cards by name, such as ``2 Tiga 3 · Zeperion Beam (BP01-007)``."""
    copies = Counter(numbers).items()
    return ", ".join(
        f"{count} {shown_label(catalog[number]) if number in catalog else number}" for number, count in copies
    )


def change_words(change: Exchange, catalog: Mapping[str, Card]) -> str:
    """Which cards leave and which come in."""
    gone, new = cards_words(change.out, catalog), cards_words(change.into, catalog)
    return _("{gone} out, {new} in").format(gone=gone, new=new)


def remarks(result: Improvement) -> list[str]:
    """What a reader must know to judge the numbers."""
    study = result.study
    lines = [
        "Gains were measured in new games, which did not choose, nor put the builds in their order; their intervals "
        "hold all at once with 95 %.",
        _tried_words(result),
    ]
    if study.pool.unplayable:
        lines.append(f"Left out, because their text can't be played: {', '.join(study.pool.unplayable)}.")
    return lines + card_remarks(study.cards.blank, study.cards.edited)


def _tried_words(result: Improvement) -> str:
    """What was tried."""
    study = result.study
    whom = f", of {' and '.join(study.characters)} or of nobody" if study.characters else ""
    kept = f", {', '.join(study.kept)} kept" if study.kept else ""
    further = f"; of the best, changes of up to {study.swaps} cards were made" if study.swaps > 1 else ""
    return (
        f"Tried: {plural(result.tried, 'swap')} of one card from {study.pool.words}{whom}{kept}{further}. Cards came "
        f"in at random, a few at a time, and what each is worth was fitted over all games; the best swaps were raced."
    )


# Its tables


def _columns(result: Improvement) -> list[Column[Exchange]]:
    """What is shown of a build."""
    catalog, deck = result.study.terms.catalog, result.study.deck
    leave, come = "numbers of the cards that leave", "numbers of the cards that come in"
    before = "what the search expected of it, by the games that chose it"
    sure, turned = "whether it is surely better, with all others that are", "whether another policy turns it"
    columns: list[Column[Exchange]] = [
        Column("build", lambda build: letter(result, build), marked("build"), kind=str, json=False),
        Column("change", lambda build: change_words(build, catalog), marked("change"), display=_wide, json=False),
        Column("out", lambda build: " ".join(build.out), None, leave, str, names_row=True, json=False),
        Column("in", lambda build: " ".join(build.into), None, come, str, names_row=True, json=False),
        Column("out", lambda build: list(build.out), kind=list),
        Column("in", lambda build: list(build.into), kind=list),
        Column("cards", lambda build: dict(build.build(deck).counts), kind=dict),
        Column(
            "gain",
            result.wide,
            marked("gain in points"),
            show=lambda build: _gain(result, build),
            alone=result.gains.__getitem__,
        ),
        *_gains(result),
        Column("games", lambda build: result.gains[build].n, None, "new games of it", int, json=False),
        Column("wins_games", result.score),
        Column("expected_gain", lambda build: result.expected(build).rate, None, before, float, json=False),
        Column("surely_better", lambda build: build in result.sure, None, sure, bool),
        Column("expected", result.expected, "expected", display=_expected),
        Column("turned_by_check", result.turns, None, turned, bool, json=False),
        Column("against", lambda build: _against(result, build), kind=dict),
        Column("check", lambda build: _check(result, build), kind=dict),
    ]
    if result.checks:
        columns.append(
            Column("checked", lambda build: check_cell(result, build), marked("checked"), kind=str, json=False)
        )
    return columns


def _gains(result: Improvement) -> list[Column[Exchange]]:
    """The gain of a build with its interval, and by these games alone, as columns of records."""
    meaning = "build less deck as it is, as a share of games: 0.01 is one point"
    kinds = (("", result.wide, meaning), ("_games", result.gains.__getitem__, f"by these games alone: {meaning}"))
    interval = "end of its interval, which holds with those of all builds"
    ends = (("gain", "rate", ""), ("low", "low", f"lower {interval}; "), ("high", "high", f"upper {interval}; "))

    def end_of(build: Exchange, of: Callable[[Exchange], Estimate], end: str) -> float:
        value: float = getattr(of(build), end)
        return value

    return [
        Column(f"{key}{which}", partial(end_of, of=of, end=end), None, f"{says}{means}", float, json=False)
        for which, of, means in kinds
        for key, end, says in ends
    ]


def _wide(text: str) -> Cell:
    return label(text, "wide")


def letter(result: Improvement, change: Exchange) -> str:
    """What a build is called where several are named."""
    return ascii_uppercase[result.order.index(change)]


def _gain(result: Improvement, change: Exchange) -> Cell:
    gain = result.wide(change)
    kind = ("better" if gain.rate > 0 else "worse") + " certain" if gain.excludes(0) else ""
    return rate(gain, points(gain), kind, gained(gain))


def _expected(gain: Estimate) -> Cell:
    return number(gain.rate, f"{100 * gain.rate:+.2f}")


def check_cell(result: Improvement, change: Exchange) -> str:
    """What a check makes of a build, in few words."""
    checked = result.checked(change)
    if checked is None:
        return "not checked"
    return f"{SAID[checked.verdict]}, {gained(checked.strong)}"


def matchups_sheet(result: Improvement, change: Exchange) -> Sheet:
    """What a build gains against each opponent."""
    rivals = zip(result.study.opponents, result.study.weights, result.by_rival[change], strict=True)
    rows = [
        [label(deck.name), share(weight), rate(gain, points(gain) + "*" * gain.excludes(0))]
        for deck, weight, gain in rivals
    ]
    return sheet("Gain by opponent (these games, 95 % for all at once)", ["opponent", "share", "gain"], rows)


def decks_sheet(result: Improvement, change: Exchange) -> Sheet:
    """The deck before and after, by name."""
    before, after = (dict(build.build(result.study.deck).counts) for build in (STAY, change))
    catalog, rows = result.study.terms.catalog, []
    for card in sorted(map(catalog.__getitem__, {*before, *after}), key=in_deck_order):
        a, b = before.get(card.number, 0), after.get(card.number, 0)
        kind = "" if a == b else ("better certain" if b > a else "worse certain")
        cells = [label(card.number), label(card_title(card), "wide"), number(a), number(b)]
        rows.append([*cells, label(f"{b - a:+d}" if a != b else "", kind)])
    return sheet("The deck before and after", ["number", "card", "before", "after", ""], rows)


# What else its page shows


def rivals_chart(result: Improvement, change: Exchange) -> Chart:
    """What a build gains against each opponent."""
    rows = list(zip(result.study.opponents, result.by_rival[change], strict=True))
    return Chart(
        "rivals",
        "Which matchups it moves",
        "Right of the line the build wins more against this opponent; intervals of these games, all at once with 95 %.",
        ChartShape.ROWS,
        (Series("gain", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
        GAIN,
        places=tuple(deck.name for deck, _ in rows),
        sample=f"{result.fresh_games:,} games of each build",
    )


def _method(result: ImproveResult) -> Section:
    """How the page says that it was played."""
    study, lines = result.study, remarks(result)
    facts = {
        "games": f"{result.games:,}, of which {result.fresh_games:,} measure each build of the table",
        "builds": f"{result.tried:,} of one card were tried",
        "pool": study.pool.words,
        "policies": against(study.labels),
        "rules": f"comprehensive {study.terms.by}",
        "seed": str(study.terms.seed),
    }
    decks, catalog = (study.deck, *study.opponents), study.terms.catalog
    return method_section(facts, study.cards.versions, decks, study.command, catalog=catalog, also=lines)


# Its plain values


def _against(result: Improvement, change: Exchange) -> dict[str, Any]:
    names = (deck.name for deck in result.study.opponents)
    return {name: plain(gain) for name, gain in zip(names, result.by_rival[change], strict=True)}


def _check(result: Improvement, change: Exchange) -> dict[str, Any] | None:
    checked = result.checked(change)
    return None if checked is None else {"verdict": checked.verdict.value, "gain": plain(checked.strong)}
