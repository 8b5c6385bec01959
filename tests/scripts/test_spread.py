"""Who is a good player, and how far they lie apart, follows from what was played, and the document says what it is."""

import math
from collections import Counter

import pytest

from scripts import spread as script
from scripts.panel import (
    BY_WAY_OF,
    DECKS,
    EACH,
    LEFT_OUT,
    PANEL,
    SHOWN,
    SIZES,
    STRANGERS,
    YARDSTICK,
    Store,
    Table,
    against,
    matchups,
    place_of,
    swaps,
)
from scripts.players import GAINS, GAMES, MIRRORS
from ucgsim.files.checksums import as_kept
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.policies.spread import shown_players, spread_of, stored_figures, stored_spread
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.check import DEFAULT_CHECK
from ucgsim.studies.kit.basis import player_words, reach_of_rate

FOLDER = script.ROOT / "reports" / "players"
BY_LABEL = {player.label: player for player in PANEL}


@pytest.fixture(scope="module")
def played():
    return script.read_games(Store(FOLDER / GAMES, "games"))


@pytest.fixture(scope="module")
def mirrors():
    return script.read_mirrors(Store(FOLDER / MIRRORS, "mirrors"))


@pytest.fixture(scope="module")
def gains():
    return script.read_gains(Store(FOLDER / GAINS, "swaps"))


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    return swaps(Table(tmp_path_factory.mktemp("decks"), 1), 216)


@pytest.fixture(scope="module")
def lines(played, mirrors, gains, tried):
    return script.tables(played, mirrors, gains, tried)


def test_the_panel_played_all_matchups_and_mirrors_on_seeds_of_their_own(played, mirrors):
    assert set(played) == set(PANEL)
    assert len({player.family for player in PANEL}) >= 3
    assert len({player.seed for player in PANEL}) == len({player.label for player in PANEL}) == len(PANEL)
    assert all(set(cells) == set(matchups()) for cells in played.values())
    assert all(sum(cell.games for cell in played[player].values()) == 114 * player.games for player in PANEL)
    for player in PANEL:
        games = 24 * (BY_WAY_OF if against(player) == YARDSTICK else EACH)
        assert mirrors[player, against(player)].games == games


def test_random_decks_are_legal_and_in_no_lesson(tmp_path):
    table = Table(tmp_path, 1)
    assert {table.deck(name).size for name in STRANGERS} == {50}
    assert len({table.deck(name).fingerprint for name in (*STRANGERS, *DECKS, *LEFT_OUT)}) == 36
    assert all(place_of(name).exists() for name in STRANGERS)
    met = Counter(deck for key in script.SETS["random decks"] for deck in key)
    assert set(met.values()) == {4}


def mirrors_won(won, former=0.75, shown=0.75):
    """Mirrors in which one of today wins so many of 960, and a former player such a share against the yardstick."""

    def games(points, all_of_them):
        return Outcomes.of([[all_of_them - points, 0, points], [0, 0, 0]])

    today = {(player, SHOWN): games(won, 960) for player in PANEL if not player.commit and player != SHOWN}
    before = {(player, YARDSTICK): games(round(2640 * former), 2640) for player in PANEL if player.commit}
    return today | before | {(SHOWN, YARDSTICK): games(round(2640 * shown), 2640)}


@pytest.mark.parametrize(("won", "good"), [(400, False), (449, False), (450, True), (480, True), (700, True)])
def test_a_good_player_does_not_surely_lose_mirrors(won, good):
    """The interval of 450 of 960 reaches 50 %, that of 449 does not."""
    members = script.good_players(mirrors_won(won))
    assert (BY_LABEL["search:64,with=planner v10"] in members) == good
    assert SHOWN in members
    assert (YARDSTICK in script.simple_players(mirrors_won(won))) == (not good)


@pytest.mark.parametrize(("former", "good"), [(0.70, False), (0.72, False), (0.735, True), (0.80, True)])
def test_former_players_are_compared_by_way_of_the_yardstick(former, good):
    members, mirrors = script.good_players(mirrors_won(480, former)), mirrors_won(480, former)
    assert (BY_LABEL["planner v6"] in members) == good
    rate = script.against_shown(mirrors, BY_LABEL["planner v6"]).rate
    odds = former / (1 - former) / 3
    assert rate == pytest.approx(odds / (1 + odds), abs=0.001)


