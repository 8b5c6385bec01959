"""Opening hands that are dealt and printed, for ``ucgsim redraw --deal``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Card, card_label, in_deck_order
from ucgsim.cards.versions import rules_words
from ucgsim.cli.common.console import print_json, say, tell, width
from ucgsim.errors import UcgsimError
from ucgsim.probability.hands import DealtHand, deal_hands
from ucgsim.report.terminal import plain_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Terms


def print_hands(
    deck_list: Deck, terms: Terms, number: int, *, want: str | None, groups: Mapping[str, Sequence[str]], as_json: bool
) -> None:
    """Print opening hands, each with the hand that a redraw would give (CR 4.2.3) and what the policy does with it."""
    known = terms.catalog
    label = terms.labels[0]
    procedure = terms.redraw_procedure
    named = {**deck_list.groups, **groups}
    dealt = deal_hands(
        deck_list.cards(known), number, terms.seed, want=want, known=known.values(), groups=named, procedure=procedure
    )
    verdicts = _verdicts_of_policy(deck_list, dealt, terms)
    if as_json:
        identity = {"deck": deck_list.name, "fingerprint": deck_list.fingerprint, "seed": terms.seed, "want": want}
        identity |= {"rules": terms.rules, "redraw_procedure": procedure.value}
        hands_json = [_hand_json(hand, verdict) for hand, verdict in zip(dealt, verdicts, strict=True)]
        print_json(identity | {"policy": label, "hands": hands_json})
        return
    for index, (hand, verdict) in enumerate(zip(dealt, verdicts, strict=True), start=1):
        _print_hand(f"{index:>4}  ", f"{_hand_text(hand.cards)}{_verdict(hand.met)}{_redraws(verdict)}")
        _print_hand(" " * 6, f"redraw: {_hand_text(hand.redraw)}{_verdict(hand.redraw_met)}")
    _print_sums(dealt, verdicts, want, terms.policies[0])
    tell(f"{rules_words(terms.rules, procedure).capitalize()}, seed {terms.seed}")


def _print_hand(head: str, text: str) -> None:
    """A hand behind its number, further lines set in as far."""
    first, *rest = plain_lines(f"{' ' * len(head)}{text}", width())
    for line in (head + first[len(head) :], *rest):
        tell(line, broken=False)


def _verdicts_of_policy(deck: Deck, dealt: Sequence[DealtHand], terms: Terms) -> list[bool | None]:
    """Whether the policy redraws each hand; None for all, with a remark, where the deck can't be played."""
    from ucgsim.simulate.openings import policy_redraws  # noqa: PLC0415 - loads the game
    from ucgsim.simulate.table import lay_out  # noqa: PLC0415

    try:
        table = lay_out((deck, deck), terms)
    except UcgsimError as error:
        say(f"ucgsim: no verdict of the policy: {error}")
        return [None] * len(dealt)
    return list(policy_redraws(table, deck.cards(terms.catalog), [hand.cards for hand in dealt], terms.seed).tolist())


def _print_sums(dealt: Sequence[DealtHand], verdicts: Sequence[bool | None], want: str | None, policy: str) -> None:
    if want is not None:
        met = sum(bool(hand.met) for hand in dealt)
        tell(f"{met} of {len(dealt)} hands have {want}; ucgsim odds computes the exact chance")
    if None not in verdicts:
        redrawn = sum(map(bool, verdicts))
        tell(f"{policy} redraws {redrawn} of {len(dealt)} hands; without --deal: what that is worth")


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
