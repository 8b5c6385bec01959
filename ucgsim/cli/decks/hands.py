"""Deal sample opening hands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.card import Card, card_label, in_deck_order
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import Procedure, rules_words
from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, say, tell, width
from ucgsim.cli.decks.odds import group_option
from ucgsim.decks.reading import read_deck
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.probability.hands import MOST_HANDS, DealtHand, deal_hands
from ucgsim.report.terminal import plain_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Terms

NO_POLICY = "none"


@click.command()
@click.argument("deck", type=DECK, metavar="DECK")
@click.option("-n", "number", type=options.WholeNumber(1, MOST_HANDS), default=10, help="Hands to deal.")
@click.option("--want", metavar="CONDITION", help="Say of each hand whether it meets this; see odds.")
@click.option(
    "--policy", default=DEFAULT_POLICY, metavar="NAME", help="Say what this policy does with each hand; none: nothing."
)
@group_option
@options.seed_option
@options.rules_option
@options.redraw_procedure_option
@options.catalog_option
@options.json_option
def hands(
    *,
    deck: Path,
    number: int,
    want: str | None,
    policy: str,
    groups: Mapping[str, Sequence[str]],
    seed: int,
    rules: str,
    redraw_procedure: str,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """Deal opening hands of DECK, each with the hand that a redraw would give (CR 4.2.3)."""
    from ucgsim.simulate.plan import Terms  # noqa: PLC0415 - help must not wait for it

    label = _label(policy)
    known = load_catalog(catalog)
    deck_list = read_deck(deck, known)
    named = {**deck_list.groups, **groups}
    procedure = Procedure(redraw_procedure)
    dealt = deal_hands(
        deck_list.cards(known), number, seed, want=want, known=known.values(), groups=named, procedure=procedure
    )
    terms = Terms.of(policy=policy, seed=seed, rules=rules, catalog=known) if label else None
    verdicts = _verdicts_of_policy(deck_list, dealt, terms)
    if as_json:
        identity = {"deck": deck_list.name, "fingerprint": deck_list.fingerprint, "seed": seed, "want": want}
        identity |= {"rules": rules, "redraw_procedure": procedure.value}
        hands_json = [_hand_json(hand, verdict) for hand, verdict in zip(dealt, verdicts, strict=True)]
        print_json(identity | {"policy": label, "hands": hands_json})
        return
    for index, (hand, verdict) in enumerate(zip(dealt, verdicts, strict=True), start=1):
        _print_hand(f"{index:>4}  ", f"{_hand_text(hand.cards)}{_verdict(hand.met)}{_redraws(verdict)}")
        _print_hand(" " * 6, f"redraw: {_hand_text(hand.redraw)}{_verdict(hand.redraw_met)}")
    _print_sums(dealt, verdicts, want, label)
    tell(f"{rules_words(rules, procedure).capitalize()}, seed {seed}")


def _print_hand(head: str, text: str) -> None:
    """A hand behind its number, further lines set in as far."""
    first, *rest = plain_lines(f"{' ' * len(head)}{text}", width())
    for line in (head + first[len(head) :], *rest):
        tell(line, broken=False)


def _label(policy: str) -> str | None:
    """The policy with its version, None where no policy is asked, so that nothing is compiled."""
    from ucgsim.policies.spec import parse_policy  # noqa: PLC0415 - help must not wait for it

    return None if policy == NO_POLICY else parse_policy(policy).label


def _verdicts_of_policy(deck: Deck, dealt: Sequence[DealtHand], terms: Terms | None) -> list[bool | None]:
    """Whether the policy redraws each hand; None for all where none is asked or, with a remark, it can't be played."""
    if terms is None:
        return [None] * len(dealt)
    from ucgsim.simulate.openings import policy_redraws  # noqa: PLC0415 - loads the game
    from ucgsim.simulate.table import lay_out  # noqa: PLC0415

    try:
        table = lay_out((deck, deck), terms)
    except UcgsimError as error:
        say(f"ucgsim: no verdict of the policy: {error}")
        return [None] * len(dealt)
    return list(policy_redraws(table, deck.cards(terms.catalog), [hand.cards for hand in dealt], terms.seed).tolist())


def _print_sums(
    dealt: Sequence[DealtHand], verdicts: Sequence[bool | None], want: str | None, label: str | None
) -> None:
    if want is not None:
        met = sum(bool(hand.met) for hand in dealt)
        tell(f"{met} of {len(dealt)} hands have {want}; ucgsim odds tells the exact chance")
    if None not in verdicts:
        redrawn = sum(map(bool, verdicts))
        tell(f"{label} redraws {redrawn} of {len(dealt)} hands; ucgsim redraw tells what that is worth")


def _hand_json(hand: DealtHand, verdict: bool | None) -> dict[str, Any]:  # noqa: FBT001 - a value to print
    return {
        "cards": [card.number for card in hand.cards],
        "met": hand.met,
        "policy": {None: None, True: "redraw", False: "keep"}[verdict],
        "redraw": [card.number for card in hand.redraw],
        "redraw_met": hand.redraw_met,
    }


def _redraws(verdict: bool | None) -> str:  # noqa: FBT001 - the verdict itself is what is put into words
    return {None: "", True: "  [redraws]", False: "  [keeps]"}[verdict]


def _hand_text(cards: Sequence[Card]) -> str:
    """The cards of a hand, equal ones counted."""
    counts = Counter(sorted(cards, key=in_deck_order))
    return ", ".join(f"{card_label(card)}{f' x{count}' if count > 1 else ''}" for card, count in counts.items())


def _verdict(met: bool | None) -> str:  # noqa: FBT001 - the verdict itself is what is put into words
    return "" if met is None else f"  [{'met' if met else 'not met'}]"
