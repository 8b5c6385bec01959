"""A question in a package of its own: once it is installed it is asked by `ucgsim mirror DECK`."""

import json

import click


@click.command()
@click.argument("deck")
@click.option("-n", "--games", default=2000, help="Games to play.")
@click.option("--policy", default="planner", help="How both sides decide.")
@click.option("--seed", default=1, help="Seed; the same seed gives the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
def mirror(deck, games, policy, seed, as_json):
    """Play DECK against itself, A always leading, and say how often A wins."""
    import ucgsim  # noqa: PLC0415 - here, so that help does not wait for it

    answer = ucgsim.duel(deck, deck, games=games, policy=policy, seed=seed, first="a", jobs=1).to_json()
    won = answer["win_rate"]["a"]
    if as_json:
        click.echo(json.dumps({"deck": deck, "policy": answer["policies"]["a"], **won}))
    else:
        low, high = 100 * won["low"], 100 * won["high"]
        click.echo(f"Leading wins {100 * won['rate']:.1f} % of {won['n']:,} mirrors ({low:.1f} to {high:.1f}).")
