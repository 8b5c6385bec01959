"""One deck of 50 cards as forty people would paste it: exports of other tools, posts, tables, lists typed by hand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.deck import Deck
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import read_deck
from ucgsim.decks.writing import format_deck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ucgsim.cards.card import Card

CATALOG = shipped_catalog()
DECK = read_deck("tiga-dyna", CATALOG)
CARDS = [(number, count, CATALOG[number]) for number, count in DECK.counts]
JAPANESE = {"TIGA": "ウルトラマンティガ", "DYNA": "ウルトラマンダイナ"}
WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"}


@dataclass(frozen=True)
class Pasted:
    """A file as somebody would give it; ``refusal``: words of the answer where it can't be read, else blank."""

    name: str
    data: bytes
    refusal: str = ""


def japanese(card: Card) -> str:
    return JAPANESE.get(card.characters[0] if card.characters else "", "超古代の戦い")


def lines(form: Callable[[str, int, Card], str], head: str = "", foot: str = "", end: str = "\n") -> str:
    body = [form(number, count, card) for number, count, card in CARDS]
    return end.join([*([head] if head else []), *body, *([foot] if foot else [])]) + end


def parted(number: str) -> tuple[str, str]:
    code, _, rest = number.partition("-")
    return code, rest


def sections(mark: str, line: str, end: str = "\n") -> str:
    """The characters and the scenes, each under a heading with its count."""
    text: list[str] = []
    scenes = [each for each in CARDS if each[2].is_scene]
    people = [each for each in CARDS if not each[2].is_scene]
    for title, cards in (("Heroes", people), ("Scenes", scenes)):
        text.append(mark.format(title=title, count=sum(count for _, count, _ in cards)))
        text += [line.format(number=number, count=count, name=card.full_name) for number, count, card in cards]
        text.append("")
    return end.join(text) + end


def _quoted(number: str, count: int, card: Card) -> str:
    return f'{count},"{card.full_name}",{number},{parted(number)[0]}'


def _row(number: str, count: int, card: Card) -> str:
    return f"| {count} | {number} | {card.full_name} |"


def _item(number: str, count: int, card: Card) -> str:
    return f"<li>{count}x {number} <b>{card.full_name.replace('&', '&amp;')}</b></li>"


def _arena(number: str, count: int, card: Card) -> str:
    return "{} {} ({}) {}".format(count, card.full_name, *parted(number))


def _spaced(number: str, count: int, card: Card) -> str:
    return "{} {} {} {}".format(count, card.full_name, *parted(number))


def read_before() -> Iterator[tuple[str, str]]:
    """What has long been read."""
    yield "4x NUM", lines(lambda number, count, _: f"{count}x {number}")
    yield "4 Name (NUM)", lines(lambda number, count, card: f"{count} {card.full_name} ({number})")
    objects = [{"number": number, "count": count} for number, count, _ in CARDS]
    yield "JSON number and count", json.dumps(objects, indent=1)
    yield "lower case", lines(lambda number, count, _: f"{count} {number.lower()}")
    yield "NUM SR", lines(lambda number, count, _: f"{count} {number} SR")
    yield "NUM star", lines(lambda number, count, _: f"{count} {number}★")
    yield "NUM (RRR) Name", lines(lambda number, count, card: f"{count} {number} (RRR) {card.full_name}")
    yield "full width", lines(lambda number, count, _: f"{count} {number}".translate(WIDE))
    yield "TSV", lines(lambda number, count, card: f"{number}\t{card.full_name}\t{count}")
    yield "Name NUM x4", lines(lambda number, count, card: f"{card.full_name} {number} x{count}")
    yield "a number a line", "".join(f"{number}\n" * count for number, count, _ in CARDS)
    yield "one line", ",".join(f"{number}:{count}" for number, count, _ in CARDS) + "\n"
    yield "slashes", lines(lambda number, count, card: f"{count} {number} // {card.full_name}", "// my deck")
    yield (
        "Lv.1 (NUM)",
        lines(
            lambda number, count, card: f"{count} {card.name} {'' if card.is_scene else f'Lv.{card.level} '}({number})"
        ),
    )
    yield "NUM,4", lines(lambda number, count, _: f"{number},{count}")
    yield "Nebula", format_deck(Deck("pasted", DECK.counts), CATALOG, DeckFormat.NEBULA)


