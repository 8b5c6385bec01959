"""What makes a release: workflows, wheels, the text, and games that are the same on every machine."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
import yaml

from scripts import pair_games, wheel_hook
from tests.helpers import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps(path):
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


def test_workflows_run_scripts_that_exist():
    lines = [line for path in WORKFLOWS for step in steps(path) for line in step.get("run", "").splitlines()]
    words = [shlex.split(line) for line in lines]
    scripts = {word[0] for word in words if re.match(r"scripts/|\.ci/", word[0])}
    assert scripts >= {"scripts/release", "scripts/test", ".ci/run"}
    assert [name for name in scripts if not os.access(ROOT / name, os.X_OK)] == []


def test_what_follows_needs_what_comes_before():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))["jobs"]
    assert [(name, job.get("needs")) for name, job in jobs.items()] == [
        ("build", None),
        ("try", "build"),
        ("publish", "try"),
        ("release", "try"),
    ]
    assert {jobs[name]["if"] for name in ("publish", "release")} == {"github.event_name == 'push'"}
    writes = {name: [*job.get("permissions", {})] for name, job in jobs.items()}
    assert writes == {"build": [], "try": [], "publish": ["id-token"], "release": ["contents"]}


def test_the_workflow_tries_every_wheel():
    from scripts.build_wheels import TAGS

    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))["jobs"]
    systems = jobs["try"]["strategy"]["matrix"]["os"]
    assert len(systems) == len(set(systems)) == len(TAGS)


@pytest.mark.parametrize("policy", pair_games.GAMES)
def test_games_are_those_whose_hashes_are_saved(policy):
    """Where the change is meant: ``python -m scripts.pair_games --write``."""
    played = pair_games.hashes([policy])
    assert len(played[policy]) > 20
    assert pair_games.differing(played) == []


def test_a_pair_that_plays_otherwise_is_named(monkeypatch):
    name, *_ = pair = pair_games.pairs()[0]
    monkeypatch.setattr(pair_games, "pairs", lambda: [pair])
    monkeypatch.setattr(pair_games, "SEED", 2)
    played = pair_games.hashes(["greedy"])
    assert pair_games.differing(played) == [f"{name.stem} - {pair[1].stem}, greedy"]


def packed(out, **brings):
    """Have Hatch make a wheel as installers do: how that ends, and what it says."""
    code = "import hatchling.build as build, sys; build.build_wheel(sys.argv[1])"
    others = {name: value for name, value in os.environ.items() if not name.startswith("UCGSIM_WHEEL")}
    words = [sys.executable, "-c", code, str(out)]
    done = subprocess.run(words, cwd=ROOT, env=others | brings, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.splitlines()


def test_no_wheel_is_made_without_a_library(tmp_path):
    assert packed(tmp_path) == (1, [wheel_hook.REFUSAL])
    assert [*tmp_path.iterdir()] == []


def test_a_wheel_brings_its_library_and_the_same_bytes_each_time(tmp_path):
    (tmp_path / "library" / "windows-x86_64").mkdir(parents=True)
    (tmp_path / "library" / "windows-x86_64" / "ucgsim.dll").write_bytes(b"code")
    brings = {wheel_hook.LIBRARY: str(tmp_path / "library"), wheel_hook.TAG: "py3-none-win_amd64"}
    files = [tmp_path / name / f"ucgsim-{VERSION}-py3-none-win_amd64.whl" for name in ("one", "two")]
    for file in files:
        assert packed(file.parent, **brings) == (0, [])
    assert files[0].read_bytes() == files[1].read_bytes()
    with zipfile.ZipFile(files[0]) as wheel:
        about = wheel.read(f"ucgsim-{VERSION}.dist-info/WHEEL").decode()
        assert wheel.read("ucgsim/library/windows-x86_64/ucgsim.dll") == b"code"
        names = wheel.namelist()
    assert {"Root-Is-Purelib: false", "Tag: py3-none-win_amd64"} <= {*about.splitlines()}
    assert len([name for name in names if name.startswith("ucgsim/decklists/")]) > 20
    assert {name.split("/")[0] for name in names} == {"ucgsim", f"ucgsim-{VERSION}.dist-info"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ucgsim/library/notes.txt", "holds no library of the game"),
        ("tests/helpers.py", "holds the files above, which belong to the checkout"),
    ],
)
def test_a_wheel_that_lacks_or_holds_too_much_is_refused(tmp_path, name, reason):
    file = tmp_path / "ucgsim.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(name, "")
    words = [ROOT / "scripts" / "check-wheel", file]
    done = subprocess.run(
        words, env=os.environ | {"PYTHON": sys.executable}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, f"check-wheel: error: {file}: {reason}\n")


@pytest.fixture
def checkout(tmp_path):
    """A checkout that is just what the first steps of a release read."""
    for name in ("scripts/release", "scripts/environment", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)

    def run(changelog: str, *words: str) -> tuple[int, str]:
        (tmp_path / "CHANGELOG.md").write_text(changelog, "utf-8")
        who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        for command in (["add", "."], [*who, "commit", "-q", "-m", "All", "--allow-empty"]):
            subprocess.run(["git", *command], cwd=tmp_path, check=True)
        done = subprocess.run([tmp_path / "scripts/release", *words], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return run


DATED = f"""# Changelog

