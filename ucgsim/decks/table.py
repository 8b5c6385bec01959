r"""How decklists are written: the patterns, words and sentences by which Python and the page read them alike.

Every pattern is looked for with `re.search`, capitals and small letters alike, and is written in what the regular
expressions of Python and JavaScript have in common: ``^`` and ``$`` where it is bound to an end, no possessive
repeats, no ``\b``. A count is the first group that took part.
"""

from __future__ import annotations

import re

from ucgsim.cards.card import KNOWN_CODE, OTHER_CODE
from ucgsim.cards.versions import RULES_NAMES, rules_version
from ucgsim.language import gettext as _
from ucgsim.language import marked

# ------------------------------------------------------------------------------------------- what patterns share
_IN = r"(?:[1-9]\d*(?:[.,:⁄]\d+)*|0+[.,:⁄]\d+)"
"""A count in parentheses, which marks no print: ``(01)`` does."""
_MARK = (
    rf"(?:\((?!\s*[x×*]?\s*{_IN}\s*[x×*]?\s*\))[^()]*\)"
    r"|[A-Z]{2}\d{2}-?Re|(?:AP-S|AP|SSSP|SP|UR|ExP)(?:\d{2})?)\s*"
)
_CODE = rf"(?:{KNOWN_CODE}|{OTHER_CODE})"
_PRINTED = rf"(?:{_MARK})*{_CODE}(?:[_-][A-Z]?\d{{1,2}})?(?!\w)"
"""A card number with what marks its print, before it (``AP(01/20) BP01-001``) or behind (``BP01-001_p1``)."""
_TIMES = r"[x×*]"
_UNIT = r"(?:枚|張|张|장|개|cop(?:y|ies)(?!\w)|pcs?(?!\w))"
_WHOLE = r"[+-]?\d+(?:[.,:⁄]\d+){0,9}(?!\d|[.,:⁄]\d)"
"""A count as far as it goes: a part of ``4,5`` is none, and what is no whole number is refused as it is written."""
_SET = r"(?:[A-Z]{2,4}\d{2}|PR)"
_PRODUCTS = "(?:BP|SD|EXD|UD)"
_LOOSE = rf"(?<![A-Z0-9])(?:[(\[]\s*(?P<in>{_SET})\s*[)\]]|(?P<code>{_SET}))\s?[-_./#]?\s?(?P<no>\d{{3}})"
"""``BP04001``, ``BP04_001``, ``BP04 001``, ``(BP04) 001``."""
_PRINT = r"(?:[_-](?!x\d)[A-Z]{1,4}\d{0,2}|[_-]\d{1,2}|(?:S?R{1,4}|P\d{0,2}|S{1,3}P|UR|AP))?"
_LOOSE_END = rf"(?=[^A-Z0-9_-]|[-_](?![A-Z0-9])|$|{_TIMES}\d)"
_KNOWN_START = rf"(?:{_PRODUCTS}\d{{2}}[-_ ]?\d{{3}}|PR[-_ ]?\d{{3}}|Y\d{{2}}[-_ ]?P\d{{3}})"
_ANY_START = r"[A-Z]{1,4}(?:\d{2})?[-_ ]?[A-Z]?\d{3}"
_ONES = "一二三四五六七八九"
_SUM = r"\W*(?:\(?\d+\)?(?:\s*cards?)?)?\W*"
_EMOJI = "[\u2600-\u2604\u2607-\u2714\u2717-\u2775\u2794-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+"
_COUNTED = rf"{_TIMES}\s?\d{{1,2}}|\d{{1,2}}\s?(?:{_TIMES}|枚)"
_FRONT = rf"^(?:[(\[]\s*({_IN})\s*[)\]]|({_WHOLE}))(?=[\s,;:|]|$)\s*(?:of\s)?"
_INDEX = r"\d{1,3}[.)](?=\s)"
_LEVEL = r"(?<!\w)(?:lv\.?|lvl\.?|level|round|レベル)\s*(\d)(?!\w)"
_LETTER = r"[^\W\d_]"

# ------------------------------------------------------------------------------- what is put in place of what