def test_what_is_shipped_follows_from_what_was_played(played, mirrors, gains, tried):
    now = as_kept(script.shipped(played, mirrors, gains, tried))
    shipped = stored_figures()
    assert now["shown"] == shipped["shown"]
    for numbers, others in ((now["spread"], shipped["spread"]), (now["spread"]["simple"], shipped["spread"]["simple"])):
        assert numbers["players"] == others["players"]
        plain = {name: value for name, value in numbers.items() if isinstance(value, float)}
        assert plain == pytest.approx({name: others[name] for name in plain}, rel=0.02)


def test_only_players_who_were_measured_have_a_spread():
    for policy in (DEFAULT_POLICY, DEFAULT_CHECK, "planner:practised"):
        assert spread_of((policy, policy)) is stored_spread()
    for policy in (
        "greedy",
        "random",
        "planner:without=set",
        "planner:tries=2",
        "search:1,turns=0",
        "search:2,with=random",
    ):
        assert spread_of((policy, policy)) is None
    assert spread_of((DEFAULT_POLICY, DEFAULT_CHECK)) is None
    assert stored_spread().simple.players
    assert "greedy v1" in stored_spread().simple.players
    assert not set(stored_spread().simple.players) & set(stored_spread().players)


def test_another_version_of_a_player_has_no_spread(monkeypatch):
    """Networks that learned again are another player, until it is measured."""
    former = frozenset(label.replace(" v8", " v7") for label in shown_players())
    monkeypatch.setattr("ucgsim.policies.spread.shown_players", lambda: former)
    assert spread_of((DEFAULT_POLICY,) * 2) is None
    assert spread_of((DEFAULT_CHECK,) * 2) is stored_spread()


def test_the_foot_names_the_variant():
    assert player_words(("planner",) * 2) == "planner"
    assert player_words(("planner:without=set",) * 2) == "planner:without=set"
    assert player_words(("search:16,with=planner",) * 2) == "search:16,with=planner"
    assert player_words(("planner", "planner:tries=0")) == "planner against planner:tries=0"


def test_the_document_shows_what_was_judged(lines):
    text = script.DOCUMENT.read_text("utf-8")
    part = text.partition("<!-- players:start -->")[2].partition("<!-- players:end -->")[0]
    shown = [line for line in part.splitlines() if line]
    assert shown == [line for line in lines if line]


def rows_of(lines):
    """Rows of the tables by their first cells."""
    rows = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return {tuple(row[:2]): row[2:] for row in rows}


def shares(cells):
    return [int(cell.rstrip(" %")) for cell in cells]


def test_intervals_hold_other_good_players_and_simpler_play(lines):
    """Those of the planner, and of the planner with its check: on each set of decks, which no estimate saw."""
    rows = rows_of(lines)
    for name in ("another good player", "from the planner and its check"):
        *sets, matchups_held, gauntlets_held = shares(rows[name, ""][:5])
        assert 93 <= matchups_held <= 98
        assert all(share >= 88 for share in (*sets, gauntlets_held))
    assert all(93 <= share <= 98 for share in shares(rows["simpler play", ""][3:5]))
    assert all(share < 85 for share in shares(rows["another good player", ""][5:]))
    small = rows["1 to 2", "all"]
    assert shares(small[1:2])[0] >= 93
    assert float(small[3]) < 1


def test_intervals_are_as_narrow_as_good_players_are_alike():
    """What no game narrows; simpler play lies much farther away."""
    spread = stored_spread()
    matchup, gauntlet = (script.half_width(spread, rivals) for rivals in (1, script.RIVALS))
    assert matchup == pytest.approx(reach_of_rate((DEFAULT_POLICY,) * 2), abs=0.01)
    assert gauntlet < 5 < matchup < 7
    assert script.half_width(spread, 1, plays=2) < matchup
    assert script.half_width(spread, 1, simply=True) > 2 * matchup


def test_swaps_are_legal_and_of_every_size(tried):
    assert len(tried) == 216
    assert {swap.cards for swap in tried} == set(SIZES)
    assert {swap.deck for swap in tried} == {*DECKS, *LEFT_OUT}
    for swap in tried:
        assert 3 <= len(swap.rivals) <= 8
        assert swap.deck not in swap.rivals
        assert sum(count for _, count in swap.into) == swap.cards
        assert not {card for card, _ in swap.out} & {card for card, _ in swap.into}


def test_noise_of_the_other_player_is_allowed_for():
    shown, far = (Estimate(rate, rate - 0.03, rate + 0.03, 100, 0.95, Method.NORMAL) for rate in (0.5, 0.54))
    assert script._judged(shown, far)
    assert not script._judged(shown, Estimate(0.54, 0.539, 0.541, 10**6, 0.95, Method.NORMAL))
    assert script._noise(far) == pytest.approx((0.03 / 1.96) ** 2, rel=0.01)
    assert math.isfinite(stored_spread().df)
