"""Games of a run worth reading: the closest, the biggest comeback, a typical one, told next to the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.play.replay import dealt_again, is_same
from ucgsim.play.review import review, review_lines
from ucgsim.report.sheet import Cell, Sheet, label, number, sheet
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.simulate.counts import UNREACHED, standings
from ucgsim.simulate.frames import letters_of
from ucgsim.studies.duel.tables import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.multinomial import Floats

CLOSE, COMEBACK, TYPICAL = KINDS = ("close", "comeback", "typical")
REPLAYS = "replays"
LATE = 99
"""By what a Round is sorted that never came."""
USUAL = ("rounds", "lead_changes", "level_ups_a", "level_ups_b", "drawn_a", "drawn_b")
"""Columns by which a game is held against the others of its part to find a typical one."""


@dataclass(frozen=True, slots=True)
class PickedGame:
    """A game of a run: ``why`` it is worth reading, its number, and its row."""

    why: str
    game: int
    row: dict[str, Any]
    key: tuple[float, ...]
    """Less is better; picks of several parts are compared by it."""


def worth_reading(folder: RunFolder, plan: Plan) -> list[PickedGame]:
    """The closest game won by battles, the biggest comeback if there is one, and a typical game, each another one.

    Of equal games the first is taken. Memory does not grow with the number of games; the typical game is one of the
    first part. Raises UcgsimError where a part cannot be read.
    """
    best: dict[str, list[PickedGame]] = {}
    vouchers = folder.vouchers(plan)
    for part in range(plan.shards):
        frame = folder.read(plan, part, vouchers.get(part))
        keys = _keys(frame)
        for why in KINDS if part == 0 else (CLOSE, COMEBACK):
            picks = [*best.get(why, []), *_first(why, keys[why], frame)]
            best[why] = sorted(picks, key=lambda pick: (pick.key, pick.game))[: len(KINDS)]
    return list(_different(best))


def first_won(folder: RunFolder, plan: Plan, winner: str) -> int | None:
    """The first game of a run that a side won; None where it won none."""
    vouchers = folder.vouchers(plan)
    for part in range(plan.shards):
        frame = folder.read(plan, part, vouchers.get(part))
        won = frame.filter(frame["winner"] == winner)
        if len(won):
            return int(won["game"][0])
    return None


def closest(folder: RunFolder, plan: Plan) -> int | None:
    """The closest game of a run; None where none was won by battles."""
    return next((pick.game for pick in worth_reading(folder, plan) if pick.why == CLOSE), None)


def _different(best: dict[str, list[PickedGame]]) -> Iterator[PickedGame]:
    taken: set[int] = set()
    for why in KINDS:
        pick = next((pick for pick in best[why] if pick.game not in taken), None)
        if pick is not None:
            taken.add(pick.game)
            yield pick


def _first(why: str, keys: Floats, frame: pl.DataFrame) -> list[PickedGame]:
    """The best games of a part by ``keys``, (columns, games); infinite keys leave a game out."""
    order = np.lexsort(keys[::-1])
    rows = [int(row) for row in order[: len(KINDS)] if np.isfinite(keys[0, row])]
    return [
        PickedGame(why, int(frame["game"][row]), frame.row(row, named=True), tuple(keys[:, row].tolist()))
        for row in rows
    ]


def _keys(frame: pl.DataFrame) -> dict[str, Floats]:
    """What each kind of game is chosen by, (columns, games), less is better, the first column first."""
    rounds = frame["rounds"].to_numpy()
    ahead = standings(*letters_of(frame["battles"]), rounds).astype(np.float64)
    reached = ahead != UNREACHED
    won = np.array([{"a": 1, "b": -1}.get(side, 0) for side in frame["winner"]])
    margin = (frame["battles_won_a"] - frame["battles_won_b"]).abs().to_numpy()
    # How far behind the later winner was: 0 where it never was.
    behind = np.where(reached, -ahead * won[:, None], 0).max(axis=1, initial=0)
    shifts = (np.diff(np.sign(ahead), axis=1) != 0) & reached[:, 1:]
    nothing = np.zeros(len(frame))
    return {
        CLOSE: _without((won == 0) | (frame["reason"] != "battles").to_numpy(), margin, -shifts.sum(axis=1), -rounds),
        COMEBACK: _without((won == 0) | (behind == 0), -behind, rounds, nothing),
        TYPICAL: _without(_unusual(frame, won), _distance(frame, margin), nothing, nothing),
    }


def _without(left_out: NDArray[np.bool_], first: NDArray[Any], *others: NDArray[Any]) -> Floats:
    return np.array([np.where(left_out, np.inf, first), *others], dtype=np.float64)


def _unusual(frame: pl.DataFrame, won: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Games that nobody or the other side won, or that ended otherwise, than most."""
    reasons = frame["reason"].to_physical().to_numpy()
    winner = 1 if won.sum() >= 0 else -1
    return np.asarray((won != winner) | (reasons != np.bincount(reasons).argmax()), dtype=np.bool_)