CIRCLED = {
    **{chr(first + place): str(place + 1) for first in (0x2460, 0x2776, 0x2780, 0x278A, 0x24F5) for place in range(10)},
    **{chr(0x246A + place): str(place + 11) for place in range(10)},
}
"""Numbers in circles."""
_KANJI = {
    f"{tens}{ones}": str(10 * many + few)
    for many, tens in enumerate(["", "十", *(f"{each}十" for each in _ONES[1:])])
    for few, ones in enumerate(["", *_ONES])
}
_ENTITIES = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#34;": '"',
    "&apos;": "'",
    "&#39;": "'",
    "&#x27;": "'",
    "&nbsp;": " ",
    "&#160;": " ",
    "&times;": "×",
    "&#215;": "×",
    "&middot;": "·",
    "&ndash;": "–",
    "&mdash;": "—",
}
_EXACT = r"(?<![a-zA-Z])(?=x\s*\d{1,3}(?:枚|(?!\w|-)))"
"""The one pattern in which a large letter is not a small one: a large X belongs to the name of a hero."""

RULES: dict[str, list[tuple[str, str | dict[str, str]]]] = {
    # Before letters of every width are made plain.
    "markup": [
        (r"[✕✖⨯╳]", "×"),
        (f"[{''.join(CIRCLED)}]", {sign: f" {number} " for sign, number in CIRCLED.items()}),
        (r"\[([^\[\]]{1,200})\]\([^()\s]{0,500}\)", r"\1"),
        (r"&#?\w{1,6};", _ENTITIES),
        (r"""(?:https?://|www\.)[^\s)>"']+""", " "),
        (r"""\*\*|__|[`"“”{}]|(?<!\w)'|'(?!\w)""", " "),
        # The cells of a table keep their borders, which plain text would take for blanks.
        (r"\t", "|"),
    ],
    "page": [(r"</t[dh]\s*>", "\t"), (r"<!--.{0,500}?-->|</?[a-z][^<>]{0,500}>", " ")],
    "card": [(rf"({_CODE})[_-][A-Z]?\d{{1,2}}$", r"\1")],
    "plain": [
        (r"^[| ]+|(?<![| ])[| ]+$", ""),
        # Counts in Japanese: 四枚, 十二枚, ×四.
        (rf"(?<![百十{_ONES}])[十{_ONES}]{{1,3}}(?=\s*[枚張张])|(?<=×)\s*[十{_ONES}]{{1,3}}(?!\w)", _KANJI),
        # Where a count begins behind a name or a level: アーク×4, アーク4枚, 円弧(アーク)×4, アークLv3×4.
        (rf"(?<={_LETTER})(?=×\s*\d|\d{{1,3}}\s*枚)|(?<=[)」』])(?=×\s*\d)", " "),
        (r"((?:lv\.?|lvl\.?|level|レベル)\s*\d)(?=×\s*\d)", r"\1 "),
        (rf"(?<={_LETTER}){_EXACT}", " "),
        # `(C)4`: next to a name it could be a level, glued to the rarity it is a count.
        (r"\((?:C|U|R{1,4}|SR|SSR|UR|SP|AP|P)\)(\d{1,2})(?=\s|枚|$)", r" x\1"),
        (r"^\s+|(?<!\s)\s+$", ""),
        (r"^(?:[-*•·–>]\s+|[•·●■▪◦]\s*)+(?:\[[ x]?\]\s+)?", ""),
        # Numbers as we write them, apart from a count that is glued to them.
        (rf"(?<![\w/-])(\d+){_TIMES}(?={_ANY_START})", r"\1x "),
        (rf"(?<![\w/-])(\d{{1,2}})(?={_KNOWN_START})", r"\1x "),
        (rf"(?<![\w/-]){_TIMES}(\d{{1,2}})(?={_KNOWN_START})", r"x\1 "),
        (rf"{_LOOSE}{_PRINT}(?=x\d|[×*]|(?![A-Z0-9_])\w)", r"\g<0> "),
        # Digits behind a number may be a count as well as the mark of a print.
        (rf"{_LOOSE}[_-](?P<digits>\d{{1,2}}){_LOOSE_END}", r"\g<in>\g<code>-\g<no> _\g<digits>"),
        (rf"{_LOOSE}{_PRINT}{_LOOSE_END}", r"\g<in>\g<code>-\g<no>"),
        (r"(?<![A-Z0-9])(Y\d{2})[-_ ]?P(\d{3})(?![A-Z0-9])", r"\1-P\2"),
    ],
}


# --------------------------------------------------------------------------------------------- what is looked for

