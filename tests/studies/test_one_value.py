"""One quantity has one value and one interval wherever it is: sentence, table, page, CSV, Parquet, frames and JSON."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from itertools import product
from types import SimpleNamespace

import pandas
import polars as pl
import pytest

import ucgsim
from tests.helpers import DECKLISTS, PLAIN
from ucgsim.report.page import weighed, write_table
from ucgsim.report.sheet import Cell as SheetCell
from ucgsim.report.sheet import Sheet, about, gained, interval, near, points, rounded, signed_points
from ucgsim.stats.elo import logistic_elo
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.cards.worth import worth
from ucgsim.studies.compare.question import compare
from ucgsim.studies.duel.question import duel
from ucgsim.studies.improve.question import improve
from ucgsim.studies.kit.kinds import KINDS
from ucgsim.studies.kit.run import write_report
from ucgsim.studies.matrix.played import prefix_of
from ucgsim.studies.matrix.question import gauntlet, matrix
from ucgsim.studies.redraw.question import redraw
from ucgsim.studies.sealed import pool_strength, sealed_pool
from ucgsim.studies.tournament.meta import meta
from ucgsim.studies.tournament.question import tournament

pytestmark = pytest.mark.usefixtures("all_undrawn")

CHECK = {"check": "search:16,with=planner", "check_games": 20}
ENDS = ("rate", "low", "high")
BOTH = Method.PLAYERS.value


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("one-value")


@pytest.fixture(scope="module")
def one_duel(out, catalog):
    return duel(*PLAIN[:2], games=300, seed=4, out=out / "duel", catalog=catalog, **CHECK)


@pytest.fixture(scope="module")
def one_gauntlet(out, catalog):
    return gauntlet(PLAIN[0], PLAIN[1:], games=300, seed=4, out=out / "gauntlet", catalog=catalog, **CHECK)


@pytest.fixture(scope="module")
def one_matrix(out, catalog):
    return matrix(PLAIN, games=300, seed=4, out=out / "matrix", catalog=catalog, **CHECK)


@pytest.fixture(scope="module")
def one_compare(out, catalog):
    return compare(*PLAIN[:2], against=PLAIN[1:], games=300, seed=4, out=out / "compare", catalog=catalog, **CHECK)


@pytest.fixture(scope="module")
def one_improve(out, catalog):
    pool = {"SD01-014": 2, "BP01-095": 1, "BP01-046": 3}
    return improve(PLAIN[0], PLAIN[1:], pool=pool, budget=5000, seed=3, out=out / "improve", catalog=catalog)


@pytest.fixture(scope="module")
def every(request, out, one_matrix, catalog):
    """The answer to a question of any kind; tests of one kind are run together."""
    kept = out / "matrix"
    makers = {
        "matches": lambda: matrix(PLAIN, match="bo3", games=100, seed=4, catalog=catalog),
        "meta": lambda: meta(kept, times=200),
        "tournament": lambda: tournament(kept, players=8, times=200),
        "worth": lambda: worth(kept, deck=one_matrix.names[0], pairs=200, jobs=1, catalog=catalog),
        "redraw": lambda: redraw(PLAIN[0], hands=60, seed=4, catalog=catalog),
        "odds": lambda: ucgsim.odds(PLAIN[0], "chain"),
        "sealed": lambda: pool_strength(sealed_pool(seed=2), rivals=2, games=40, catalog=catalog),
    }
    return makers[request.param]() if request.param in makers else request.getfixturevalue(f"one_{request.param}")


KINDS_OF_ANSWERS = [
    *(name for name, kind in KINDS.items() if kind.has_page),
    *("meta", "tournament", "sealed", "odds"),
]


def of(values, prefix="", which=""):
    """The estimate in a row of a frame or in JSON."""
    rate, low, high = (values[f"{prefix}{end}{which}"] for end in ENDS)
    return Estimate(rate, low, high, 0, 0.95, Method(values.get(f"{prefix}method", BOTH)))


def same(estimate, values, prefix="", which=""):
    """Whether a row holds the estimate."""
    seen = of(values, prefix, which)
    return [seen.rate, seen.low, seen.high] == pytest.approx([estimate.rate, estimate.low, estimate.high], nan_ok=True)


def cells_of(sheet: Sheet) -> dict[tuple[str, str], SheetCell]:
    """Every cell of a table, by the first cell of its row and by its column."""
    return {(row[0].text, head): cell for row in sheet.rows for head, cell in zip(sheet.columns, row, strict=True)}


def words_of(path):
    """What a page says, tags taken off."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", path.read_text(encoding="utf-8"))).split())


