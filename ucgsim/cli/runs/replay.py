"""Read one game of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.versions import rules_version
from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, say, tell
from ucgsim.decks.checking import load_deck
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.play.game import Game
    from ucgsim.simulate.plan import Plan, Terms

FILE = click.Path(path_type=Path)
MAX_GAME = MAX_GAMES - 2
MOST_NAMED = 6
"""Matchups that a refusal names."""


@click.command()
@click.argument("run", required=False, type=FILE, metavar="[RUN_FOLDER")
@click.argument("number", required=False, type=options.WholeNumber(0, MAX_GAME), metavar="K]")
@click.option("--deck-a", type=FILE, metavar="FILE", help="Deck of side A, where there is no run folder.")
@click.option("--deck-b", type=FILE, metavar="FILE", help="Deck of side B.")
@click.option("--game", type=options.WholeNumber(0, MAX_GAME), metavar="K", help="Number of the game, from 0.")
@click.option("--side", type=click.Choice(["a", "b"]), default="a", help="Whose side is looked at.")
@click.option("--lost", "pick", flag_value="lost", help="The first game that this side lost, in place of K.")
@click.option("--won", "pick", flag_value="won", help="The first game that it won.")
@click.option("--closest", "pick", flag_value="closest", help="The closest game.")
@click.option("--clauses", is_flag=True, help="Clause by clause, without boards and chances.")
@options.terms_options(options.policy_options, options.game_options)
@options.json_option
@click.pass_context
def replay(
    ctx: click.Context,
    /,
    run: Path | None,
    number: int | None,
    game: int | None,
    *,
    side: str,
    pick: str | None,
    clauses: bool,
    terms: Terms,
    as_json: bool,
    **options: Any,
) -> None:
    """Show one game of a run: the board by Round, the chance to win, what a strong player would have done.

    Name the folder of a run and the game's number, or the two decks and --game with the options of the duel. Of a
    gauntlet --lost shows a game of the worst matchup, --won one of the best, --closest one of the most even. Of a run
    that a policy of your own played give its file as --policy as well.
    """
    from ucgsim.play.replay import is_same, play_again  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.kinds import GAME, change_words  # noqa: PLC0415

    known = terms.catalog
    index = number if number is not None else game
    if pick is not None and index is None and run is not None:
        run = _matchup(ctx, run, pick, side, known)
        index = _picked(_plan_of_run(ctx, run), run, pick, side)
    if index is None:
        raise click.UsageError("no game is named; give its number after the folder, or --lost, --won or --closest", ctx)
    plan = _plan_of_run(ctx, run) if run else _plan_of_decks(ctx, index, terms, **options)
    if run and (words := change_words(run, plan.versions, GAME, same_cards=is_same(plan, known))):
        say(f"ucgsim: {words}")
    if as_json:
        print_json(_answer(plan, index, play_again(plan, index, known)))
    elif clauses:
        _print(plan, index, play_again(plan, index, known))
    else:
        _print_review(plan, index, side.upper(), known)


def _matchup(ctx: click.Context, run: Path, pick: str, side: str, catalog: Catalog) -> Path:
    """The folder of the matchup of a gauntlet from which a game is picked; any other folder as it is."""
    from ucgsim.studies.kit.kinds import KINDS, kind_of  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.matrix.gauntlet import ITSELF, GauntletResult  # noqa: PLC0415

    if kind_of(run) != "gauntlet":
        return run
    _refuse_terms(ctx)
    answer = KINDS["gauntlet"].of(run).answer(catalog)
    assert isinstance(answer, GauntletResult), "the kind says so"
    of_mine = pick if side == "a" else {"lost": "won", "won": "lost"}.get(pick, pick)
    folder = answer.duels[ITSELF, answer.matchup_for(of_mine)].path
    assert folder is not None, "it was read from one"
    return folder


def _picked(plan: Plan, run: Path, pick: str, side: str) -> int:
    """The first game of a run that a side lost or won, or the closest one; UcgsimError where there is none."""
    from ucgsim.simulate.folder import RunFolder  # noqa: PLC0415
    from ucgsim.studies.duel.replays import closest, first_won  # noqa: PLC0415

    winner = side if pick == "won" else {"a": "b", "b": "a"}[side]
    folder = RunFolder(run)
    index = closest(folder, plan) if pick == "closest" else first_won(folder, plan, winner)
    if index is None:
        raise UcgsimError(f"{run}: holds no such game; name another one by its number, from 0")
    return index


def _print_review(plan: Plan, index: int, viewer: str, catalog: Catalog) -> None:
    from ucgsim.play.replay import dealt_again  # noqa: PLC0415
    from ucgsim.play.review import review, review_lines  # noqa: PLC0415

    shown = review(dealt_again(plan, index, catalog), viewer, lambda game: game.policy_choice())
    tell(f"Game {index} of seed {plan.seed}, {plan.by}")
    for line in review_lines(shown, [deck.name for deck in plan.decks]):
        tell(line)


def _refuse_terms(ctx: click.Context) -> None:
    """Refuse options that the folder of a run answers."""
    from ucgsim.policies.policy_files import own_file  # noqa: PLC0415

    names = ("deck_a", "deck_b", *(name for name in options.TERMS if name != "catalog"))
    own = {name for name in ("policy", "policy_b") if own_file(ctx.params[name]) is not None}
    given = [name for name in names if options.is_typed(name) and name not in own]
    if given:
        option = "--" + given[0].replace("_", "-")
        raise click.UsageError(f"{option} is said by the run folder; leave it out, or name two decks instead", ctx)


def _plan_of_run(ctx: click.Context, run: Path) -> Plan:
    from ucgsim.simulate.folder import RunFolder  # noqa: PLC0415
    from ucgsim.studies.kit.kinds import kind_of, no_run  # noqa: PLC0415

    _refuse_terms(ctx)
    kind = kind_of(run)
    if kind is None:
        raise no_run(run, "`ucgsim duel` or `gauntlet`")
    if kind == "matches":
        text = "holds matches, of which only the counts are saved and no games"
        raise UcgsimError(f"{run}: {text}; name a folder that `ucgsim duel` wrote with --out")
    if kind in {"matrix", "gauntlet"}:
        within = sorted(each.name for each in run.iterdir() if kind_of(each) == "duel")
        named = ", ".join(within[:MOST_NAMED]) + (", ..." if len(within) > MOST_NAMED else "")
        raise UcgsimError(f"{run}: is a {kind}; name the folder of one of its matchups within it: {named}")
    return RunFolder(run).plan()


def _plan_of_decks(ctx: click.Context, index: int, terms: Terms, *, deck_a: Path | None, deck_b: Path | None) -> Plan:
    from ucgsim.simulate.plan import equal_halves  # noqa: PLC0415
    from ucgsim.simulate.table import make_plan  # noqa: PLC0415

    if deck_a is None or deck_b is None:
        raise click.UsageError("name a run folder and a game, or --deck-a, --deck-b and --game", ctx)
    version = rules_version(terms.rules)
    a, b = (load_deck(path, terms.catalog, rules=version) for path in (deck_a, deck_b))
    plan, _ = make_plan((a, b), equal_halves(index + 1, terms.first), terms)
    return plan


def _answer(plan: Plan, index: int, game: Game) -> dict[str, Any]:
    decks = zip("ab", plan.decks, strict=True)
    return {
        "game": index,
        **plan.head_json,
        "decks": {side: {"name": deck.name, "fingerprint": deck.fingerprint} for side, deck in decks},
        "policies": dict(zip("ab", plan.labels, strict=True)),
        "blank": list(plan.blank),
        "edited": list(plan.edited),
        "winner": game.winner.lower() if game.winner else None,
        "reason": game.reason,
        "turns": game.turn,
        "events": [
            {"turn": line.turn, "phase": line.phase.name.lower(), "text": line.text, "clause": line.clause}
            for line in game.log
        ],
    }


def _print(plan: Plan, index: int, game: Game) -> None:
    from ucgsim.play.replay import transcript  # noqa: PLC0415
    from ucgsim.studies.decks import blank_remark, edited_remark  # noqa: PLC0415

    tell(f"Game {index} of seed {plan.seed}, {plan.by}")
    for side, deck, policy in zip("AB", plan.decks, plan.labels, strict=True):
        tell(f"{side}: {deck.name}, played by {policy}")
    if plan.blank:
        tell(f"Note: {blank_remark(plan.blank)}")
    if plan.edited:
        tell(f"Note: {edited_remark(plan.edited)}")
    tell()
    tell(transcript(game), end="")