PATTERNS: dict[str, str] = {
    # Card numbers, and what was meant as one.
    "number": rf"(?<![A-Z0-9]){_PRINTED}",
    "nearly": (
        r"(?<![A-Z0-9])(?:(?:BP|B[P8]O|SD|EXD|UD)[0-9OIL]{1,3}\s?[-_]?\s?[0-9OIL]{1,4}|[A-Z]{2,4}\d{1,2}[-_]\d{1,5}"
        r"|PR\s?[-_]\s?\d{1,5}|[A-Z]{1,3}P[0-9OIL]{2}-[0-9OIL]{1,4})(?![A-Z0-9])"
    ),
    "product": rf"(?<![A-Z0-9]){_PRODUCTS}\d\d(?![A-Z0-9]|[\s\-_./#)\]]*(?:\d|[OIL]{{1,4}}(?![A-Z0-9])))",
    "stands_alone": r"(?<![A-Z0-9])\d{1,3}(?![A-Z0-9])|[x×]\s*\d|\d\s*[x×]",
    # Counts before all else and right behind the number, and the count of a row that has no other.
    "opening": rf"^[(\[]\s*{_IN}\s*[)\]](?=[\s,;:|]|$)",
    "front": _FRONT,
    "first": _FRONT.replace(f"({_WHOLE})", f"(?!{_INDEX})({_WHOLE})"),
    "second": (
        rf"^(?:[(\[]\s*{_IN}\s*[)\]]|(?!{_INDEX}){_WHOLE})(?=[\s,;:|]|$)\s*(?:of\s)?\s*[,;:|]?\s*(\d+)\s*[,;:|]?\s*$"
    ),
    "behind": rf"^\s*[)\]]?\s*(?:,([+-]?\d+)|[:,;=|\-–>]*\s*({_WHOLE}))(?=[\s,;|]|$)",
    "at_end": rf"=\s*({_WHOLE})\s*$",
    "brackets": rf"^[ )\]:]*[(\[]\s*({_WHOLE})\s*[)\]]",
    "last_brackets": rf"[(\[]\s*({_WHOLE})\s*[)\]]\s*$",
    "whole_cell": r"^(?:[x×*]\s*)?([+-]?\d+)(?:\.0+)?\s*(?:[x×*]|枚)?$",
    # Traces of a count, and numbers that are none.
    "lone": r"(?<![\w/+.-])\d+(?![\w/-]|\.\d)",
    "last_lone": r"(?:(?<![\w/+.-])|(?<=[(\[]))(\d{1,2})[)\]]?\s*$",
    "trace": (
        rf"枚|×|(?<!\w){_TIMES}\s*\d|(?<!\d)[1-9]\d?(?!\d)|(?<!\w)(?:[{_ONES}十]|copies|copy|playset|qty|quantity"
        r"|one|two|three|four|five|six|twice)(?!\w)"
    ),
    "print_behind": r"[(\[]?\d{2,3}/\d{2,3}[)\]]?",
    "sum": r"\d\s*\+\s*\d",
    "level": _LEVEL,
    "count_alone": rf"^\W*{_TIMES}?\s*\d+\s*(?:{_TIMES}|{_UNIT})?\W*$",
    "whole": r"^\s*\+?[0-9]{1,9}\s*$",
    # Lines without a number. Before a name a lone `x` may belong to it; words about cards begin with `1枚` as well.
    "by_place": (
        rf"^({_WHOLE}){_TIMES}?\s+(\S.*?)\s+(?:[(\[]\s*({_SET})\s*[)\]]|({_SET}))\s+(\d{{1,2}})(?:\s*\*\w\*)?$"
    ),
    "before_name": rf"^(?:({_WHOLE})(?:{_TIMES}|\s[×*]|\s*枚|\s(?:copies\s)?of(?=\s))?|{_TIMES}({_WHOLE}))\s+",
    "glued_before_name": r"^(\d{1,3})枚[・、,:]?(?=\w)",
    "behind_name": (
        rf"\s{_TIMES}\s*({_WHOLE})\s*(?:枚)?$|\s({_WHOLE})\s*{_TIMES}$|[(\[]\s*{_TIMES}\s*({_WHOLE})\s*[)\]]$"
        rf"|\s×?({_WHOLE})\s*枚$|=\s*({_WHOLE})$|[|;:]\s*({_WHOLE})$|,\s*(\d+)$"
    ),
    "around_name": r"^[\s–:,;|-]+|(?<![\s–:,;|-])[\s–:,;|-]+$",
    "last_count": r"^(.*?)(?:[\s:(\[=|,;・*×+-]+|(?<=[^\x00-\x7f]))(\d{1,3})\W*$",
    "first_count": r"^[x×*]?(\d{1,3})[x×*]?(?=[^\x00-\x7f])\W*(.+)$",
    "lone_x": r"^x ",
    # Lines of a text, headings and what else is no card.
    "code_point": r"&#(\d{2,6});",
    "comment": r"^\s*(?:#|//|$)",
    "comment_signs": r"^[#/\s]+|(?<!\s)\s+$",
    "comment_behind": r"#|\s//",
    "count_in_comment": r"^\s*(?:[x×*]\s*\d|\d{1,3}\s*(?:[x×]|枚|cop(?:y|ies)|$))",
    "cut": r"</(?:li|p|tr|div|h\d|option)\s*>|<br\s*/?>|<li(?!\w)[^<>]{0,300}>",
    "fence": r"^\s*(?:```|~~~)\w*\s*$",
    "rule": r"^[\s|:+=_*~.#>\u2500-\u257f\u2014\u2013-]*$",
    "reactions": rf"^\s*(?:(?:{_EMOJI}\s*\d{{1,4}}\s*)+|(?:\d{{1,4}}\s*{_EMOJI}\s*)+)$",
    "circled": f"^\\s*[{''.join(CIRCLED)}]",
    "copies_alone": rf"^(?:{_COUNTED})$",
    "beside": rf"^\W*(?:side ?(?:board|deck)|sb|maybe ?board|considering|reserves?){_SUM}$",
    "beside_line": r"^\s*SB:\s*(?=\S)",
    "main": rf"^(?:\W*(?:main\s*)?(?:deck|board)(?:\s*list)?{_SUM}|\W*main\W*)$",
    "heading": (
        r"^(?:【[^【】]*】|(?:[a-z]+\s+)?\d+\s+(?:cards?|scenes?|heroes|kaiju|monsters|characters)(?!\w).*"
        r"|\W*(?:deck ?name|format|event|tournament|player|author|date"
        r"|デッキ名|フォーマット|大会名?|プレイヤー|使用者|作成者|日付)\s*:.*)$"
    ),
    "heading_word": (
        "^(?:a|all|basic|board|cards?|characters?|count|decks?|decklist|hero(?:es)?|in|kaiju|levels?|list|lvl?|main"
        "|mainboard|maindeck|mech|monsters?|numbers?|of|power|rounds?|scenes?|size|speed|sum|the|totals?|types?|ultra"
        "|unique|zero|シーン|キャラ(?:クター)?|(?:ウルトラ)?(?:ヒーロー|怪獣|メカ)|レベル|ラウンド|合計|計|総数|全部?|枚"
        "|メイン|(?:メイン)?デッキ(?:リスト|レシピ)?|レシピ|リスト|カード)$"
    ),
    "name": r"^(?:(?:#|//)\s*name|(?:(?:#|//)\s*)?(?:deck ?name|デッキ名))\s*[:：]\s*(.*\S)",
    "web_page": r"^\s*<(?:!doctype|html|\?xml|head|body)(?!\w)",
    "web_link": r"^\s*(?:(?:https?://|www\.)\S+\s*)?$",
    # Names next to numbers, and levels next to names.
    "confusing": r"(?<!\w)(?:\d+|x|one|two|three|four|five|six)(?!\w)",
    "confusing_word": r"^(?:.*\d.*|x|one|two|three|four|five|six)$",
    "glued_word": rf"(?<!{_LETTER}){_LETTER}+\d+(?:(?!_)\w)*",
    "print_word": "^(?:c|u|r{1,4}|sr|ssr|ur|sp|ap|p|foil|holo|alt|art|parallel)$",
    "common_word": "^(?:x|z|if|max)$",
    "level_word": "^(?:lv|lvl|level)?([1-9])$",
    "level_sign": "^(?:lv|lvl|level)$",
    "level_abroad": r"(?:lv\.?|level|レベル|(?<!\w)l)\s*([1-9])(?!\d)|(?<=[\s(])([1-9])\)?$",
    "letters": f"{_LETTER}+",
    # JSON and tables.
    **{f"cells {each}": rf'{each}(?:\s*"((?:[^"]|"")*)"\s*(?={each}|$)|([^{each}]*))' for each in ",;\t"},
    "pipes": r"^\s*\|+|(?<!\|)\|+\s*$",
    "json": r'^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["{\[\]]|-?\d[\d.]*\s*[,\]]))',
    "json_within": r'^\s*(?:\[\s*[{\["]|\{\s*")',
    "json_print": r"(?<=\d)_\d{1,2}$",
    "id": "^[0-9]{1,6}$",
    "place": r"^\d{3}$",
    "digits": r"^\s*\d+\s*$",
    "fact": (
        "^(?:level|lv|round|bp|single|double|triple|quad|extra|cost|power|rarity|type|year|set|index|position|order"
        "|colou?r|price|version|x|y)$"
    ),
    "about": (
        "^(?:name|title|version|generatedat|format|author|total|size|description|date|created|updated|url|source|id|game"
        "|rules|count|quantity|notes|tags|legal)$"
    ),
    "beside_key": "^(?:side|sideboard|sidedeck|maybeboard|considering|reserves?)$",
}
_STRONG = (
    rf"(?<![\w.,/+-]){_TIMES}\s*({_WHOLE})(?=\s*{_UNIT}|[^\w./]|[.](?:\s|$)|$)",
    rf"(?<![\w./+-])({_WHOLE})\s*(?:{_TIMES}(?!\w)|{_UNIT})",
    r"(?<![\d.,/+-])(\d+)\s*枚",
    rf"(?<!\w)(?:qty|quantity|count|copies|amount|枚数|数量)\s*[:=.]?\s*({_WHOLE})(?![\w./])",
)
"""Counts that say so, wherever they are: ``x4``, ``×4枚``, ``4x``, ``4枚``, ``qty: 4``."""