@pytest.mark.parametrize("every", KINDS_OF_ANSWERS, indirect=True)
def test_files_and_frames_of_every_kind_hold_the_same(every, tmp_path):
    frame = every.to_polars()
    write_table(tmp_path, "table", frame)
    assert pl.read_parquet(tmp_path / "tables" / "table.parquet").equals(frame)
    read = pl.read_csv(tmp_path / "tables" / "table.csv", infer_schema_length=None, schema_overrides=frame.schema)
    in_pandas = every.to_pandas().reset_index()
    for name, kind in frame.schema.items():
        known = [None if pandas.isna(value) else value for value in in_pandas[name]]
        for other in (read[name], pl.Series(known, dtype=kind, strict=False)):
            values = [None if kind == pl.String and not value else value for value in other]
            wanted = [None if kind == pl.String and not value else value for value in frame[name]]
            assert values == pytest.approx(wanted) if kind == pl.Float64 and None not in wanted else values == wanted
    assert list(every.columns()) == frame.columns


@pytest.mark.parametrize("every", KINDS_OF_ANSWERS, indirect=True)
def test_nothing_is_across_players_under_a_name_of_its_own(every):
    text = json.dumps(every.to_json())
    assert "across_players" not in text
    for ends in re.findall(r'"low": ([\d.e-]+), "high": ([\d.e-]+)', text):
        assert float(ends[0]) <= float(ends[1])


@pytest.mark.parametrize("every", KINDS_OF_ANSWERS, indirect=True)
def test_every_number_of_the_sentence_is_in_json(every):
    """As it is printed there: a rate with both ends, or one with a half width, of any estimate that JSON has."""
    said = " ".join(every.sentences())
    numbers = re.findall(
        r"(?<![\w.])[-+]?\d+(?:\.\d)?(?: %)? (?:± \d+(?:\.\d)?|\(\d+(?:\.\d)? to \d+(?:\.\d)?\))", said
    )
    printed = {text(each) for each in estimates_in(every.to_json()) for text in (about, near, gained)}
    assert {number.lstrip("+-") for number in numbers} <= {text.lstrip("+-") for text in printed}


def estimates_in(data):
    """Every estimate within plain values."""
    if isinstance(data, dict):
        if all(isinstance(data.get(end), float) for end in ENDS):
            yield of(data)
        for value in data.values():
            yield from estimates_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from estimates_in(value)


# Win rates of one matchup: in all games, and by who leads.


def test_a_duel(one_duel):
    data, table = one_duel.to_json(), {row[0].text: row[1] for row in one_duel.overview().rows}
    frame = {(each["topic"], each["side"], each["condition"]): each for each in one_duel.rows()}
    rates = {"all games": ("win rate", "a", "")}
    rates |= {"leading first": ("win rate by first Lead", "a", "a led first")}
    rates |= {"following": ("win rate by first Lead", "a", "b led first")}
    for words, key in rates.items():
        row = frame[key]
        assert row["method"] == BOTH, "a whole and its parts have the same kind of error"
        cell = table[words]
        assert (cell.text, cell.short) == (interval(of(row)), about(of(row)))
        assert not same(of(row), row, which="_games")
        wide = frame[key[0], "b", key[2]]
        assert same(of(row).complement(), wide)
    assert same(one_duel.shown, data["answer"]["win_rate"]["a"])
    assert same(one_duel.shown, data["win_rate"]["a"])
    assert same(one_duel.findings.win_rate["a"], data["win_rate"]["a"], which="_games")
    assert same(of(frame[rates["leading first"]]), data["by_first_lead"]["a"]["a"])
    assert same(logistic_elo(one_duel.shown), data["outcomes"]["elo"])
    assert about(one_duel.shown) in one_duel.answer()
    assert len(data["players"]["players"]) == 2
    labelled = [line for line in one_duel.summary().splitlines() if "leading first adds" in line]
    assert labelled
    assert all("these games" in line for line in labelled)
    assert "all but win rates: these games alone" in one_duel.summary()
    assert "all but win rates: these games alone" not in "\n".join(one_duel.parts().lines())


