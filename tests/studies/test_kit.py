"""The contract of questions: what a folder holds, what can be checked, and with what it was played."""

from __future__ import annotations

import json
import shutil
from types import SimpleNamespace

import click
import pytest

from tests.helpers import PLAIN, commands, run
from tests.simulate.sealing import changed_plan, resealed
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.options import CheckOptions
from ucgsim.cli.common.questions import QuestionOptions
from ucgsim.compiling.sources import source_hash
from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.ledger import PARTS, KeptFolder
from ucgsim.simulate.tasks import not_finished
from ucgsim.studies.check import Wanted
from ucgsim.studies.compare.question import compare
from ucgsim.studies.kit.kinds import GAME, KINDS, NUMBERS, change_of, change_words, kind_of, no_run
from ucgsim.studies.kit.ledger import StoredCounts
from ucgsim.studies.kit.question import Question
from ucgsim.studies.kit.run import ask
from ucgsim.studies.leading import LEAD, StoredPairs
from ucgsim.studies.matrix.question import matrix


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


def is_checked(command):
    """Whether a command plays decks against each other and checks that."""
    names = {each.name for each in command.params}
    return names >= {"lead_pairs", "_check"} or "until_sure" in names


def test_every_command_that_offers_a_check_asks_what_can_be_checked(monkeypatch):
    questions = []
    monkeypatch.setattr(
        QuestionOptions, "run", lambda self, plan, *_, **__: questions.append(plan(self.terms, 2, None))
    )
    asked = [words for words, command in commands() if is_checked(command)]
    for words in asked:
        result = run(*words, *PLAIN[:2])
        assert result.exit_code == 0, result.stderr
    assert len(questions) == len(asked) >= 4
    assert [question.noun for question in questions if not question.is_checkable()] == []


def test_a_page_is_offered_of_what_has_one(tmp_path, monkeypatch):
    """A question that copied the recipe, without a page, was told of `ucgsim report`, which refused it."""
    out = tmp_path / "run"
    words = ("duel", *PLAIN[:2], "-n", 4, "-j", 1, "--check", "none", "--out", out)
    assert run(*words).stdout.splitlines()[-1] == f"Saved in {out}; its page: ucgsim report {out}"
    monkeypatch.setitem(KINDS, "duel", KINDS["duel"]._replace(has_page=False))
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


@pytest.mark.parametrize("kind", KINDS.values())
def test_a_folder_holds_what_its_plan_is_of(kind, tmp_path):
    (tmp_path / kind.file).write_text("{}")
    assert kind_of(tmp_path) == kind.name


def test_a_folder_that_is_empty_or_none_holds_nothing(tmp_path):
    assert kind_of(tmp_path) is None
    assert kind_of(tmp_path / "none") is None
    assert str(no_run(tmp_path, "`ucgsim duel`")).endswith(
        "holds no run; name a folder that `ucgsim duel` wrote with --out"
    )
    assert "is no folder" in str(no_run(tmp_path / "none", "`ucgsim duel`"))


pytestmark = pytest.mark.usefixtures("all_undrawn")

NOW = {"engine": source_hash()}
THEN = {"engine": "0" * 16}


@pytest.fixture(scope="module")
def folders(kept, field, catalog, tmp_path_factory):
    """A duel, a matrix, matches and a comparison."""
    base = tmp_path_factory.mktemp("old")
    for name, source in (("duel", kept.folder.path), ("matrix", field.path)):
        shutil.copytree(source, base / name)
    matrix(PLAIN, match="bo3", games=10, out=base / "matches", catalog=catalog)
    compare(*PLAIN[:2], PLAIN[2:], games=10, out=base / "compare", catalog=catalog)
    return base


def age(folder):
    """Give every plan below a folder another engine; pairs that go with the former plans are dropped."""
    for place in [*folder.rglob(LEAD)]:
        shutil.rmtree(place)
    for place in folder.rglob("*.json"):
        data = json.loads(place.read_text(encoding="utf-8"))
        if place.name == "plan.json":
            changed_plan(place, versions=data["versions"] | {"engine": THEN["engine"]})
        elif place.name in {"matches.json", "compare.json"}:
            tasks = [task for task, _ in asked(place.parent).stored(place.parent)]
            resealed(place, lambda data: data["plan"]["versions"].update(engine=THEN["engine"]))
            bind(place.parent, tasks)


def asked(folder):
    """The question of a folder."""
    return KINDS[kind_of(folder)].of(folder).planned(shipped_catalog())


def bind(folder, tasks):
    """Bind the counts of these tasks to the plan as it is now, as if they had been played for it."""
    question, place = asked(folder), folder / PARTS
    parts = [json.loads(line.split(" ", 2)[2]) for line in place.read_text(encoding="utf-8").splitlines()]
    values = {part["part"]: part["counts"] for part in parts}
    place.unlink()
    with question.folder(folder).ledger() as ledger:
        for task, now in zip(tasks, next(question.course()).now, strict=True):
            ledger.add(now.key, values[task.key])


@pytest.mark.parametrize("name", ["duel", "matrix", "matches", "compare"])
def test_another_engine_is_told_once(name, folders, tmp_path):
    folder = tmp_path / name
    shutil.copytree(folders / name, folder)
    assert change_of(folder) == ""
    age(folder)
    text = f"ucgsim: {folder} was played with another engine; {NUMBERS}\n"
    commands = ("meta", "report")[name == "compare" :]
    for command in commands:
        result = run(command, folder)
        assert result.exit_code == 0, result.stderr
        assert result.stderr.count(text) == result.stderr.count("another engine") == 1
    assert "was played with" not in run(commands[0], folders / name).stderr


def test_replay_tells_it_in_the_same_words(folders, tmp_path):
    folder = tmp_path / "duel"
    shutil.copytree(folders / "duel", folder)
    assert run("replay", folder, "1").stderr == ""
    age(folder)
    result = run("replay", folder, "1").stderr
    assert result == f"ucgsim: {folder} was played with another engine; {GAME}\n"


def test_cards_and_engine_are_one_line():
    assert change_words("x", NOW, GAME) == ""
    assert change_words("x", NOW, GAME, same_cards=False) == (
        "x was played with other cards, effects or policies; this game may differ from it"
    )
    assert change_words("x", THEN, GAME, same_cards=False).count("and another engine; ") == 1