NUMBER_KEYS = (
    *("basecardkey", "cardnumber", "cardno", "cardid", "cardcode", "collectornumber", "number", "key", "code", "id"),
    *("no", "card", "カード番号", "型番", "番号"),
)
"""What the number of a card is called, the surest first; capitals, signs and blanks make no difference."""
COUNT_KEYS = ("count", "quantity", "qty", "copies", "amount", "numberofcopies", "cardcount", "枚数", "数量")
JSON_COUNT_KEYS = (*COUNT_KEYS, "num", "n")
NAME_KEYS = ("name", "cardname", "detailname", "fullname", "title", "カード名", "名前")
SET_KEYS = ("setcode", "set", "product", "edition")
OFFICIAL_KEYS = ("id", "cardid")
"""Members that may be the id of a card in the official card list."""
DELIMITERS = ",;\t|"
TABLETOP_KEYS = ("Nickname", "Description", "GMNotes", "Name")
"""Members of a card of Tabletop Simulator that may hold its number, the surest first."""
TABLETOP_CARDS, TABLETOP_DECKS = ("Card", "CardCustom"), ("Deck", "DeckCustom")
NOT_ALONE = ("zero", "hero", "ultra", "枚")
"""Words that are cards and characters, or end a count, as well as words of a heading."""
DECK_SIZES = sorted({rules_version(name).deck_size for name in RULES_NAMES})