def test_a_gauntlet(one_gauntlet):
    result, data = one_gauntlet, one_gauntlet.to_json()
    table = cells_of(result.as_table().sheet())
    for row, values in zip(result.rows(), data["matchups"], strict=True):
        rival = result.names.index(row["rival"])
        assert same(result.shown(rival), row)
        assert same(of(row), values)
        assert same(result.field.cell(0, rival), row, which="_games")
        assert (row["games"], row["method"]) == (300, BOTH)
        assert row["rate_games"] * row["games"] == pytest.approx(values["points"])
        cell = table[row["rival"], f"{result.mine} wins"]
        assert cell.text.startswith(interval(of(row)))
        assert cell.short.startswith(about(of(row)))
        assert row["certain"] == values["certain"] == ("certain" in cell.kind)
        assert not (row["certain"] and row["low"] < 0.5 < row["high"])
        adds = result.leadings[0, rival].effect
        assert [row["leading_adds"], row["leading_adds_low"], row["leading_adds_high"]] == [
            adds.rate,
            adds.low,
            adds.high,
        ]
    first, *_, last = result.rows()
    assert [data[end]["rival"] for end in ("worst", "best")] == [first["rival"], last["rival"]]
    assert same(of(first), data["worst"])
    assert same(of(last), data["best"])
    assert same(result.overall, data["overall"])
    assert same(result.field.rate(0), data["overall"], which="_games")
    assert about(of(data["overall"])) in result.answer()
    for leading, side in (("leading", "a"), ("following", "b")):
        matchup = result.matchup(result.costliest)
        assert same(matchup.won("a", side).estimate, data["look_at"]["costliest"][leading])


def test_a_matrix(one_matrix):
    result, data = one_matrix, one_matrix.to_json()
    for (row, column), values in zip(product(range(3), repeat=2), result.rows(), strict=True):
        shown = result.across.cell(row, column)
        assert same(shown, values)
        assert same(shown, data["matrix"][row][column])
        assert same(result.field.cell(row, column), values, which="_games")
        assert not (values["certain"] and not shown.excludes(0.5))
    field = result.field_table().to_dicts()
    ranks = cells_of(result.parts().more[0])
    for place, values in enumerate(field):
        assert same(result.across.rates[place], values)
        assert same(result.across.rates[place], data["field"][place])
        elo = data["ratings"]["elo"][values["deck"]]
        assert same(of(values, "rating_"), elo)
        assert (
            ranks[values["deck"], "rating (Elo)"].text
            == f"{elo['rate']:+.0f} ({elo['low']:+.0f} to {elo['high']:+.0f})"
        )
        assert elo["high"] - elo["low"] > elo["high_games"] - elo["low_games"]
    best = data["best"]
    assert best["deck"] == data["answer"]["deck"] == data["ranking"][0]
    assert best["deck"] in result.answer()
    assert about(of(best["against_field"])) in result.answer()
    assert best["against_field"] == data["field"][result.names.index(best["deck"])]


def test_elo_of_a_matrix_is_as_wide_as_the_rate_next_to_it(one_matrix):
    """Of three decks the rating of each goes along with its rate."""
    for rating, rate in zip(one_matrix.across.ratings, one_matrix.across.rates, strict=True):
        ends = logistic_elo(rate)
        assert rating.width == pytest.approx(ends.width, rel=0.35)


def test_a_comparison(one_compare):
    result, data = one_compare, one_compare.to_json()
    table = cells_of(result.as_table().sheet())
    rows = result.rows()
    for row, values in zip(rows, [*data["opponents"], {"difference": data["difference"]}], strict=True):
        name = "all opponents" if row["opponent"] == "all" else row["opponent"]
        assert row["method"] == BOTH, "parts and whole have the same kind of error"
        assert same(of(row), values["difference"])
        assert same(of(row, which="_games"), values["difference"], which="_games")
        assert table[name, "difference"].text.startswith(points(of(row)))
        assert table[name, "difference"].short == gained(of(row))
    *parts, whole = rows
    assert whole["rate"] == pytest.approx(sum(part["share"] * part["rate"] for part in parts))
    assert whole["rate_games"] == pytest.approx(sum(part["share"] * part["rate_games"] for part in parts))
    assert same(of(whole), data["answer"]["difference"])
    assert gained(of(whole)).lstrip("+-") in result.answer()


