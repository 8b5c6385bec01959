"""A matrix as it is handed out, of games or of matches: what was found, with words, values and picture."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.report.page import Page, Section, deck_section
from ucgsim.report.sheet import in_short, in_words, label, number, sheet
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import shown
from ucgsim.studies.matrix import answer
from ucgsim.studies.matrix.findings import Matrix
from ucgsim.studies.matrix.played import NOWHERE, Shown, show_matchups
from ucgsim.studies.matrix.plots import FIELD, matrix_grid, rivals_chart
from ucgsim.studies.matrix.race import RaceStanding, support_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.sheet import Parts, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.kit.page import ReportJob
    from ucgsim.studies.matrix.findings import MatrixCheck

MOST_ROWS = 15
"""Matchups up to which the terminal says of each what leading is worth; the tables always have them."""


@dataclass(frozen=True, eq=False, repr=False)
class MatrixResult(Matrix):
    """Who won how much of what against whom, of players of whom every two met, in games or in matches."""

    def answer(self) -> str:
        """The answer in a sentence."""
        return answer.headline(self)

    def parts(self) -> Parts:
        """The answer and the matrix; then the ranking and the ratings."""
        return answer.matrix_parts(self)

    def as_table(self) -> Table[Key]:
        """One row a cell: who against whom, rate, low, high, games (or matches), whether certain, mirror; policy."""
        columns: tuple[Column[Key], ...] = (
            Column(self.play.column, lambda key: self.names[key[0]], None, "who plays", str, names_row=True),
            Column("opponent", lambda key: self.names[key[1]], None, "against whom", str, names_row=True),
            Column(
                "",
                lambda key: self.cell(*key),
                None,
                f"share of {self.play.many} won",
                units=self.play.many,
                alone=self._by_games,
            ),
            Column(self.play.many, lambda key: self._by_games(key).n, None, f"{self.play.many} played", int),
            Column("certain", lambda key: self.is_certain(*key), None, answer.CERTAIN, bool),
            Column("mirror", lambda key: key[0] == key[1], None, answer.MIRROR, bool),
            answer.policy_column(self),
        )
        players = range(len(self.names))
        return Table(columns, [(row, column) for row in players for column in players])

    def _by_games(self, key: Key) -> Estimate:
        return self.field.cell(*key)

    def field_table(self) -> pl.DataFrame:
        """One row a player: share of the field, rate against the field and rating, policy, games or matches.

        These are the games that were played against who is in the field, the player itself not counted.
        """
        return replace(answer.ranking(self), rows=range(len(self.names))).to_polars()

    def leading_sheet(self) -> Sheet | None:
        """What leading is worth in every matchup and over the field; None where it was not asked."""
        return answer.lead_sheet(self.names, self.leadings, self.effect_of_leading)

    def details(self) -> list[Sheet]:
        """What leading is worth, in every matchup where these are few, and what else the play tells."""
        each = self.leading_sheet()
        rows = 1 if len(self.leadings) > MOST_ROWS else MOST_ROWS + 1
        return [*([] if each is None else [each.first(rows)]), *super().details()]

    def figure(self) -> Figure:
        """The heat map."""
        from ucgsim.studies.matrix.plots import heat_map  # noqa: PLC0415 - takes long to import

        return heat_map(self)

    def sheet(self) -> Sheet:
        """The matrix with its intervals."""
        return answer.matrix_sheet(self)

    # Its pages: that of all of it, and that of one deck's side.

    def page(self, catalog: Catalog | None = None, matchups: Shown = NOWHERE) -> Page:
        """Its page: the matrix as a picture whose cells lead to their ``matchups``, the field, the ratings."""
        play, leads = self.play, "; a click on a cell leads to its matchup" * bool(matchups.links)
        note = f"Point at a cell for its interval and {play.many}{leads}."
        grid = matrix_grid(self, matchups.links, note, choice=len(self.names) > 2)
        also = tuple(line.strip() for line in answer.basis_words(self).splitlines()[1:])
        check = "" if self.check is None else self.check.basis
        first, last = play.sections[:1], play.sections[1:]
        sections = (
            self._field_section(),
            *([] if self.checked is None else [check_section(self.checked)]),
            *matchups.sections,
            *first,
            self._ratings_section(),
            *last,
            play.method(self.command, catalog or load_catalog(), also, check=check, starred=self.has_stars),
        )
        return matchups.put_next_to(
            Page(
                f"{answer.title_words(self).removesuffix('?')}{play.title}?",
                picture=replace(grid, name="matrix"),
                sections=sections,
                tables={"matrix": self.to_polars(), "field": self.field_table(), **play.tables},
                plots=tuple(chart for section in first for chart in section.charts),
            )
        )

    def reported(self, job: ReportJob) -> tuple[MatrixResult, Page]:
        """The matrix and its page, with its matchups; of matches there are none to show."""
        if not self.duels:
            job.advance(1)
        result, matchups = show_matchups(self, self.duels, job, watched=self.across.best)
        return result, result.page(job.catalog, matchups)

    def _field_section(self) -> Section:
        """Who does how well against the field, and what leading is worth."""
        sheets, leading = [answer.ranking(self).sheet()], self.leading_sheet()
        parts: tuple[Section, ...] = ()
        if leading is not None and len(leading.rows) <= MOST_ROWS:
            sheets.append(leading)
        elif leading is not None:
            sheets.append(leading.first(1))
            parts = (Section("leading", "What leading is worth, by matchup", sheets=(leading,), folded=True),)
        return Section("field", "The field", (), self.play.charts, sheets=tuple(sheets), parts=parts)

    def _ratings_section(self) -> Section:
        """One number a player, how well it describes the matrix, and the triples that it cannot describe."""
        play, ratings = self.play, self.across.ratings
        order = sorted(range(len(ratings)), key=lambda deck: -ratings[deck].rate)
        rated = {deck: number(ratings[deck].rate, answer.rating_words(ratings[deck])) for deck in order}
        rows = [[label(self.names[deck]), rating] for deck, rating in rated.items()]
        note = (
            f"Bradley-Terry, in Elo with 0 as the mean of all {play.entrant}s: 70 more wins 60 % of the {play.many}, "
            f"200 more 76 %. {self.basis}."
        )
        sheets = [sheet("Ratings (95 % interval)", [play.entrant, "rating (Elo)"], rows, note)]
        sheets += [answer.cycles(self)] if self.across.cycles else []
        text = tuple(filter(None, (answer.fit_sentence(self), answer.cycles_sentence(self))))
        return Section("ratings", "Ratings", text, sheets=tuple(sheets), folded=True)

    def side(self, deck: int, job: ReportJob) -> Page:
        """The page of one deck against its rivals, the hardest first."""
        rivals, name, across, won = rivals_of(self, deck), self.names[deck], self.across, self.across.rates[deck]
        keys = {rival: (min(deck, rival), max(deck, rival)) for rival in rivals}
        _, matchups = show_matchups(self, keys.values(), job, watched=deck)
        parts = tuple(
            replace(section, title=f"{name} against {self.names[rival]}: {in_short(across.cell(deck, rival))}")
            for rival, section in zip(rivals, matchups.parts, strict=bool(matchups.parts))
        )
        rates, place = [(self.names[rival], across.cell(deck, rival)) for rival in rivals], across.order.index(deck) + 1
        columns: list[Column[int]] = [
            Column("", str, "rival", show=lambda rival: label(self.names[rival], link=matchups.links[keys[rival]])),
            Column("", partial(across.cell, deck), "wins", show=partial(answer.rival_cell, self, deck)),
            Column("", lambda rival: across.cell(deck, rival).n, "games", kind=int),
        ]
        table = Table(columns, rivals, f"{name} against each (95 % interval)", "A name leads to the matchup.").sheet()
        check = "" if self.check is None else self.check.basis
        sections = (
            Section("rivals", "Rivals", sheets=(table,)),
            deck_section(self.decks[deck], job.catalog),
            *replace(matchups, parts=parts).sections,
            self.play.method(self.command, job.catalog, (), check=check, starred=table.has_stars),
        )
        page = Page(
            answer.side_title(name, tuple(self.names[rival] for rival in sorted(rivals))),
            (f"{name} wins {in_words(won)} against the field, place {place} of {len(self.names)}.",),
            str(answer.matrix_foot(self)),
            rivals_chart(name, [(FIELD, won)] * (len(rates) > 1) + rates, f"{self.terms.each:,} games against each"),
            remarks=tuple(answer.notes(self)),
            sections=sections,
        )
        return matchups.put_next_to(page)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; ``matrix[i][j]`` is row i against column j."""
        lead = answer.lead_json(self.names, self.leadings, self.effect_of_leading)
        return {
            **self.play.head_json,
            **({} if self.play.race is None else {"until_best": self._race_json()}),
            **answer.matrix_json(self),
            **({"effect_of_leading": lead} if self.duels else {}),
            **self.play.end_json,
            "command": self.command,
        }

    @property
    def _standing(self) -> RaceStanding:
        """Where the race stands."""
        assert self.stops is not None, "only a race has a standing"
        return RaceStanding(self.cells, self.field.weights, self.stops, self.policies)

    @property
    def remarks(self) -> list[str]:
        """What a race does not tell."""
        return [] if self.play.race is None else [support_words(self._standing, self.names)]

    def _race_json(self) -> dict[str, Any]:
        """Whether the best deck was told, what decided to the end, and how coarse what did not is."""
        assert self.play.race is not None, "of no race nothing is known"
        each = {key: duel.plan.games for key, duel in self.duels.items()}
        most = max(each.values())
        return {
            "most_games_per_matchup": self.play.race.most,
            "looks": list(self.play.race.looks),
            "decided": self._standing.is_decided,
            "surely_best": not self.across.rivals,
            "equilibrium": {
                "decks": [self.names[deck] for deck in sorted(self._standing.support)],
                "fewest_games_of_a_matchup": self._standing.games_in_support,
                "promised": False,
            },
            "left_coarse": [
                {"deck": self.names[row], "opponent": self.names[column], "games": games}
                | {"half_width_points": 50 * self.field.cell(row, column).width}
                for (row, column), games in each.items()
                if games < most
            ],
        }


