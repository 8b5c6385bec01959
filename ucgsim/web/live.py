"""A report that plays on: the page that plays the game within the page of a report, opened with the report's decks."""

from __future__ import annotations

import base64
import functools
import gzip
import html
import json
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import jinja2

from ucgsim.cards.versions import DEFAULT_RULES, Procedure, rules_words
from ucgsim.compiling.compiled import is_interpreted
from ucgsim.decks.link import to_link
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_file
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import First
from ucgsim.studies.matrix.result import side_page
from ucgsim.web.book import POLICIES
from ucgsim.web.site import whole_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.kit.going_on import DeckToPlayOn, GoingOn

FEWEST, MOST = 12, 60
"""Cards of a deck with which the page plays."""
EXACT = 2**53
"""Whole numbers above it are no longer exact in a browser."""
MOST_PAGE = 64_000_000
"""Letters of a report's page."""
MOST_BYTES = 1_500_000
"""Of a page that plays on: where it would be larger, what is folded in its matchups is packed."""
ANCHOR, PACKED, PARTS = "play-on", "ucgsim-page", "ucgsim-parts"
_REPLAY = re.compile(r'(<a href="replays/((?:m\d+-)?)[a-z]+-(\d+)\.txt">[^<]*</a>)')
END_OF_STYLE, END_OF_PAGE = re.compile("</style>\n</head>"), re.compile(r"</body>\n</html>\s*\Z")
IN_NAV, LAST_SECTION = (
    re.compile(r'<a href="#method">[^\n]*</nav>|</nav>'),
    re.compile('<(?:section|details) id="method">|</main>\n<footer>'),
)
"""Where the parts of a report's page lie; how it was played comes last."""
_FOLD = re.compile(r"(<details\b[^>]*>\s*<summary>.*?</summary>)|</details>", re.DOTALL)
WITHIN = 2
"""How deep a part of a matchup lies, which is folded itself."""
NOT_UNPACKED = "This part opens where scripts are allowed; `ucgsim report --no-live` writes it without them."
STEP = "Step through it"


class Button(NamedTuple):
    """What opens the page: with which ``link``, under which ``title``."""

    title: str
    link: str


def play_on(page: Path, further: GoingOn, catalog: Catalog) -> None:
    """Put into the page of a report what plays on, with a button for each seat and each game that it replays.

    Raises UcgsimError, with the reason in one line, where a page cannot play on as the report was played; the report
    is left as it is.
    """
    refuse_other_terms(further)
    seats = [seat for seat in further.seats if page.name in ("index.html", side_page(seat.deck.name))]
    for deck in {deck for seat in seats for deck in (seat.deck, *seat.rivals)}:
        _refuse_deck(deck.name, deck.size, [number for number, _ in deck.counts if number not in catalog])
    buttons = [Button(seat.title, link_of(seat)) for seat in seats if seat.rivals]
    if not buttons:
        raise UcgsimError("no deck of it has a rival to meet")
    text = read_text(page, "a page", controls=True, most=MOST_PAGE)
    data = put_in(text, buttons, further, _packed(whole_page(catalog))).encode()
    write_file(page, data if len(data) <= MOST_BYTES else with_packed_parts(data.decode()).encode())