def test_a_search(one_improve):
    result, data = one_improve, one_improve.to_json()
    table = result.as_table().sheet()
    for row, values, cells in zip(result.rows(), data["builds"], table.rows, strict=True):
        shown = Estimate(row["gain"], row["low"], row["high"], 0, 0.95, Method.PLAYERS)
        assert same(shown, values["gain"])
        cell = cells[table.columns.index("gain in points")]
        assert (cell.text, cell.short) == (points(shown), gained(shown))
        assert row["surely_better"] == values["surely_better"] == (row["low"] > 0)
        assert row["gain_games"] == values["gain"]["rate_games"]
    assert (data["answer"] is None) == result.answer().startswith("No change found")


@pytest.mark.parametrize("every", ["tournament", "meta", "worth"], indirect=True)
def test_what_is_computed_from_a_matrix_has_the_numbers_of_its_table(every):
    shown = " ".join(cell.text for block in every.parts().blocks(full=True) if isinstance(block, Sheet)
                     for row in block.rows for cell in row)  # fmt: skip
    rows = every.rows()
    prefix = {"TournamentResult": "wins_", "MetaResult": "against_field_"}.get(type(every).__name__)
    for row in rows:
        if prefix:
            assert interval(of(row, prefix)) in shown
        elif "worth" in row and row["where"] == "in the deck":
            worth = SimpleNamespace(rate=row["worth"], low=row["low"], high=row["high"])
            assert signed_points(worth) in shown


# Pages.


@pytest.fixture(scope="module")
def stored(one_duel, one_gauntlet, one_matrix, one_compare):
    return one_duel, one_gauntlet, one_matrix, one_compare


def test_pages_say_what_tables_and_json_say(out, stored, catalog):
    pages = {}
    for result in stored:
        page = write_report(result.path, catalog=catalog)
        pages[result.kind] = words_of(page)
        data = json.loads((result.path / "summary.json").read_text(encoding="utf-8"))
        quick = {"games_per_second": None}
        assert data | quick == json.loads(json.dumps(result.to_json())) | quick
        assert result.answer() in pages[result.kind]
    for row in pl.read_csv(out / "gauntlet" / "tables" / "gauntlet.csv").to_dicts():
        # In the table of rivals, in the title of the matchup, which knows of no other rivals by itself, and within it.
        for text in (f"{row['rival']} {about(of(row))}", f"{row['deck']} against {row['rival']}: {about(of(row))}"):
            assert text in pages["gauntlet"]
        assert f"all games 300 {about(of(row))}" in pages["gauntlet"]
    for row in pl.read_csv(out / "matrix" / "tables" / "field.csv").to_dicts():
        assert about(of(row)) in pages["matrix"]
    for row in pl.read_csv(out / "matrix" / "tables" / "matrix.csv").filter(~pl.col("mirror")).to_dicts():
        rate, low, high = rounded(of(row))
        assert f"{rate} %" in pages["matrix"]
        assert f"{low} to {high} %, {row['n']:,} games" in unescape((out / "matrix" / "index.html").read_text("utf-8"))
    for row in pl.read_csv(out / "compare" / "tables" / "opponents.csv").to_dicts():
        assert gained(of(row)) in pages["compare"]
    for row in pl.read_csv(out / "duel" / "tables" / "rates.csv").to_dicts()[:2]:
        assert about(of(row)) in pages["duel"]


# One matchup in all places, of rivals so near each other that a pick among them would move the one that is named.


NEAR = [DECKLISTS / f"{name}.txt" for name in ("tiga-dyna", "belial", "omega-meteo", "zero-geed")]


@pytest.fixture(scope="module")
def near_gauntlet(out, catalog):
    return gauntlet(NEAR[0], NEAR[1:], games=600, seed=5, out=out / "near gauntlet", catalog=catalog)


@pytest.fixture(scope="module")
def near_matrix(out, catalog):
    return matrix(NEAR, games=600, seed=5, out=out / "near matrix", catalog=catalog)