def check_section(checked: MatrixCheck) -> Section:
    """What another play makes of every matchup."""
    grid = matrix_grid(checked.second, {}, f"{answer.check_words(checked)}.", across=checked.second.alone)
    return Section("check", "Under another play", grids=(grid,), sheets=(answer.check_sheet(checked),), folded=True)


# One deck of a matrix: what its page is called, and who it is.


LONGEST_NAME = 60
"""Letters of a file's name that a deck gives it."""


def side_page(name: str) -> str:
    """The name of the page of one deck's side."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "deck"
    return f"only-{words[:LONGEST_NAME].strip('-')}.html"


def place_of(decks: Sequence[Deck], wanted: str, path: Path) -> int:
    """The place of a deck by its name or that of its file, in capitals or not, or by a part that no other has.

    Raises UcgsimError for none.
    """
    names = [deck.name for deck in decks]
    low = [name.casefold() for name in names]
    files = ["" if deck.source is None else deck.source.stem.casefold() for deck in decks]
    for known in (low, files):
        if wanted and wanted.casefold() in known:
            return known.index(wanted.casefold())
    parts = [place for place, name in enumerate(low) if _letters(wanted) and _letters(wanted) in _letters(name)]
    if len(parts) == 1:
        return parts[0]
    if parts:
        several = ", ".join(names[place] for place in parts)
        raise UcgsimError(f"deck {shown(wanted)}: {path} holds several of that name: {several}")
    near = difflib.get_close_matches(wanted.casefold(), low, n=1, cutoff=0.5)
    meant = f"did you mean {names[low.index(near[0])]}?" if near else f"name one of {', '.join(names)}"
    raise UcgsimError(f"deck {shown(wanted)}: {path} holds no deck of that name; {meant}")


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def rivals_of(result: MatrixResult, deck: int) -> list[int]:
    """Places of the other decks of a matrix, the hardest rival of the one at ``deck`` first."""

    rivals = (place for place in range(len(result.names)) if place != deck)
    return sorted(rivals, key=lambda rival: result.cell(deck, rival).rate)
