"""What a tournament answers: what to bring and what comes of it, as tables, sentences, chart and page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Page, Section, method_section
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import (
    Block,
    Cell,
    Command,
    Foot,
    Parts,
    Sheet,
    amount,
    interval,
    label,
    near,
    number,
    percent,
    picked,
    plain,
    rate,
    share,
    sheet,
)
from ucgsim.report.table import Column, Table, estimated
from ucgsim.safe_text import place_word
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.kit.basis import INCLUDED
from ucgsim.studies.kit.page import long_section
from ucgsim.studies.matrix.answer import points_words
from ucgsim.studies.tournament.findings import TWO_DECKS, Rival, Tournaments
from ucgsim.studies.tournament.games import played_foot

MOST_CHOICES = 30
MOST_RIVALS = 5
MOST_FEARED = 10
"""Decks of the field that are named as those that cost the best one most."""
MOST_DRAWN = 12
"""Decks that are drawn; the table has all."""
FORMATS = {"bo1": "one game", "bo3": "best of three", TWO_DECKS: "best of three with two decks a player"}


@dataclass(frozen=True, eq=False, repr=False)
class TournamentResult(Tournaments, Tabled, Drawn, Summarised):
    """What becomes of a player who brings each deck; every chance with its interval, its matrix and its policies."""

    @property
    def shape_words(self) -> str:
        """Players, rounds and cut."""
        return _("{players} players, {rounds} rounds, cut to {cut}").format(
            players=self.shape.players, rounds=self.shape.rounds, cut=self.shape.cut
        )

    def answer(self) -> str:
        """What to bring, and how often it makes the cut."""
        deck, often, others = self.names[self.order[0]], near(self.cuts[self.order[0]]), ""
        if len(self.only) == 1:
            text = _("{deck} makes the cut {often} of the time.")
        elif not self.rivals:
            text = _("Bring {deck}: it makes the cut {often} of the time.")
        else:
            text = _(
                "Not decided yet what to bring: {deck} makes the cut {often} of the time; {others} may do as well."
            )
            others = self.names[self.rivals[0]]
            if len(self.rivals) > 1:
                others = _("{deck} or {count} more").format(deck=others, count=len(self.rivals) - 1)
        return text.format(deck=deck, often=often, others=others)

    def foot(self) -> Foot:
        """What qualifies the chances."""
        return played_foot(
            self.played,
            self.check,
            self.shape_words,
            _("{count:,} tournaments").format(count=self.brought.tournaments),
            both=INCLUDED,
        )

    def method_words(self) -> list[str]:
        """What the numbers rest on, for a reader who knows the statistics."""
        deck, chance = self.best_after
        shown = self.rivals[:MOST_RIVALS]
        ahead = ", ".join(f"{self.names[each]} (by {points_words(self.ahead_of(each))})" for each in shown)
        lines = [
            f"Played: {self.basis}.",
            "" if self.check is None else self.check.words(),
            f"Not surely more often than with {ahead}." if ahead else "",
            self.fear_words(self.order[0]),
            "" if len(self.only) == 1 else f"If all others bring it too, {self.names[deck]} wins {interval(chance)}.",
        ]
        return [line for line in (*lines, *self.notes()) if line]

    def fear_words(self, deck: int) -> str:
        """The deck of the field that costs it most."""
        fear = self.fear(deck)
        if fear is None:
            return ""
        who, won = f"{self.names[fear.deck]} ({percent(fear.share)} of the field)", interval(fear.won)
        least = "No deck of the field beats it; the hardest" if fear.cost <= 0 else "The deck to fear most"
        return f"{least} is {who}: it wins {won} of the matches against that."

    def notes(self) -> list[str]:
        """What the numbers mean, and what is assumed."""
        players = " and that other good players play otherwise" if self.played.panel is not None else ""
        is_pick = len(self.only) > 1 and Method.PICKED in {self.best.method, self.best_after[1].method}
        lines = [
            "The deck that is named does best: its estimate and interval allow for the choice." * is_pick,
            f"Intervals hold the luck of tournaments, what the matrix leaves open{players}. Every player who brings "
            "what the field brings is counted, and players of one tournament share its luck; a deck that the field "
            "hardly brings is given to one player.",
            "Assumed: the other players bring decks by chance from the field; points are ranked by the opponents' "
            "share of wins, then by lot, which the floor rules leave to the organiser; the odd player out has a win.",
        ]
        if self.match != "bo1":
            lines.append(
                "Games of a match are taken as independent but for the choice of its loser, who leads the next one or "
                "follows; a matrix of matches (`matrix --match`) plays them."
            )
        if self.match == TWO_DECKS:
            all_shown = self.named or len(self.only) == len(self.names)
            chosen = (
                f" The {len(self.only)} here win most matches in the field by one half of the games; what is said of "
                "them comes from the other half, which chose nothing."
            )
            lines.append(
                f"Pairs: {len(self.names):,} may be brought, by the copies over both; the first one begins. Others "
                f"bring both decks by their shares.{'' if all_shown else chosen}"
            )
        if self.rematches:
            lines.append(f"{self.rematches:,} matches were rematches that no exchange of partners avoided.")
        return lines

    def lead_words(self) -> str:
        """Who chooses who leads, and how that choice was played."""
        played = f"{self.played.policy} chose as it does; no choice of a person is in these numbers."
        if self.match == "bo1":
            return f"The winner of the throw chooses who leads: {played}"
        text = "The winner of the throw chooses who leads the first game, the loser of each game the next one"
        two = (
            " A deck that won is out of the match (floor rules 7); the loser takes its decks in the order that is "
            "likeliest to win."
        )
        return f"{text} (floor rules 10): {played}{two if self.match == TWO_DECKS else ''}"

    def as_table(self) -> Table[int]:
        """What becomes of a player who brings each deck, the likeliest to win first."""
        of, units, after = "of a player who brings it", "players", f"wins if all bring {self.names[self.order[0]]}"
        wins, cut = f"chance to win the tournament {of}", f"chance to make the cut {of}"
        then, won = f"chance to win {of} where all others bring the best deck", f"rounds won {of}, on average"
        key = "wins_if_all_bring_the_best"
        columns: tuple[Column[int], ...] = (
            Column("deck", self.names.__getitem__, "", "which deck", str, names_row=True),
            Column("field", self.field.__getitem__, marked("field"), "its share of the field", float, None, share),
            estimated("wins", self.title, marked("wins"), wins, units, show=self._title_cell),
            estimated("cut", self.cuts.__getitem__, _("cut to {cut}").format(cut=self.shape.cut), cut, units),
            estimated("rounds_won", self.wins.__getitem__, "rounds won", won, units, _mean),
            estimated(key, self.title_after, after, then, units, picked),
            Column("records", lambda deck: self.records[deck].tolist(), kind=list),
            *map(self._record_column, range(self.shape.rounds + 1)),
        )
        return Table(columns, self.order, "A player who brings (in brackets 95 % intervals)")

    def _title_cell(self, deck: int) -> Cell:
        chance = self.title(deck)
        return replace(picked(chance), short=near(chance))

    def _record_column(self, wins: int) -> Column[int]:
        words = f"share of players with {wins} rounds won"
        return Column(f"{wins}_wins", partial(self._share_of_record, wins), None, words, float, json=False)

    def _share_of_record(self, wins: int, deck: int) -> float:
        return float(self.records[deck, wins])

    def record_sheet(self) -> Sheet:
        """How often a player ends the Swiss rounds with each record."""
        rounds = self.shape.rounds
        columns = ["", *(f"{wins}-{rounds - wins}" for wins in range(rounds, -1, -1))]
        rows = [[label(self.names[deck]), *map(share, self.records[deck][::-1])] for deck in self.order]
        note = "Shares of the players with each deck, without intervals; their mean, rounds won, has one."
        return sheet(f"Records after {rounds} rounds", columns, rows, note)

    def fears(self, deck: int) -> Table[Rival]:
        """The other decks of the field, the one that costs a deck most first."""
        columns: tuple[Column[Rival], ...] = (
            Column("deck", lambda each: self.names[each.deck], "against", kind=str),
            Column("field", lambda each: each.share, "field", kind=float, display=share),
            Column("won", lambda each: each.won, "wins a match", show=_wins_a_match),
            Column("costs", lambda each: each.cost, "points", kind=float, display=_fewer_wins),
        )
        note = "points: of 100 matches in this field, how many more or fewer are won than among equals"
        caption = f"{self.names[deck]} against the field (95 %, one by one)"
        # The first is named as the one to fear: there as here it knows that it was picked.
        first, rest = self.fear(deck), self.rivals_of(deck)[1:]
        return Table(columns, [] if first is None else [first, *rest], caption, note)

    def choice_sheet(self, deck: int) -> Sheet:
        """How often single games are won by who chooses who leads; empty where only matches were played."""
        names = self.played.names
        rows = [
            [label(names[each.deck]), label(names[each.other]), share(each.share), rate(each.mine), rate(each.theirs)]
            for each in self.choices_of(deck)[:MOST_CHOICES]
        ]
        columns = ["deck", "against", "field", "wins if it chooses", "wins if the other does"]
        return sheet("Games by who chooses the Lead (these games, 95 %, one by one)", columns, rows)

    def parts(self) -> Parts:
        """The headline and who wins; then records, and what is assumed."""
        records = [self.record_sheet()] if self.shape.rounds else []
        after = f"wins if all bring {self.names[self.order[0]]}"
        table = replace(self.as_table().sheet(), caption="", note="").without("rounds won").without(after)
        more: list[Block] = [self.as_table().sheet(), self.fears(self.order[0]).sheet(), *records]
        method = "\n  ".join(["Method", *self.method_words()])
        return Parts([self.answer(), table], [*more, method, Command(self.command)], foot=self.foot())

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        first, (deck, chance) = self.order[0], self.best_after
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "players": self.shape.players,
            "rounds": self.shape.rounds,
            "cut": self.shape.cut,
            "match": self.match,
            "best": {"deck": self.names[first], "wins": plain(self.best)},
            "not_surely_ahead_of": [self.names[each] for each in self.rivals],
            "ahead_by": {self.names[each]: plain(self.ahead_of(each)) for each in self.order[1:]},
            "best_if_all_bring_it": {"deck": self.names[deck], "wins": plain(chance)},
            "decks": self.as_table().to_json(),
            "feared": self.fears(first).to_json()[:MOST_FEARED],
            "check": None if self.check is None else self.check.to_json(),
            "rematches": self.rematches,
            "tournaments": self.times,
            "tournaments_in_all": self.brought.tournaments,
            "matrices": self.matrices,
            "policy": self.played.policy,
            "played": self.played.basis,
            "seed": self.seed,
            "command": self.command,
        }

    def chart(self) -> Chart:
        """The chances to win and to make the cut with 95 % intervals, the likeliest on top, next to an even share."""
        order, players, cut = self.order[:MOST_DRAWN], self.shape.players, self.shape.cut
        most = "" if len(order) == len(self.order) else f"; the {MOST_DRAWN} likeliest of {len(self.order)}"
        # The one that is named best is there as everywhere: estimate and interval allow for the choice.
        titles = [self.title(deck) for deck in order]
        series = (
            Series("wins the tournament", "a", points_of(enumerate(titles))),
            Series(f"makes the cut to {cut}", "b", points_of(enumerate(self.cuts[deck] for deck in order))),
        )
        return Chart(
            "chances",
            "How often a player who brings it wins, and makes the cut",
            f"95 % intervals; the likeliest to win on top{most}. Dotted: one player among equals, who wins 1 in "
            f"{players} tournaments and makes the cut in {cut}.",
            ChartShape.ROWS,
            series,
            ValueAxis("tournaments", lines=(1 / players, cut / players), shows=(0.0,), bounds=(0.0, 1.0)),
            places=tuple(self.names[deck] for deck in order),
            sample=f"{self.brought.tournaments:,} tournaments",
        )

    def page(self) -> Page:
        """To print before the tournament: what to bring, what to fear, records, who leads, the method."""
        first, players = self.order[0], self.shape.players
        title = f"How does {self.names[first]} do in" if len(self.only) == 1 else "What should I bring to"
        fears = self.fears(first).sheet()
        if (more := len(fears.rows) - MOST_FEARED) > 0:
            fears = replace(fears.first(MOST_FEARED), note=f"{fears.note}; {more} more cost it less")
        choices, lead = self.choice_sheet(first), (self.lead_words(),)
        sections = (
            long_section("bring", "What to bring", self.as_table().sheet()),
            Section("fear", f"What to fear with {self.names[first]}", sheets=(fears,)),
            *([Section("records", "Records", sheets=(self.record_sheet(),), folded=True)] * bool(self.shape.rounds)),
            *([Section("lead", "Who chooses the Lead", lead, sheets=(choices,), folded=True)] * bool(choices.rows)),
            Section("assumed", "What is assumed", tuple(self.method_words()), folded=True),
            _method(self),
        )
        title = f"{title} a tournament of {players} players?"
        return Page(title, picture=self.chart(), sections=sections, tables={"decks": self.to_polars()})


def _mean(estimate: Estimate) -> Cell:
    return rate(estimate, amount(estimate))


def _wins_a_match(rival: Rival) -> Cell:
    won = rival.won
    return rate(won, kind=("better" if won.rate > 0.5 else "worse") + " certain" if won.excludes(0.5) else "")


def _fewer_wins(cost: float) -> Cell:
    return number(-cost, f"{-100 * cost:+.2f}")


def _method(result: TournamentResult) -> Section:
    played = result.played
    facts = {
        "tournaments": f"{result.brought.tournaments:,}, {result.shape_words}",
        "a round": FORMATS[result.match] if played.unit == "games" else f"a match of {played.place}",
        "matrix": f"{result.matrices:,} drawn from what was played: {played.basis}",
        "field": place_word(result.field_source) if result.field_source else "shares of the table above",
        "policies": played.policy,
        "rules": f"comprehensive rules {played.rules}, {played.redraw_procedure} redraw",
        "seed": str(result.seed),
    }
    catalog, command = load_catalog(), result.command
    return method_section(facts, played.versions, played.decks, command, catalog=catalog, what="tournaments")
