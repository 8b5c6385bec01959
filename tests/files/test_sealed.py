"""Sealed files: no change of any byte is believed, and nothing that was never sealed."""

from __future__ import annotations

from random import Random

import pytest

from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest, read_sealed, sealed, unsealed, write_sealed

DATA = {"format": 3, "name": '\u30a6\u30eb "\\ \U0001f30c', "numbers": [1, 2.5, None, True], "inner": {"seal": "x"}}


def test_what_was_written_is_read(tmp_path):
    write_sealed(tmp_path / "file", DATA)
    assert read_sealed(tmp_path / "file", "a file", 3, "write it again") == DATA


def test_no_flipped_bit_is_believed():
    raw = sealed(DATA)
    for place in range(len(raw)):
        damaged = bytearray(raw)
        damaged[place] ^= 1 << Random(place).randrange(8)
        with pytest.raises(UcgsimError):
            unsealed(bytes(damaged), "file", "a file", 3, "write it again")


@pytest.mark.parametrize("length", range(0, len(sealed(DATA)), 7))
def test_nothing_cut_off_is_believed(length):
    with pytest.raises(UcgsimError, match=r"as it was written: cut off|is damaged"):
        unsealed(sealed(DATA)[:length], "file", "a file", 3, "write it again")


@pytest.mark.parametrize(
    "raw", [b"", b"null", b"[" * 100_000, b'{"format": 3}', b"\xff\0", b'{"format": ' + b"9" * 5000 + b"}"]
)
def test_what_was_never_sealed_is_one_line(raw):
    with pytest.raises(UcgsimError, match=r"^file: is not a file as it was written: .*; write it again$"):
        unsealed(raw, "file", "a file", 3, "write it again")


def test_an_older_format_is_named():
    with pytest.raises(UcgsimError, match=r"^file: is of format 2; this version of ucgsim reads 3; write it again$"):
        unsealed(b'{\n  "format": 2,\n  "name": "x"\n}\n', "file", "a file", 3, "write it again")
    with pytest.raises(UcgsimError, match="is of format 4; this version"):
        unsealed(sealed(DATA | {"format": 4}), "file", "a file", 3, "write it again")


@pytest.mark.parametrize("value", ["\u202e", "9" * 5000])
def test_a_foreign_format_is_told_in_one_line(value):
    with pytest.raises(UcgsimError) as caught:
        unsealed(sealed({"format": value}), "file", "a file", 3, "write it again")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_a_seal_on_bytes_that_are_no_text_is_refused():
    body = b'{\n  "format": 3, "a": "\x80"'
    raw = body + b',\n  "seal": "' + digest(body).encode() + b'"\n}\n'
    with pytest.raises(UcgsimError, match="is not a file; write it again"):
        unsealed(raw, "file", "a file", 3, "write it again")