def _packed(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def refuse_other_terms(further: GoingOn) -> None:
    """Raise UcgsimError where a run was played as the page does not play."""
    if is_interpreted:
        raise UcgsimError(
            "the game is played as plain Python here (UCGSIM_INTERPRETED), and a page plays the compiled one"
        )
    if further.rules != DEFAULT_RULES or further.redraw_procedure is not Procedure.OFFICIAL:
        played = rules_words(further.rules, further.redraw_procedure)
        raise UcgsimError(
            f"it was played by {played}, and a page plays by {rules_words(DEFAULT_RULES, Procedure.OFFICIAL)}"
        )
    if further.first is not First.THROW:
        raise UcgsimError("one side leads every game of it, and in a page both sides do so equally often")
    if further.blank:
        raise UcgsimError(
            f"cards were played without their text ({', '.join(further.blank[:3])}), which a page can't do"
        )
    if unknown := [policy for policy in further.policies if policy not in known_policies()]:
        raise UcgsimError(f"it was played by {unknown[0]}, which is none of a page's policies")


def _refuse_deck(name: str, size: int, unknown: Sequence[str]) -> None:
    if not FEWEST <= size <= MOST:
        raise UcgsimError(f"{name} has {size} cards, and a page plays decks of {FEWEST} to {MOST}")
    if unknown:
        raise UcgsimError(f"{name}: the page's book of cards holds no {', '.join(unknown[:3])}")


@functools.cache
def known_policies() -> frozenset[str]:
    """The policies that a page has, as plans name them."""
    return frozenset(parse_policy(name).name for name in POLICIES)


def link_of(seat: DeckToPlayOn) -> str:
    """The link that opens a deck and its field."""
    equal = len(set(seat.shares)) == 1
    weights = [1] * len(seat.shares) if equal else [_plain(round(100 * share, 6)) for share in seat.shares]
    return to_link((seat.deck, *seat.rivals), weights=weights)


def _plain(value: float) -> float:
    """A number as a browser writes it: a whole one without a point."""
    return int(value) if value == int(value) else value


def link_of_game(plan: Plan, game: int) -> str | None:
    """The link that opens a saved game at the page's table, side A first; None for one that it can't play again."""
    if plan.seed > EXACT or plan.first is not First.THROW:
        return None
    by = ".".join(quote(policy, safe="") for policy in plan.policies)
    return f"{to_link(plan.decks)}&game={plan.seed}.{plan.matchup}.{game}&by={by}"


def put_in(text: str, buttons: Sequence[Button], further: GoingOn, packed: str) -> str:
    """The page of a report with its section, the packed page and what opens it."""
    steps = 0

    def with_step(match: re.Match[str]) -> str:
        nonlocal steps
        plan = further.plans.get(match[2])
        link = None if plan is None else link_of_game(plan, int(match[3]))
        if plan is None or link is None:
            return match[1]
        steps += 1
        title = f"Game {match[3]} of {plan.decks[0].name} against {plan.decks[1].name}"
        return match[1] + _step(title, link)

    text = _REPLAY.sub(with_step, text)
    section = _environment().get_template("live.html.j2").render(text=words(further, steps), buttons=buttons)
    style, script = (_environment().get_template(name).render() for name in ("live.css", "live.js"))
    held = f'<script type="text/plain" id="{PACKED}">{packed}</script>\n<script>\n{script}</script>\n'
    link = f'<a href="#{ANCHOR}" hidden>Play on</a> '
    for mark, content in ((END_OF_STYLE, style), (IN_NAV, link), (LAST_SECTION, section), (END_OF_PAGE, held)):
        place = next(filter(None, mark.finditer(text)), None)
        assert place is not None, f"a report's page has {mark.pattern}"
        text = f"{text[: place.start()]}{content}\n{text[place.start() :]}"
    return text


def with_packed_parts(text: str) -> str:
    """The page with what is folded within its matchups packed, but for replays, which other files link to.

    The answer of every matchup and its charts stay; the page's script puts the rest in its place as it opens.
    """
    parts: list[str] = []
    result, depth, begin, at = [], 0, 0, 0
    for match in _FOLD.finditer(text):
        depth += 1 if match[1] else -1
        if match[1] and depth == WITHIN:
            begin = match.end()
        elif not match[1] and depth == WITHIN - 1 and "replays/" not in text[begin : match.start()]:
            result += [text[at:begin], f'<p class="packed" data-part="{len(parts)}">{NOT_UNPACKED}</p>']
            parts.append(text[begin : match.start()])
            at = match.start()
    if not parts:
        return text
    whole = "".join([*result, text[at:]])
    place = whole.index(f'<script type="text/plain" id="{PACKED}">')
    held = f'<script type="text/plain" id="{PARTS}">{_packed(json.dumps(parts, ensure_ascii=False))}</script>\n'
    return f"{whole[:place]}{held}{whole[place:]}"


def _step(title: str, link: str) -> str:
    button = '<button type="button" class="live-open" hidden data-link="{}" data-title="{}">{}</button>'
    return button.format(*map(html.escape, (link, title, STEP)))


def words(further: GoingOn, steps: int) -> str:
    """What the section says: what can be done, who plays, and that its games are not those of the report."""
    usual = parse_policy(DEFAULT_POLICY)
    others = [parse_policy(each).label for each in dict.fromkeys(further.policies) if each != usual.name]
    played = f"; those of this report by {' and '.join(others)}" if others else ""
    step = f" “{STEP}” next to a game above opens it at a table." if steps else ""
    return (
        "This file holds the game. Open a deck to play more games of it and to see what a swap changes: every number "
        f"there comes with its interval and its number of games. Both sides are played by {usual.label}{played}. "
        "Its games are counted apart from those above, and some may be the same. What you save there is gone when this "
        f"file is closed: copy the list.{step}"
    )


@functools.cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("ucgsim.web", "templates"),
        autoescape=jinja2.select_autoescape(("j2",)),
        undefined=jinja2.StrictUndefined,
    )