## [{VERSION}] - 2030-01-31

### Added

- One thing, of which
  more is said.
- Another.

## [0.0.9] - 2029-01-31

- Old.
"""


def test_the_text_of_a_release_is_its_section(checkout):
    text = "### Added\n\n- One thing, of which more is said.\n- Another.\n\n"
    assert checkout(DATED, "text") == (0, text)


def test_a_release_that_is_not_ready_is_refused(checkout):
    code, text = checkout(DATED, "check")
    assert code == 0, text
    code, text = checkout(DATED, "check", f"v{VERSION}")
    assert code == 0, text
    refused = {
        (DATED, "check", "v9.9.9"): f"release: error: the tag is v9.9.9, but pyproject.toml has version {VERSION}",
        (DATED.replace("2030-01-31", "soon"), "check"): "release: error: CHANGELOG.md: has no section",
        (DATED.replace(VERSION, "9.9.9"), "text"): "release: error: CHANGELOG.md: has no section",
        (DATED, "publish"): "release: error: there is no step publish",
    }
    for words, start in refused.items():
        code, text = checkout(*words)
        assert (code, len(text.splitlines())) == (2, 1)
        assert text.startswith(start)


def test_the_addresses_are_those_of_the_repository_that_builds(monkeypatch):
    hook = wheel_hook.AddressHook(str(ROOT), {})
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    hook.update(nowhere := {"version": "1.0.0"})
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "Somebody/cards")
    hook.update(there := {"version": "1.0.0"})
    assert "urls" not in nowhere
    assert nowhere["readme"]["text"] == (ROOT / "README.md").read_text("utf-8")
    assert "](docs/" in nowhere["readme"]["text"]
    assert "](docs/" not in there["readme"]["text"]
    assert there["urls"] == {
        "Homepage": "https://somebody.github.io/cards/",
        "Documentation": "https://somebody.github.io/cards/docs/",
        "Source": "https://github.com/Somebody/cards",
        "Issues": "https://github.com/Somebody/cards/issues",
        "Changelog": "https://github.com/Somebody/cards/blob/HEAD/CHANGELOG.md",
    }


def test_links_lead_to_the_repository():
    text = "![A picture](docs/a.png) of [one](docs/one.md#part), [two](https://example.org/) and [three](#three)"
    assert wheel_hook.linked(text, "https://github.com/Somebody/cards", "v1.0.0") == text.replace(
        "(docs/a.png", "(https://github.com/Somebody/cards/raw/v1.0.0/docs/a.png"
    ).replace("(docs/one", "(https://github.com/Somebody/cards/blob/v1.0.0/docs/one")
