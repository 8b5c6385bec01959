"""What comes from outside, in every way in which it can be wrong: one line with file, line and what would be right."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.waiting import assert_soon
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import (
    MAX_BYTES,
    MalformedError,
    csv_rows,
    parse_csv,
    parse_json,
    read_csv,
    read_text,
)
from ucgsim.files.reading_yaml import read_yaml

SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))
VALUES = st.recursive(SCALARS | TEXTS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=20)


@pytest.fixture
def refusal(tmp_path):
    """The message of a reader about a file with this content."""

    def read(reader, content):
        file = tmp_path / "x.txt"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with assert_soon(5), pytest.raises(UcgsimError) as caught:
            reader(file, "a list")
        message = str(caught.value)
        assert "\n" not in message
        assert message.isprintable()
        assert message.startswith(str(file))
        return message.removeprefix(str(file))

    return read


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": is empty; a list was expected"),
        (b"\xef\xbb\xbf\n", ": is empty; a list was expected"),
        (b"a\n\xff\n", ", line 2: is not UTF-8 text; a list was expected"),
        (b"a\n\xed\xa0\x80", ", line 2: is not UTF-8 text; a list was expected"),
        ("a".encode("utf-16"), ", line 1: is UTF-16; a list in UTF-8 was expected: save it so"),
        (b"a\0b", ": is a binary file; a list in UTF-8 was expected"),
        (b"a\r\nb\x1b[2J", ", line 2: holds U+001B, which is no character of a text; take it out"),
        (b"a\rb\r\xc2\x9b31m", ", line 3: holds U+009B, which is no character of a text; take it out"),
        (b"\xef\xbf\xbf", ", line 1: holds U+FFFF, which is no character of a text; take it out"),
        (b"a" * (MAX_BYTES + 1), ": is larger than 16 MB; a list was expected"),
    ],
)
def test_what_is_no_text_is_refused(refusal, content, message):
    assert refusal(read_text, content) == message


def test_a_device_that_never_ends_is_refused():
    with pytest.raises(UcgsimError, match="larger than 16 MB"):
        read_text("/dev/zero", "a list")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000])
def test_what_is_no_file_name_is_refused(name):
    with pytest.raises(UcgsimError, match="a list was expected"):
        read_text(name, "a list")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": 4,\n', ", line 2: is not JSON: it is cut off where a key in quotation marks was expected"),
        ('{"a" 4}', ", line 1: is not JSON: a colon was expected, not '4}'"),
        ('{"a": 4\n"b": 5}', ", line 2: is not JSON: a comma or '}' was expected, not '\"b\":'"),
        ("[1,\n\n2,]", ", line 3: is not JSON: a value was expected, not ']'"),
        ("[1]\n[2]", ", line 2: is not JSON: the end was expected, not '[2]'"),
        ('{"a": 1}\n, x', ", line 2: is not JSON: the end was expected, not ','"),
        ("[NaN]", ", line 1: is not JSON: a value was expected, not 'NaN]'"),
        ("[-Infinity]", ", line 1: is not JSON: a value was expected, not '-Infinity]'"),
        ("[1]\u2028\n", ", line 1: is not JSON: the end was expected, not '\\u2028\\n'"),
        ("[01]", ", line 1: is not JSON: a value was expected, not '01]'"),
        ("[1_000]", ", line 1: is not JSON: a value was expected, not '1_000]'"),
        ("[١]", ", line 1: is not JSON: a value was expected, not '١]'"),
        ("[truer]", ", line 1: is not JSON: a value was expected, not 'truer]'"),
        ("[1e999]", ", line 1: is not JSON: 1e999 is too large"),
        ("[9223372036854775808]", ", line 1: is not JSON: 9223372036854775808 is too large"),
        ("[\n" + "9" * 5000 + "]", ", line 2: is not JSON: a number has 5,000 digits"),
        ("[" * 100_000, ", line 1: is not JSON: brackets are nested more than 50 deep"),
        ('{"a":' * 100_000, ", line 1: is not JSON: brackets are nested more than 50 deep"),
        ('["' + "a" * 100_000, ", line 1: is not JSON: a value was expected"),
        (r'["a\x"]', ', line 1: is not JSON: "a\\x" is no text'),
        (r'["\u12"]', ', line 1: is not JSON: "\\u12" is no text'),
        (r'["\ud800"]', ", line 1: is not JSON: '\\ud800' holds what is no character of a text"),
        (r'["\u0000"]', ", line 1: is not JSON: '\\x00' holds what is no character of a text"),
        (r'["\u001b[2J"]', ", line 1: is not JSON: '\\x1b[2J' holds what is no character of a text"),
        ('["a\tb"]', ", line 1: is not JSON: 'a\\tb' holds what is no character of a text"),
        ('["a\nb"]', ", line 1: is not JSON: a value was expected"),
        ('{"a": 1,\n"\\u0061": 2}', ", line 2: the key 'a' is there twice; write it once"),
        ("'a'", ", line 1: is not JSON: a value was expected"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_json_is_refused(refusal, content, message):
    def read_json(path, what):
        return parse_json(read_text(path, what), path, what)

    assert refusal(read_json, content).startswith(message)


@settings(deadline=None)
@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_json_is_read_as_the_library_reads_it(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert parse_json(text, "x", "a list") == value


@settings(deadline=None)
@given(st.text(alphabet='[]{}:,"\\ \n1aeu0.-tru', max_size=40))
def test_no_text_whatever_breaks_the_json_reader(text):
    try:
        value = parse_json(text, "x", "a list", repeats=True)
    except MalformedError:
        return
    assert value == json.loads(text)


def test_values_of_json_know_their_lines():
    value = parse_json('{"a":\n [1,\n  {"b": 2}],\r\n"c": 3,\r"a": 4}', "x", "a list", repeats=True)
    assert value == {"a": 4, "c": 3}
    assert [(key, line) for key, _, line in value.pairs] == [("a", 1), ("c", 4), ("a", 5)]
    first = value.pairs[0][1]
    assert (first.line, first.lines, first[1].line) == (2, [2, 3], 3)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_of_csv_begin_on_their_lines(end):
    text = end.join(["a,b", "", '"c', 'd",e', "f"])
    assert [(row.line, row.cells) for row in csv_rows(text, "x")] == [(1, ["a", "b"]), (3, ["c\nd", "e"]), (5, ["f"])]


def test_rows_after_one_that_is_no_csv_are_read():
    rows = list(parse_csv('a\n"b" c\nd'))
    assert [(row.line, row.cells, bool(row.problem)) for row in rows] == [
        (1, ["a"], False),
        (2, [], True),
        (3, ["d"], False),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('a\n"b\nc', ", line 2: is not CSV: a quotation mark that opens in this row is never closed"),
        ('a\n"b" c\n', ", line 2: is not CSV: "),
        ("a\n" + "b" * 1_000_001, ", line 2: is not CSV: a field has more than 1,000,000 characters"),
        (" , \n,", ": holds no row; a list was expected"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_csv_is_refused(refusal, content, message):
    assert refusal(read_csv, content).startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("# nothing\n", ": is empty; a list was expected"),
        ("a: [b\n", ", line 2: is not YAML: "),
        ("a: b\n---\nc: d\n", ", line 2: is not YAML: "),
        ("a: 1\nb: &x [*x]\n", ", line 2: is not YAML: *aliases are not read; write it out"),
        ("a: &x [y]\nb: [*x, *x]\n", ", line 2: is not YAML: *aliases are not read; write it out"),
        ("[" * 50_000, ", line 1: is not YAML: brackets are nested more than 50 deep"),
        ("\n".join(" " * at + "a:" for at in range(200)), ", line 50: is not YAML: brackets are nested more than 50"),
        ('a: 1\nb: "\\U99999999"\n', ", line 2: is not YAML: a number in it is too large, or means no character"),
        ('a: 1\nb: "\\ud800"\n', ", line 2: holds U+D800, which is no character of a text; take it out"),
        ('a: 1\nb: "\\e[2J"\n', ", line 2: holds U+001B, which is no character of a text; take it out"),
        ('"\\0": 1\n', ", line 1: holds U+0000, which is no character of a text; take it out"),
        ("%YAML 1." + "9" * 5000 + "\n---\na: b\n", ", line 1: is not YAML: a number in it is too large"),
        ("a: " + "x" * 60_000, ": has 60,003 characters; a list of at most 60,000 was expected"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_yaml_is_refused(refusal, content, message):
    assert refusal(read_yaml, content).startswith(message)
