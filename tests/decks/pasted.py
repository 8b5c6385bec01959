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
    yield "Arena", lines(_arena, "Deck")
    yield "PTCGL", lines(_spaced, "Pokémon: 50")
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
    yield Pasted("Latin-1", plain.replace("\n", " é\n").encode("latin-1"), "is not UTF-8")
    bare = lines(lambda number, count, card: f"{number} {card.full_name} {count}")
    yield Pasted("bare count at the end", bare.encode(), "has no clear count")


def all_pasted() -> list[Pasted]:
    """The forty."""
    read = [*read_before(), ("BOM", "\ufeff" + lines(lambda number, count, _: f"{count} {number}")), *read_now()]
    utf16 = lines(lambda number, count, _: f"{count} {number}").encode("utf-16")
    return [*(Pasted(name, text.encode()) for name, text in read), Pasted("UTF-16", utf16), *refused()]


ARC = {"BP01-012": 4}
GOLZA = {"BP01-091": 4}
AT_ONCE: dict[str, tuple[str | bytes, dict[str, int]]] = {
    "Arena without zeros": ("4 Ultraman Dyna (BP02) 46", {"BP02-046": 4}),
    "Arena without zeros and brackets": ("4x Ultraman Dyna Flash Type BP02 46 *F*", {"BP02-046": 4}),
    "Arena, one digit that is no level": ("1 Ultraman Tiga (BP01) 4", {"BP01-004": 1}),
    "Shift-JIS": ("4枚 BP01-012 ウルトラマンアーク\r\n".encode("cp932"), ARC),
    "Shift-JIS, narrow": ("4x BP01-012 ｱｰｸ\r\n".encode("cp932"), ARC),
    "UTF-16": ("4 BP01-012 ウルトラマンアーク\r\n".encode("utf-16"), ARC),
    "UTF-16, the other way round": (b"\xfe\xff" + "4 BP01-012 アーク".encode("utf-16-be"), ARC),
    "a title with the size": ("ティガ×ダイナ 50枚\n4 BP01-012", ARC),
    "a title with the size, glued": ("4 BP01-012\n3 BP01-014\n合計7枚のデッキ 7枚", ARC | {"BP01-014": 3}),
    "a title with the sum": ("Tiga Dyna x6\n4 BP01-012\n2 BP01-014", ARC | {"BP01-014": 2}),
    "a place": ("3rd place Tiga Dyna (BP05 format)\n4 BP01-012", ARC),
    "a format": ("Format: BP01-BP05\nBP05環境\n4 BP01-012", ARC),
    "a format of one set": ("Format: BP01-05\n4 BP01-012", ARC),
    "a name of the deck": ("デッキ名：ウルトラマンティガ×4型\n4 BP01-012", ARC),
    "Japanese headings with counts": ("シーン 4枚\n4 BP01-012\nレベル1 16枚\n合計 50枚", ARC),
    "reactions": ("4 BP01-012\n👍 2   ❤ 1", ARC),
    "reactions, glued": ("4 BP01-012\n👍🏽2❤️1\n3 🎉", ARC),
    "the end of a file of DOS": ("4 BP01-012\r\n\x1a", ARC),
    "no blank before ×": ("ゴルザ×4", GOLZA),
    "no blank before x": ("ゴルザx4枚", GOLZA),
    "no blank before 枚": ("ゴルザ4枚", GOLZA),
    "no blank, with a number": ("BP01-012 ウルトラマンアーク×4", ARC),
    "no blank before ×, behind a level": ("ルーナアーマー Lv3×4", {"BP01-018": 4}),
    "no blank at all": ("ソリスアーマーLv3×4", {"BP01-017": 4}),
    "no blank before ×, behind brackets": ("未来へ駆ける円弧(アーク)×3", {"BP01-102": 3}),
    "a form with its level": ("ウルトラマンアーク ルーナアーマー Lv.3 四枚", {"BP01-018": 4}),
    "another spelling of a form": ("4 ルナアーマー レベル3", {"BP01-018": 4}),
    "a form behind the level": ("アークLv3 ルーナアーマー ×4", {"BP01-018": 4}),
    "as tables say it": ("4 アーク 3 · ルーナアーマー", {"BP01-018": 4}),
    "as tables say it, with the English form": ("4 アーク 3 · Luna Armor", {"BP01-018": 4}),
    "a scene in Japanese": ("SKaRDを作った男×4", {"BP01-105": 4}),
    "another spelling of a scene": ("三枚 3000万年の奇跡", {"BP07-106": 3}),
    "another mark of multiplication": ("SKaRDを作った男✖️４", {"BP01-105": 4}),
    "kanji": ("BP01-012 四枚", ARC),
    "kanji before the name": ("四枚 ゴルザ", GOLZA),
    "kanji with tens": ("十二枚 BP02-067", {"BP02-067": 12}),
    "kanji behind ×": ("BP01-012 ×四", ARC),
    "a dash of Japanese keyboards": ("BP01ー012 4枚", ARC),
    "narrow, and the kanji for one": ("2 BP01ｰ012\n2 BP01一012", ARC),
    "dashes of print": ("2 BP01―012\n2 BP01─012", ARC),
    "in a circle": ("④ BP01-012", ARC),
    "in a circle, behind it": ("BP01-012④", ARC),
    "in a circle, with a name": ("④ゴルザ", GOLZA),
    "above ten in a circle": ("⑫ BP02-067", {"BP02-067": 12}),
    "no blank behind 枚": ("4枚ゴルザ", GOLZA),
    "words about cards": ("4 BP01-012\n1枚刺しが強い。", ARC),
    "numbered in circles": ("① BP01-012 ×4\n② BP01-014 3枚", ARC | {"BP01-014": 3}),
    "glued to the rarity": ("BP01-012 アーク（C）４", ARC),
    "glued to the rarity, at the front": ("（C）４ ゴルザ", GOLZA),
    "JSON within JSON": ('[{"deck_cards": "[{\\"id\\":13,\\"count\\":4}]"}]', ARC),
    "JSON within JSON, as it is sent": ('{"deck_cards": "[{\\"id\\":\\"13\\",\\"count\\":4}]"}', ARC),
    "JSON within JSON, with keys": (
        '[{"deck_cards": "[{\\"id\\":\\"13\\",\\"count\\":4,\\"base_card_key\\":\\"BP01-012\\",'
        '\\"character_name\\":\\"アーク\\"}]"}]',
        ARC,
    ),
    "an id of the whole list": ('{"id": 5, "cards": [{"id": 13, "count": 4}]}', ARC),
    "an id of the whole list of numbers": ('{"id": 5, "deck": {"BP01-012": 4}}', ARC),
    "an id of the whole list in JSON": ('[{"id": 5, "deck_cards": "[{\\"id\\":13,\\"count\\":4}]"}]', ARC),
}
"""What a person reads at once: texts or files, and their cards."""
ASKED: dict[str, tuple[str, str]] = {
    "the last digits or a level": ("4 Ultraman Tiga (BP01) 1", "in a level or in the last digits of BP01-001"),
    "another name in Arena": ("4 Ultraman Tiga (BP02) 46", "is Ultraman Dyna Flash Type, not "),
    "a level and no card": ("4 Tiga 1", "UD01-001 3000/7000 BASIC, UD01-002 2000/7000 BASIC; write the number"),
    "a level in Japanese": ("ティガ Lv2 4枚", "BP01-005 7000/11000 POWER, BP01-006 8000/10000 SPEED"),
    "a name of many": ("ウルトラマンティガ×4", "ウルトラマンティガ: is the name of 26 cards"),
    "a form of many": ("4 ルーナアーマー", "ルーナアーマー: is the name of 4 cards"),
    "a level or a count behind a scene": ("4 BP01-012\nSKaRDを作った男 ④", "SKaRDを作った男 4"),
    "a TYPE next to the name": ("トリガー 剛力 Lv3 4枚", "トリガー 剛力 Lv3"),
    "numbers in circles": ("① BP01-012\n② BP01-014", "BP01-012: has no clear count"),
    "a circle next to a count": ("③ BP01-012 4枚", "has two counts"),
    "a level or a count in a circle": ("4 BP01-012\nティガ②", "ティガ 2"),
    "no number in kanji": ("BP01-012 一二枚", "has no clear count"),
    "glued to a name": ("4 BP01-012\nゴルザ4", "ゴルザ4"),
    "glued to a name, before it": ("4 BP01-012\n4ゴルザ", "write '4 ゴルザ'"),
    "points behind the count": ("4 BP01-012\n×4・ゴルザ", "write '4 ゴルザ'"),
    "points between": ("4 BP01-012\nゴルザ・*3", "write '3 ゴルザ'"),
    "a name and the code of a product": ("4 BP01-012\nゴルザ BP01 4枚", "ゴルザ BP01"),
    "a star": ("4 BP01-012\n★4", "4"),
    "a name that nobody has": ("4 BP01-012\nゴルジャ×4", "ゴルジャ: is no card number and no card's name"),
    "such a name with a count": ("4 BP01-012\nゴルジャ4枚", "ゴルジャ: is no card number and no card's name"),
    "another name": ("BP01-012 ウルトラマンティガ×4", "not ウルトラマンティガ"),
    "another name behind JSON": (
        '[{"deck_cards": "[{\\"id\\":13,\\"count\\":4,\\"name\\":\\"Ultraman Tiga\\"}]"}]',
        "Tiga",
    ),
    "a card or a list": ('{"id": 5, "count": 50, "cards": [{"id": 16, "count": 4}]}', "a card by its id, or a list"),
    "JSON within JSON, cut": ('[{"deck_cards": "[{\\"id\\":13,"}]', ""),
}
"""What can be read in two ways, or not at all, and words of the answer."""
LINKED = [
    "{}",
    "{})",
    "{}.",
    "<{}>",
    "[deck]({})",
    "[my deck]({})",
    "[{0}]({0})",
    "**{}**",
    '"{}"',
    "「{}」。",
    "<{}|deck>",
]
"""How links arrive."""