def read_now() -> Iterator[tuple[str, str]]:
    """What was refused although every card is clear."""
    yield "CSV Quantity,Name,Card Number,Set", lines(_quoted, "Quantity,Name,Card Number,Set")
    yield (
        "CSV Card No;Name;Qty",
        lines(lambda number, count, card: f"{number};{card.full_name};{count}", "Card No;Name;Qty"),
    )
    copies = [number for number, count, _ in CARDS for _ in range(count)]
    yield "TTS array", json.dumps(["Exported from a deckbuilder", *copies])
    objects = [{"id": number, "quantity": count} for number, count, _ in CARDS]
    yield "JSON id and quantity", json.dumps({"name": "Tiga", "cards": objects})
    emoji = sections("== {title} ({count}) ==", "🔥 {count}x {number} {name} ✨", "\r\n")
    yield "headings, emoji, CRLF", f"🌟 MY DECK 🌟\r\n\r\n{emoji}"
    post = lines(lambda number, count, card: f"{count} {number} {card.full_name}")
    yield (
        "shared post",
        f"Tiga and Dyna, 2nd at locals!\n\nDeck (50)\n{post}\nTotal: 50 cards\nMade with Nebula https://x.example/d/7\n",
    )
    yield "BP04001", lines(lambda number, count, _: f"{count} {number.replace('-', '')}")
    yield "BP04_001", lines(lambda number, count, _: f"{count} {number.replace('-', '_')}")
    yield "BP04-001_P", lines(lambda number, count, _: f"{count} {number}_P")
    yield (
        "Arena",
        lines(
            lambda number, count, card: f"{count} {card.full_name} ({parted(number)[0]}) {parted(number)[1]}", "Deck"
        ),
    )
    yield (
        "PTCGL",
        lines(
            lambda number, count, card: f"{count} {card.full_name} {parted(number)[0]} {parted(number)[1]}",
            "Pokémon: 50",
        ),
    )
    yield "Markdown table", lines(_row, "| Qty | Card No. | Name |\n|----:|:---------|:-----|")
    yield "Discord fence", lines(lambda number, count, _: f"{count} {number}", "```", "```")
    yield "4xBP04-001", lines(lambda number, count, _: f"{count}x{number}")
    yield "HTML", lines(_item, "<ul>", "</ul>")
    plain = lines(lambda number, count, card: f"{count} {number} {card.full_name}")
    yield "Main Deck and Sideboard", f"Main Deck:\n{plain}\nSideboard:\n2 BP01-012 Ultraman Arc\n"
    yield "x4 in Japanese", lines(lambda number, count, card: f"{number} {japanese(card)} ×{count}枚")


def refused() -> Iterator[Pasted]:
    """What can't be read, with words of the answer."""
    names = lines(lambda _, count, card: f"{count} {card.full_name}")
    yield Pasted("names alone", names.encode(), "as in '4 Tiga 2 Multi Type'")
    foreign = lines(lambda _, count, card: f"{count} {japanese(card)}")
    yield Pasted("Japanese names alone", foreign.encode(), "is no card number and no card's name")
    yield Pasted("link", b"https://deckbuilder.example/deck/4711\n", "links are not read")
    plain = lines(lambda number, count, _: f"{count} {number}")
    yield Pasted("UTF-16", plain.encode("utf-16"), "is UTF-16")
    yield Pasted("Latin-1", plain.replace("\n", " é\n").encode("latin-1"), "is not UTF-8")
    bare = lines(lambda number, count, card: f"{number} {card.full_name} {count}")
    yield Pasted("bare count at the end", bare.encode(), "has no clear count")


def all_pasted() -> list[Pasted]:
    """The forty."""
    read = [*read_before(), ("BOM", "\ufeff" + lines(lambda number, count, _: f"{count} {number}")), *read_now()]
    return [*(Pasted(name, text.encode()) for name, text in read), *refused()]
