"""Noun phrases of English, put together from what is said of a noun."""

from __future__ import annotations

from dataclasses import dataclass, field

BEGINNING, END = "\ue000", "\ue001"
"""Around what goes behind the place of a noun: "whose Round is at least 2"."""


def listed(parts: list[str] | tuple[str, ...], word: str = "or") -> str:
    """Several things as a list with "or", or another word, before the last one."""
    if len(parts) < 2:
        return "".join(parts) or "nothing"
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def article(noun: str) -> str:
    """A noun with "a", "an" or "another"."""
    if noun.startswith(("other ", "this ")):
        return f"an{noun}" if noun.startswith("other") else noun
    return f"{'an' if noun[0] in 'aeiouAEIO' and not noun.startswith('one') else 'a'} {noun}"


def settled(text: str) -> str:
    """A text with what follows the places of its nouns at the end."""
    behind = []
    while BEGINNING in text:
        before, _, rest = text.partition(BEGINNING)
        clause, _, after = rest.partition(END)
        behind.append(clause)
        text = before + after
    return "".join([text, *behind])


def inline(text: str) -> str:
    """A text with what follows the places of its nouns where it stands."""
    return text.replace(BEGINNING, "").replace(END, "")


@dataclass(slots=True)
class Described:
    """What filters say, sorted by where English wants it: before the noun, as the noun, behind it."""

    thing: tuple[str, str]
    before: list[str] = field(default_factory=list)
    nouns: list[tuple[str, str]] = field(default_factory=list)
    """What it is, as one and as several; "that is" comes before any but the first."""
    behind: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    """TYPEs that it has one of: behind the noun, in a list of several before it."""
    clauses: list[str] = field(default_factory=list)
    """What is said of it with "whose", behind the place where it is."""
    is_name: bool = False
    """The noun is a character name, which has no article."""

    def phrase(self, *, many: bool = False, listed_: bool = False) -> str:
        """The whole; ``listed_``: one of several, so that a TYPE goes before its own noun."""
        first, *others = self.nouns or [self.thing]
        further = [f"that {'are' if many else 'is'} {noun[1] if many else article(noun[0])}" for noun in others]
        before = [*self.before, *(f"TYPE {types}" for types in self.types if listed_)]
        behind = [*(f"with TYPE {types}" for types in self.types if not listed_), *self.behind]
        clauses = f"{BEGINNING} {listed(self.clauses, 'and')}{END}" if self.clauses else ""
        return " ".join([*before, first[many], *further, *behind]) + clauses

    def with_article(self) -> str:
        """The whole as one thing, with its article unless it is a character name."""
        phrase = self.phrase()
        return phrase if self.is_name and "other" not in self.before else article(phrase)

    def only(self, part: str) -> bool:
        """Whether nothing is said but in this part of the whole."""
        parts = ("before", "nouns", "behind", "types", "clauses")
        return all(bool(getattr(self, each)) is (each == part) for each in parts)