def _distance(frame: pl.DataFrame, margin: NDArray[Any]) -> Floats:
    """How far a game is from the median of its part, in mean deviations, summed over columns."""
    columns = [*(frame[name].to_numpy() for name in USUAL), margin]
    total = np.zeros(len(frame))
    for values in columns:
        away = np.abs(values - np.median(values))
        total += away / max(away.mean(), 1e-9)
    return total


def replays(folder: RunFolder, plan: Plan, most: int, prefix: str, catalog: Catalog) -> tuple[Sheet, dict[str, str]]:
    """The games worth reading, ``most`` at most, as a table of links and as texts by the names of their files.

    Empty where cards, effects, policies or the game itself are others than when the run was played: then these games
    can't be told as they were. The names begin with a ``prefix`` that tells matchups apart.
    """
    rows: list[list[Cell]] = []
    files: dict[str, str] = {}
    for pick in worth_reading(folder, plan)[:most] if is_same(plan, catalog) else ():
        text = _replay(folder, plan, pick, catalog)
        if text is None:
            return sheet("", [], []), {}
        file = f"{REPLAYS}/{prefix}{pick.why}-{pick.game}.txt"
        files[file] = text
        rows.append(_row(plan, pick, file))
    note = "Boards, chances to win and what a strong player would have done; `ucgsim replay` shows any other."
    columns = ["game", "why", "won by", "Round of the end", "battles"]
    return sheet("Replays worth reading", columns, rows, note), files


def game_sheet(folder: RunFolder, plan: Plan, most: int) -> Sheet:
    """The first games of a run, ``most`` at most, a row each: who led, who won and how, each side's first DOUBLE."""
    frame = folder.read(plan, 0, folder.vouchers(plan).get(0)).head(most)
    name = names(plan)
    rows = []
    for row in frame.iter_rows(named=True):
        doubles = [row[f"{STATES[1]}_{side}"] for side in SIDES]
        redrew = [name[side] for side in SIDES if row[f"redrawn_{side}"]]
        rows.append(
            [
                number(row["game"]),
                label(name.get(row["first_lead"], "nobody")),
                label(name.get(row["winner"], "nobody")),
                label(row["reason"]),
                number(row["rounds"]),
                label(" to ".join(str(row[f"battles_won_{side}"]) for side in SIDES)),
                *(number(double or LATE, str(double or "never")) for double in doubles),
                number(row["lead_changes"]),
                label("both" if len(redrew) > 1 else "".join(redrew) or "nobody"),
            ]
        )
    firsts = [f"first DOUBLE of {each}" for each in name.values()]
    columns = ["game", "leads first", "won by", "by", "Round of the end", "battles", *firsts, "Lead changes", "redraws"]
    sample = (
        f"The first {len(rows):,} of {plan.games:,} games" if len(rows) < plan.games else f"All {len(rows):,} games"
    )
    note = (
        f"{sample}, as they were played; battles of {name['a']} first. Choose by what you look for. Rows are no rates: "
        "those, of all games and with their intervals, are in the tables above."
    )
    choices = ("leads first", "won by", *firsts, "Round of the end")
    return replace(sheet("", columns, rows, note), choices=choices)


def _row(plan: Plan, pick: PickedGame, file: str) -> list[Cell]:
    row = pick.row
    winner = names(plan)[row["winner"]]
    battles = " to ".join(str(row[f"battles_won_{side}"]) for side in SIDES)
    game = label(f"game {pick.game}", link=file)
    return [game, label(_why(pick), "wide"), label(winner), number(row["rounds"]), label(battles)]


def _why(pick: PickedGame) -> str:
    if pick.why == CLOSE:
        apart, shifts = _many(pick.key[0], "battle"), _many(-pick.key[1], "time")
        return f"the closest: {apart} apart, the standing shifts {shifts}"
    if pick.why == COMEBACK:
        return f"the biggest comeback: won from {-pick.key[0]:.0f} behind"
    return "a typical game: near the median in everything, won as most games are"


def _many(count: float, what: str) -> str:
    return f"{count:.0f} {what}{'s'[: count != 1]}"


def _replay(folder: RunFolder, plan: Plan, pick: PickedGame, catalog: Catalog) -> str | None:
    """A game looked at again from side A, under a heading; None where it comes out otherwise than its row."""
    seen = review(dealt_again(plan, pick.game, catalog), SIDES[0].upper(), lambda game: game.policy_choice())
    if ((seen.game.winner or "").lower(), seen.game.turn) != (pick.row["winner"], pick.row["rounds"]):
        return None
    lines = review_lines(seen, [deck.name for deck in plan.decks])
    return "\n".join([*_heading(folder, plan, pick), "", *lines, ""])


def _heading(folder: RunFolder, plan: Plan, pick: PickedGame) -> Sequence[str]:
    lines = [f"Game {pick.game}, {_why(pick)}"]
    for side, deck, policy in zip("AB", plan.decks, plan.labels, strict=True):
        lines.append(f"{side}: {deck.name}, played by {policy}")
    for text, numbers in (("without their text", plan.blank), ("with an effect edited by hand", plan.edited)):
        if numbers:
            lines.append(f"Played {text}: {', '.join(numbers)}")
    again = command_line(["ucgsim", "replay", place_word(folder.path), str(pick.game)])
    return [*lines, f"{plan.by.capitalize()}, seed {plan.seed}. Again: {again}"]
