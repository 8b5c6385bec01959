"""README, tour, questions and notebook: their commands work in order from a wheel, and print what is shown."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys

import pytest

from tests.helpers import ROOT, answer, output
from ucgsim.policies.strength import measured

PAGE = """
<!-- file: list.txt -->

```
one
two
three
```

```
sed s/one/1/ list.txt > made.txt
sed 's/two/\\
2/' made.txt
```

<!-- output: sed s/three/3/
made.txt -->

```
of yesterday
...
```

```python
sed
```

<!-- slow output: sed q list.txt -->

```
one hour
```
"""


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("doc_examples", ROOT / "scripts" / "doc_examples.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def wheel(script, tmp_path_factory):
    """A wheel of the checkout in a folder of its own; the reason where none can be built."""
    try:
        return script.installed(tmp_path_factory.mktemp("wheel"))
    except script.ExampleError as error:
        return str(error)


@pytest.fixture
def reader(script, tmp_path):
    folder = tmp_path / "reader"
    folder.mkdir()
    return script.Reader(script.here(), folder)


@pytest.mark.slow(seconds=80)
def test_commands_of_the_documents_print_what_is_shown(script, wheel, tmp_path):
    program = script.here() if isinstance(wheel, str) else wheel
    assert script.differences(script.remade(program, tmp_path)) == "", "python scripts/doc_examples.py --write"


@pytest.mark.slow(seconds=12)
def test_it_is_the_wheel_that_runs(wheel, tmp_path):
    if isinstance(wheel, str):
        pytest.skip(f"no wheel can be built here: {wheel}")
    program = [sys.executable, "-c", "import ucgsim.decks.finding as it; print(it.__file__); print(it.shipped())"]
    printed = subprocess.run(
        program, capture_output=True, text=True, check=True, cwd=tmp_path, env=wheel.environment(tmp_path)
    )
    assert [line.startswith(str(wheel.packages)) for line in printed.stdout.splitlines()] == [True, True]


def test_a_page_is_run_in_order_and_shows_what_is_printed(script, reader):
    made = reader.read(script.IN_ORDER[0], PAGE)
    assert made == PAGE.replace("of yesterday\n", "1\n")
    assert reader.printed["sed s/three/3/ made.txt"] == "1\ntwo\n3\n"
    reader.slow = True
    assert "one hour" not in reader.read(script.IN_ORDER[0], PAGE)


def test_figures_in_a_sentence_are_those_of_the_tool_and_of_files(script, reader):
    made = reader.folder / "made"
    made.mkdir()
    (made / "a").write_bytes(b"x" * 1_000_000)
    (made / "b").write_bytes(b"x" * 64_000)
    (greedy,) = (each for each in measured().policies if each.name == "greedy")
    page = "{speed greedy -->1} games, {size made -->2 GB}; {size made/b -->}"
    page = page.replace("{", "<!-- figure: ").replace("}", "<!-- -->")
    read = re.sub("<!--.*?-->", "", reader.read("README.md", page))
    assert read == f"{float(f'{greedy.speed:.2g}'):,.0f} games, 1 MB; 60 kB"


def test_a_command_that_fails_is_named(script, reader):
    with pytest.raises(script.ExampleError, match=r"README.md: ucgsim odds nobody: ends with 2: .*no deck"):
        reader.read("README.md", "```\nucgsim odds nobody\n```\n")


def test_a_page_that_says_something_else_is_found(script):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert script.differences({"README.md": text}) == ""
    assert "-# ucgsim" in script.differences({"README.md": text.replace("# ucgsim", "# other", 1)})


def test_pictures_of_the_notebook_are_not_compared_and_its_numbers_are(script):
    text = (ROOT / script.NOTEBOOK).read_text(encoding="utf-8")
    notebook = json.loads(text)
    pictures = [
        output["data"]
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        if "image/png" in output.get("data", {})
    ]
    assert len(pictures) >= 4
    pictures[0]["image/png"] = ""
    assert script.differences({script.NOTEBOOK: json.dumps(notebook)}) == ""
    assert script.differences({script.NOTEBOOK: text.replace("97.28", "97.29")}) != ""


def test_every_number_of_a_block_is_made_by_a_command(script):
    """A block that shows an answer of 95 % has its command above it, so that it is made again."""
    for page in (page for group in script.PAGES for page in group):
        marked = None
        for step in script.STEP.finditer((ROOT / page).read_text(encoding="utf-8")):
            if "±" in (step["text"] or ""):
                assert marked is not None, f"{page}: {step['text'][:60]}"
            marked = step["mark"]


@pytest.fixture
def questions(tmp_path, monkeypatch) -> str:
    """The page of questions, where the README is and without a catalog that somebody imported."""
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    return (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")


def test_no_row_of_the_table_stands_twice(questions):
    rows = re.findall(r"^\| (.+?) \| (`ucgsim .+) \|$", questions, flags=re.MULTILINE)
    commands = [command for _, cell in rows for command in re.findall(r"`([^`]+)`", cell)]
    assert len(rows) > 15
    assert len(set(commands)) == len(commands)


def test_the_weights_of_the_example_are_those_of_its_decks(questions, tmp_path):
    part = questions[questions.index("## The field that you expect") :]
    command = re.search(r"`ucgsim (matrix arc-blazar.+?--out .+?)`", part, flags=re.DOTALL)[1].split()
    weights = tmp_path / "weights.csv"
    weights.write_text(re.search(r"```\n(deck,weight\n.+?)```", part, flags=re.DOTALL)[1], encoding="utf-8")
    places = {"weights.csv": str(weights), "reports/field": str(tmp_path / "field")}
    data = answer(*(places.get(word, word) for word in command), "-n", "20", "--check", "none", "-j", "1")
    assert list(data["weights"].values()) == [0.45, 0, 0.3, 0.25]
    assert "--field field.csv " in f"{data['command']} "
    assert "gainst the given field" in output("meta", str(tmp_path / "field"), "--times", "200")
