"""The contract of questions: what can be checked, and with what counts were played."""

from __future__ import annotations

import json
from types import SimpleNamespace

import click
import pytest

from tests.helpers import PLAIN, refusal, run
from tests.simulate.sealing import resealed
from ucgsim.cli.common.options import CheckOptions
from ucgsim.cli.common.questions import QuestionOptions
from ucgsim.cli.main import main
from ucgsim.engine.compiling.sources import source_hash
from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.ledger import KeptFolder
from ucgsim.simulate.tasks import not_finished
from ucgsim.studies.check import Wanted
from ucgsim.studies.kit.kinds import KINDS, change_of
from ucgsim.studies.kit.ledger import StoredCounts
from ucgsim.studies.kit.question import Question
from ucgsim.studies.kit.run import ask
from ucgsim.studies.leading import StoredPairs


class Mirror(Question):
    """A question that does not say of what class its answer is."""

    noun = "mirror"
    each = 10
    dealt = ()

    def play(self, *, jobs=1, advance=None):
        raise AssertionError("it was to be refused before it is played")


def planned(terms, games, out):
    return Mirror()


def test_a_check_of_what_cannot_be_checked_is_refused_before_it_is_played():
    with pytest.raises(UcgsimError, match="check planner: mirror can't be checked; leave it out"):
        ask(Mirror(), Wanted("planner"), jobs=1, catalog={})


@pytest.mark.parametrize("usual", [False, True])
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"check": CheckOptions("planner")}, "--check: mirror can't be checked"),
        ({"check": CheckOptions(games=10)}, "--check: mirror can't be checked"),
    ],
)
def test_options_of_what_cannot_be_checked_are_refused(words, says, usual, tmp_path):
    out = tmp_path / "run"
    asked = QuestionOptions(
        terms=SimpleNamespace(policies=("greedy", "greedy"), catalog={}), out=out, usual=usual, **words
    )
    with click.Context(click.Command("mirror")), pytest.raises(click.UsageError, match=says):
        asked.run(planned, 10)
    assert not out.exists()


@pytest.mark.parametrize("check", [CheckOptions(), CheckOptions("none")])
def test_what_cannot_be_checked_has_no_usual_check(check, tmp_path):
    asked = QuestionOptions(terms=SimpleNamespace(policies=("planner",) * 2), out=tmp_path, check=check, usual=True)
    assert asked.wanted_of(Mirror()) is None


def with_checks(command, *names):
    """The words of every command that plays decks against each other and checks that."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from with_checks(command.get_command(context, name), *names, name)
    elif {each.name for each in command.params} >= {"lead_pairs", "_check"} or "until_sure" in {
        each.name for each in command.params
    }:
        yield names


def test_every_command_that_offers_a_check_asks_what_can_be_checked(monkeypatch):
    questions = []
    monkeypatch.setattr(
        QuestionOptions, "run", lambda self, plan, *_, **__: questions.append(plan(self.terms, 2, None))
    )
    commands = [*with_checks(main)]
    for words in commands:
        result = run(*words, *PLAIN[:2])
        assert result.exit_code == 0, result.stderr
    assert len(questions) == len(commands) >= 4
    assert [question.noun for question in questions if not question.is_checkable()] == []


def test_matches_refuse_a_check():
    assert "--check" in refusal("matrix", *PLAIN[:2], "--match", "bo3", "--check", "greedy")


def test_a_page_is_offered_of_what_has_one(tmp_path, monkeypatch):
    """A question that copied the recipe, without a page, was told of `ucgsim report`, which refused it."""
    out = tmp_path / "run"
    words = ("duel", *PLAIN[:2], "-n", 4, "-j", 1, "--check", "none", "--out", out)
    assert run(*words).stdout.splitlines()[-1] == f"Saved in {out}; its page: ucgsim report {out}"
    monkeypatch.setitem(KINDS, "duel", KINDS["duel"]._replace(page=""))
    assert run(*words).stdout.splitlines()[-1] == f"Saved in {out}"


class StoredMade(StoredCounts):
    """The folder of a counted question whose plan says nothing of versions."""

    @property
    def folder(self):
        return KeptFolder(self.path, "made.json", "made-up count", growing="games")

    planned = None


def test_no_count_forgets_with_what_it_was_played(tmp_path):
    here = StoredMade(tmp_path / "made")
    here.folder.begin({"games": 10}, {"source": "a"})
    assert here.versions == {"engine": source_hash()}
    assert here.folder.read() == ({"games": 10}, {"source": "a"})


def test_a_longer_count_says_with_what_it_was_begun(tmp_path):
    here = StoredMade(tmp_path / "made")
    here.folder.begin({"games": 10}, {})
    resealed(here.path / "made.json", lambda data: data["versions"].update(engine="0" * 16))
    here.folder.begin({"games": 20}, {})
    assert (here.folder.read()[0], here.versions) == ({"games": 20}, {"engine": "0" * 16})


def test_what_a_plan_says_of_versions_comes_first_and_old_folders_are_read(tmp_path):
    here = StoredMade(tmp_path / "made")
    here.folder.begin({"games": 10, "versions": {"engine": "x"}}, {})
    assert "versions" not in json.loads((here.path / "made.json").read_text(encoding="utf-8"))
    assert here.versions == {"engine": "x"}
    old = StoredMade(tmp_path / "old")
    old.folder.begin({"games": 10}, {})
    resealed(old.path / "made.json", lambda data: data.pop("versions"))
    old.folder.begin({"games": 10}, {})
    assert (old.folder.read()[0], old.versions) == ({"games": 10}, {})


def test_pairs_were_played_with_what_played_their_run(tmp_path):
    out = tmp_path / "run"
    assert (
        run("duel", *PLAIN[:2], "-n", 20, "--lead-pairs", 20, "--policy", "greedy", "-j", 1, "--out", out).exit_code
        == 0
    )
    (pairs,) = [place.parent for place in out.rglob("lead.json")]
    assert StoredPairs(pairs).versions == RunFolder(out).plan().versions
    assert change_of(pairs) == ""


def test_what_is_not_finished_is_an_error_of_its_own(tmp_path):
    assert isinstance(not_finished(tmp_path), NotFinishedError)
    begun = tmp_path / "finished"
    assert run("duel", *PLAIN[:2], "-n", 20, "--policy", "greedy", "-j", 1, "--out", begun).exit_code == 0
    (begun / "done.json").unlink()
    with pytest.raises(NotFinishedError):
        RunFolder(begun).refuse_unfinished()
