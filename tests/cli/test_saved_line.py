"""Where an answer is stored, and the command that makes a page of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ucgsim.cli.common.questions import OF_REPORT, Asked


@pytest.mark.parametrize(("name", "typed"), [("run", "run"), ("<my run>", "'<my run>'"), ("it's", "'it'\"'\"'s'")])
def test_a_command_that_is_printed_names_its_folder_as_a_shell_takes_it(name, typed, capsys):
    asked = SimpleNamespace(tell=lambda _: None, out=name, as_json=False)
    Asked._tell_saved(asked, None, OF_REPORT)
    assert capsys.readouterr().out == f"\nSaved in {name}; its page: ucgsim report {typed}\n"