def places_of(result, key):
    """Every place in which a result and its files say how often deck ``key[0]`` beats ``key[1]``, and what they say."""
    (mine, rival), names = key, [result.names[place] for place in key]
    data, files = json.loads((result.path / "summary.json").read_text("utf-8")), result.path / "tables"
    own = pl.read_csv(files / f"{prefix_of(result.duels[key].plan)}rates.csv").to_dicts()
    deck, other = ("deck", "rival") if result.kind == "gauntlet" else ("deck", "opponent")
    for where, rows in (("frame", result.rows()), ("file", pl.read_csv(files / f"{result.kind}.csv").to_dicts())):
        for row in rows:
            if [row[deck], row[other]] == names:
                yield where, of(row)
            if [row[other], row[deck]] == names:
                yield f"{where}, the other way round", of(row).complement()
    for side in "ab":
        whole = next(of(row) for row in own if (row["topic"], row["side"]) == ("win rate", side))
        yield f"its own sheet, side {side}", whole if side == "a" else whole.complement()
    if result.kind == "gauntlet":
        yield "plain values", next(of(row) for row in data["matchups"] if row["rival"] == names[1])
        yield from ((end, of(data[end])) for end in ("worst", "best") if data[end]["rival"] == names[1])
        yield "its own answer", of(result.matchup(rival).to_json()["answer"]["win_rate"]["a"])
        return
    yield "plain values", of(data["matrix"][mine][rival])
    yield "plain values, the other way round", of(data["matrix"][rival][mine]).complement()
    named = [data["best"]["deck"], data["best"]["hardest"]["opponent"]]
    if named in (names, names[::-1]):
        hardest = of(data["best"]["hardest"])
        yield "the hardest of the best", hardest if named == names else hardest.complement()


@pytest.mark.parametrize("kind", ["one_gauntlet", "one_matrix", "near_gauntlet", "near_matrix"])
def test_a_matchup_is_one_value_in_all_places_and_its_halves_agree_with_it(kind, request, catalog):
    result = request.getfixturevalue(kind)
    page = words_of(write_report(result.path, catalog=catalog))
    table = cells_of(result.sheet())
    for key, played in result.duels.items():
        said = dict(places_of(result, key))
        shown = result.cell(*key)
        assert len(said) >= 5
        for where, each in said.items():
            assert [each.rate, each.low, each.high] == pytest.approx([shown.rate, shown.low, shown.high]), where
        names = [result.names[place] for place in key]
        heads = (names[1], f"{names[0]} wins") if result.kind == "gauntlet" else names
        assert table[tuple(heads)].text.startswith(f"{interval(shown)[:-1]}")
        assert f"{names[0]} against {names[1]}: {about(shown)}" in page
        rows = pl.read_csv(result.path / "tables" / f"{prefix_of(played.plan)}rates.csv").to_dicts()
        halves = [row for row in rows if (row["topic"], row["side"]) == ("win rate by first Lead", "a")]
        for which, whole in (("", shown), ("_games", result.field.cell(*key))):
            rates = [row[f"rate{which}"] for row in halves]
            assert min(rates) - 1e-12 <= whole.rate <= max(rates) + 1e-12
        assert halves[0]["rate"] - halves[1]["rate"] == pytest.approx(result.leadings[key].effect.rate)


def test_a_sentence_names_the_worst_matchup_of_the_table(near_gauntlet, near_matrix):
    """Whether another may be as bad takes the pick into account; no cell does."""
    worst = min(range(1, 4), key=lambda rival: near_gauntlet.shown(rival).rate)
    assert near_gauntlet.hardest[0] == worst
    picked = near_gauntlet.across.ends(0)[worst]
    assert picked.rate > near_gauntlet.shown(worst).rate
    assert near_gauntlet.names[worst] in near_gauntlet.answer()
    assert (
        near_matrix.to_json()["best"]["hardest"]["opponent"]
        == near_matrix.names[
            min(
                near_matrix.across.met(near_matrix.across.best),
                key=lambda at: near_matrix.cell(near_matrix.across.best, at).rate,
            )
        ]
    )


def test_a_rate_is_rounded_once():
    for value in (0.245, 0.2449999, 0.246, 0.5, 0.105):
        estimate = Estimate(value, value - 0.05, value + 0.055, 100, 0.95, Method.PLAYERS)
        text = about(estimate)
        rate, low, high = rounded(estimate)
        assert text == f"{rate} % ({low} to {high})"
        assert weighed(f"A wins {text}, and B 3 of 4.") == f"A wins <b>{rate} %</b> ({low} to {high}), and B 3 of 4."


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("It loses: it wins 40 % ± 7 of its games.", "40 %"),
        ("Zero 3 wins 10 ± 16 percentage points fewer than Zero 2 (these 2).", "10"),
        ("It then wins +4.2 ± 0.2 points more, of 12 % (3 to 20).", "+4.2"),
        ("It gains +7 (-1 to +12) points.", "+7"),
        ("<b> is played alone.", None),
    ],
)
def test_the_number_of_the_answer_is_set_large_on_a_page(sentence, number):
    shown = escape(sentence)
    assert weighed(sentence) == (shown if number is None else shown.replace(number, f"<b>{number}</b>", 1))
