"""What cards are called for a reader: by their names in the language that is spoken, as far as they are known.

What is read again, or stays the same for everybody, as files, pages and JSON do, has the English names of `cards.card`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.card import card_title
from ucgsim.cards.other_names import name_in, said_in
from ucgsim.language import INTERFACE, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.card import Card


def title_in(card: Card, language: str) -> str:
    """The title of a card in a language of the interface: ``ティガ 3 · ゼペリオン光線``; a scene by its name."""
    if language == "en":
        return card_title(card)
    if card.is_scene:
        return full_name_in(card, language)
    head = f"{people_in(card, language)} {card.level}"
    return f"{head} · {form_in(card, language)}" if card.subtitle else head


def titles_in(card: Card, language: str) -> set[str]:
    """The title of a card in a language, also with its English subtitle, as whoever knows no other name writes it."""
    title = title_in(card, language)
    return {title, title.replace(form_in(card, language), card.subtitle)}


def people_in(card: Card, language: str) -> str:
    """The characters of a card as a language calls them, in English where it has no name for one."""
    if language == "en":
        return "/".join(card.characters)
    spelled = card_title(card).partition(" · ")[0].removesuffix(f" {card.level}").split("/")
    pairs = zip(card.characters, spelled, strict=True) if len(spelled) == len(card.characters) else ()
    return "/".join(said_in("characters", name, language) or english for name, english in pairs) or "/".join(spelled)


def form_in(card: Card, language: str) -> str:
    """The subtitle of a card as a language calls it, in English where it has no name for it."""
    return said_in("forms", card.subtitle, language) or card.subtitle


def full_name_in(card: Card, language: str) -> str:
    """The whole name of a card with its subtitle, in English where a language has no name for the card."""
    name = name_in(card, language) if language != "en" else ""
    return f"{name} {form_in(card, language)}".strip() if name else card.full_name


def shown_title(card: Card) -> str:
    """The title of a card in the language that is spoken."""
    return title_in(card, spoken())


def shown_label(card: Card) -> str:
    """What a card is called among others in the language that is spoken: its title and its number."""
    return f"{shown_title(card)} ({card.number})"


def told_apart(cards: Sequence[Card]) -> list[str]:
    """The numbers of cards of one name, with their BP and as much more as tells each from the others."""
    facts = [
        (
            "/".join(str(each) for each in card.bp if each is not None),
            shown_as("types", card.type or ""),
            shown_as("forms", card.subtitle),
        )
        for card in cards
    ]
    many = next((many for many in (1, 2) if len({each[:many] for each in facts}) == len(cards)), len(facts))
    return [" ".join(filter(None, (card.number, *said[:many]))) for card, said in zip(cards, facts, strict=True)]


def shown_people(card: Card) -> str:
    """The characters of a card in the language that is spoken."""
    return people_in(card, spoken())


def shown_as(kind: str, name: str) -> str:
    """A character, a TYPE, a team or a deck in the language that is spoken; itself where it has no name there."""
    return said_in(kind, name, spoken()) or name


def shown_name(card: Card) -> str:
    """The whole name of a card, with its subtitle, in the language that is spoken."""
    return full_name_in(card, spoken())


def is_titled(card: Card, text: str) -> bool:
    """Whether tables call a card so in some language, ``Tiga 3 · Zeperion Beam``, or so before its subtitle."""
    wanted = text.strip().casefold()
    titles = (title.casefold() for language in INTERFACE for title in titles_in(card, language))
    return any(wanted in {title, title.partition(" · ")[0]} for title in titles)