MOST = {
    "lines": 25_000,
    "entries": 10_000,
    "copies": 999,
    "count": 20,
    "shown": 40,
    "listed": 10,
    "unclear": 3,
    "apart": 12,
    "nearest": 10,
    "letters": 60,
    "name": 200,
    "words": 40,
    "of_a_card": 4,
    "level": 9,
    "few": 2,
    "within": 3,
    "cell": 80,
    "tabletop": 2_000,
    "head": 1_000,
}
"""Limits: lines and cards of a list; copies of a card (more are a slip of the keyboard); letters of a count and of a
card in a message; problems of a text without a card, and lines in a note; unclear names that are shown, and cards of
each; of one name and level; how often what is like a number or a name is looked for, and in how long a text; letters
and words of a line that are looked through for names; copies of a card that are no sum; the highest level; words of a
short name; letters of a name in another language that may be part of a text; of a cell that is one number; of a member
of Tabletop Simulator; of the head of a table.
"""

_LINE = marked("a line is like '4 BP01-012 Ultraman Arc'")
_ROW = marked("a row is like 'BP01-012,4'")
SENTENCES: dict[str, str] = {
    "line": _LINE,
    "row": _ROW,
    "and": marked(" and "),
    "placed": marked("line {line}: "),
    # A line with a number.
    "shares": marked("shares its line with {card}; write a line for each card"),
    "struck": marked("is struck through; take the line out, or the marks"),
    "two_counts": marked("has two counts, {counts}"),
    "sum": marked("has no clear count; write the sum, as in '4 {card}'"),
    "lone": marked("has no clear count; if it is {count}, write '{count} {card}'"),
    "no_count": marked("has no clear count; write it as in '4 {card}'"),
    "in_comment": marked("has no clear count; if it is {count}, write it before the number"),
    # A line with a name, or with neither.
    "place": marked("ends in a level or in the last digits of {card}; write '{count} {card}'"),
    "no_number": marked("{text} holds no card number; {right}"),
    "heading": marked("is a heading or a card; write '1 {card}' for the card, or # before a heading"),
    "no_card": marked("is no card number and no card's name; {right}"),
    "near_card": marked("is no card number and no card's name; nearest are {near}"),
    "several": marked("is the name of {count} cards, {cards}; {right}"),
    "several_more": marked("is the name of {count} cards, {cards} and {more} more; {right}"),
    "by_level": marked("write the number, or the level, as in '4 Tiga 2 Multi Type'"),
    "by_number": marked("write the number"),
    # A number that is not what is said of it.
    "other": marked("{number} is {card}, not {other}; put the number or the name right"),
    "other_level": marked("{number} is {card}, level {level}, not {other}; put the number or the level right"),
    "other_round": marked("{number} is {card}, of Round {level}, not {other}; put the number or the level right"),
    "copies": marked("has the count {count}; it is a whole number from 1 to {most}"),
    "unknown": marked("is not in the catalog"),
    "near_unknown": marked("is not in the catalog; nearest are {near}"),
    # Tables and JSON.
    "row_count": marked("has no count; {right}"),
    "row_quotes": marked("a quotation mark in this row is never closed; {right}"),
    "json": marked("is no whole JSON; right is {right}"),
    "json_no_list": marked("is JSON, but no decklist; right is {right}"),
    "json_entry": marked("an entry of cards has no number or no count; right is {right}"),
    "json_count": marked('has no clear count; if it is {count}, call it "count"'),
    "json_numbers": marked("is {numbers} in one entry; say one number"),
    "json_twice": marked("the cards of {first} are there once more under {second}; take one of them out"),
    "json_id": marked("is a card by its id, or a list of cards; write the number in place of the id"),
    "save_decks": marked("holds {count} decks, {decks}; save the one that is meant alone"),
    "save_ids": marked(
        "has DeckIDs and no ContainedObjects, so no card says what it is; save the deck with named cards"
    ),
    "save_empty": marked("is a save of Tabletop Simulator without a card in it"),
    "save_other": marked("lists {listed} cards in DeckIDs and has {held} in ContainedObjects; save the deck again"),
    "save_numbers": marked("is {numbers} in one {member}"),
    "save_no_number": marked("a card object has no card number in its Nickname or Description, as BP01-012"),
    # The whole list.
    "empty": marked("holds no card; {right}"),
    "no_list": marked("is no decklist: none of its {count} lines can be read as a card"),
    "no_list_first": marked(
        "is no decklist: none of its {count} lines can be read as a card; the first, line {line}: {what}"
    ),
    "web_page": marked("is a page of the web, no decklist; save the list itself, {right}"),
    "links": marked("holds links alone, and links are not read; paste the list itself, {right}"),
    "lines": marked("has {count} lines; a decklist of at most {most} was expected"),
    "entries": marked("has {count} cards; a decklist of at most {most} was expected"),
    "link_of_many": marked("the link holds {count} decks; this is the first one"),
    "skipped": marked("skipped 1 line without a card (line {lines})"),
    "skipped_many": marked("skipped {count} lines without a card (lines {lines})"),
    "left_out": marked("left out {count} cards under '{title}' (line {line}); a deck of this game has none"),
}
"""What is said of a list."""
RIGHT_JSON = '{"BP01-012": 4}'
RIGHT_ENTRY = '{"number": "BP01-012", "count": 4}'

# ---------------------------------------------------------------------------------------- as they are used


def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, 0 if _EXACT in source else re.IGNORECASE)


P = {name: _compiled(source) for name, source in PATTERNS.items()}
_RULES = {name: [(_compiled(source), into) for source, into in rules] for name, rules in RULES.items()}
STRONG = [_compiled(source) for source in _STRONG]


def put(rules: str, text: str) -> str:
    """A text with what some of `RULES` put in place of what they look for."""
    for pattern, into in _RULES[rules]:
        text = pattern.sub(
            into if isinstance(into, str) else lambda match, of=into: of.get(match[0].strip(), match[0]), text
        )
    return text


def group(match: re.Match[str]) -> str:
    """What a pattern looked for: its first group that took part."""
    return next(each for each in match.groups() if each is not None)


def said(key: str, **values: object) -> str:
    """One of `SENTENCES` in the language that is spoken."""
    return _(SENTENCES[key]).format(**values)
