"""What leading the first turn is worth in a matrix: by matchup and over the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import plain
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.studies.leading import effect_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.report.sheet import Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.leading import Leading

NOTE = (
    "What leading adds to the win rate of either side, in points: pairs of games on the same shuffles, one with each "
    "side leading. Over the field, each matchup counts as often as its decks meet by their shares."
)


def lead_sheet(
    names: Sequence[str], leadings: Mapping[tuple[int, int], Leading], field: Estimate | None
) -> Sheet | None:
    """The field first, then every matchup; None where it was not asked."""
    if field is None:
        return None
    pairs = sum(each.pairs for each in leadings.values())
    rows = [[label("the field"), label(""), number(pairs), rate(field, effect_words(field))]]
    for (row, column), each in leadings.items():
        effect = rate(each.effect, effect_words(each.effect))
        rows.append([label(names[row]), label(names[column]), number(each.pairs), effect])
    columns = ["", "opponent", "pairs", "leading adds"]
    return sheet("What leading the first turn is worth (95 % interval)", columns, rows, NOTE)


def lead_json(
    names: Sequence[str], leadings: Mapping[tuple[int, int], Leading], field: Estimate | None
) -> dict[str, Any] | None:
    """The same as plain values; None where it was not asked."""
    if field is None:
        return None
    each = [
        {"deck": names[row], "opponent": names[column], **leading.to_json()}
        for (row, column), leading in leadings.items()
    ]
    return {"field": plain(field), "matchups": each}
