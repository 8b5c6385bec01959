"""Questions that are played, as they are typed: screens, answers, JSON, plans; refusals: `test_refusals`."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from tests.default_play import BY
from tests.helpers import DECKLISTS, PLAIN, answer, as_typed, output, refusal, run
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.cli.main import main
from ucgsim.decks.reading import read_deck
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.simulate.ledger import PARTS

A, B, C = PLAIN
ALONE = ("--jobs", 1)
UNCHECKED = (*ALONE, "--check", "none")
DUEL = ("duel", A, B, "-n", 200, *ALONE)
MECH = DECKLISTS / "ultra-mech.txt"
SWAP = ("--swap", "SD01-007=BP02-029", *ALONE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("duel") / "run"
    assert run(*DUEL, "--out", out).exit_code == 0
    return out


@pytest.fixture
def moment(monkeypatch):
    """How fast it plays is measured in a moment."""
    monkeypatch.setattr("ucgsim.studies.forecast.SECONDS", 0.02)


@pytest.fixture
def pool(tmp_path):
    place = tmp_path / "owned.csv"
    place.write_text("number,count\nSD01-014,2\nBP01-095,1\n")
    return place


@pytest.fixture
def weights(tmp_path):
    place = tmp_path / "weights.csv"
    place.write_text("Plain Rosso and Blu,0.75\nPlain Dyna and Gaia,0.25\n")
    return place


def test_effects_edited_by_hand_are_told(tmp_path, monkeypatch):
    (tmp_path / "BP06.ucg").write_text("BP06-071\n  enter [single,double]: draw 1\n", encoding="utf-8")
    monkeypatch.setattr("ucgsim.effects.library.effects_folder", lambda: tmp_path)
    args = ("duel", MECH, MECH, "-n", 20, *ALONE)
    for more, edited, blank in (((), ["BP06-071"], []), (("--play-blank", "BP06-071"), [], ["BP06-071"])):
        deck = answer(*args, *more)["decks"]["a"]
        assert (deck["edited"], deck["blank"]) == (edited, blank)
    assert re.search(r"Played with an effect edited by hand: .* \(BP06-071\)\.", output(*args))


@pytest.mark.parametrize("words", [("duel", A, MECH), ("replay", "--deck-a", MECH, "--deck-b", B, "--game", 0)])
def test_a_deck_that_the_rules_do_not_know_is_refused(words):
    result = run(*words, "--rules", "1.4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "which rules 1.4 do not know (CR " in result.stderr


def test_a_duel():
    data = answer(*DUEL, "--seed", 7)
    assert (data["games"], data["policies"]) == (200, {"a": BY, "b": BY})
    assert data["command"].endswith(f"-n 200 --policy {DEFAULT_POLICY} --seed 7 --rules {DEFAULT_RULES}")
    data = answer(*DUEL, "--policy", "greedy", "--policy-b", "random", "--first", "b")
    assert (data["policies"]["b"], data["by_first_lead"]["b"]["games"]) == ("random v1", 200)


@pytest.mark.parametrize(
    ("words", "begins", "remark"),
    [
        (("duel", A, B), "Plain Dyna and Gaia beats Plain Kaiju: it wins about ", "playing 100 instead of 99"),
        (("gauntlet", *PLAIN), "Plain Dyna and Gaia wins about ", "playing 100 a matchup instead of 99"),
        (("matrix", A, B), "Plain Dyna and Gaia is best against ", "playing 100 a matchup instead of 99"),
    ],
)
def test_the_answer_comes_first_and_odd_numbers_go_up(words, begins, remark):
    result = run(*words, "-n", 99, *UNCHECKED)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(begins)
    assert remark in result.stderr


def test_the_rest_is_told_on_demand():
    short, full = (output("gauntlet", *PLAIN, "-n", 100, *ALONE, *more) for more in ((), ("--full",)))
    assert "How games are lost, of" not in short
    assert "How games are lost, of" in full
    assert len(full) > len(short)


def test_the_deck_itself_among_its_rivals_is_left_out_and_told(tmp_path):
    copy, weights = tmp_path / "my-deck.txt", tmp_path / "weights.csv"
    copy.write_bytes(A.read_bytes())
    weights.write_text(f"plain-dyna-gaia,12\n{B.stem},7\nzero-geed,1\n", encoding="utf-8")
    result = run("gauntlet", copy, A, B, "-n", 100, *UNCHECKED, "--field", weights, "--json")
    assert result.exit_code == 0, result.stderr
    assert [each["rival"] for each in json.loads(result.stdout)["matchups"]] == ["Plain Kaiju"]
    assert result.stderr.count("is the same list as") == 1
    assert result.stderr.count("left out of the field, as not among the decks that are played: zero-geed") == 1


def test_a_comparison_with_several_opponents():
    text = output("compare", A, B, C, A, "-n", 100, *ALONE, "--full")
    assert "Cards that differ" in text
    assert as_typed(C.stem, A.stem) in text


def test_until_sure_says_why_it_stopped():
    result = run("compare", A, B, "--against", C, "--until-sure", *ALONE, "--full")
    for part in ("Stopped: ", "plain mean", "--until-sure"):
        assert part in result.stdout


@pytest.mark.usefixtures("undrawn")
def test_out_keeps_it_and_the_second_time_plays_nothing(tmp_path, weights, monkeypatch):
    out = tmp_path / "kept"
    options = ("--field", weights, "-n", 400, "--check", "random", "--check-games", 20, *ALONE, "--out", out)
    command = ("compare", A, B, "--against", C, A, *options)
    first = output(*command)
    assert f"Saved in {out}; its page: {out / 'index.html'}" in first
    assert "<!doctype html>" in (out / "index.html").read_text()
    monkeypatch.setattr("ucgsim.simulate.same_chance.PairTask.run", None)
    assert output(*command) == first
    assert "differs in seed" in refusal(*command, "--seed", 2)


def test_what_to_bring_has_a_plot(tmp_path):
    assert run("matrix", *PLAIN, "-n", 100, *UNCHECKED, "--out", tmp_path / "matrix").exit_code == 0
    words = ("tournament", tmp_path / "matrix", "--field-only", "--times", 200)
    text = output(*words, "--plot", tmp_path / "meta.png")
    assert text.startswith(("Against equal shares of these decks bring ", "Not decided yet what to bring: "))
    assert (tmp_path / "meta.png").stat().st_size > 1000
    data = answer(*words)
    assert (data["resamples"], len(data["decks"])) == (200, 3)


def test_a_better_deck(pool, tmp_path):
    asked = ("improve", A, "--against", B, "--pool", pool, "--policy", "greedy", "--budget", "21k", *UNCHECKED)
    asked += ("--keep", "SD01-007", "BP02-048", "--out", tmp_path / "kept")
    assert output(*asked).startswith(("Change ", "No change found makes "))
    assert "Again: ucgsim improve " in output(*asked, "--full")
    data = answer(*asked)
    assert (data["kept"], data["budget"]) == (["BP02-048", "SD01-007"], 21_000)
    assert {"gain", "expected", "against"} <= data["builds"][0].keys()


@pytest.mark.usefixtures("moment")
def test_a_plan_says_how_many_games_and_minutes_under_the_policy_that_is_named(pool, tmp_path):
    fours = tmp_path / "fours.csv"
    fours.write_text("".join(f"{number},4\n" for number, _ in read_deck(A, load_catalog()).counts))
    how = ("--against", B, "--policy", "random", "--swaps", 1, "--budget", "30k", "--plan", *ALONE)
    plan = answer("improve", A, "--pool", pool, *how)
    assert (plan["games"], plan["policies"]["deck"]) == (30_000, "random v1")
    assert plan["minutes"] == pytest.approx(30_000 / plan["games_per_second"] / 60)
    text = " ".join(output("improve", "--characters", "Dyna", "--pool", fours, *how).split())
    assert "30,000 games" in text
    assert "random v1 on both sides" in text


def test_the_rule_of_a_redraw_comes_first(tmp_path):
    lines = output("redraw", B, "-n", 2000, "--full", "--plot", tmp_path / "redraw.png").splitlines()
    assert ": worth +" in lines[0]
    assert any(line.startswith("Played: 2,000 opening hands") for line in lines)
    assert lines[-1].startswith("Again: ucgsim redraw ")
    assert (tmp_path / "redraw.png").read_bytes().startswith(b"\x89PNG")


def test_opponents_of_a_redraw_may_be_named_one_by_one_or_together():
    play = ("-n", 401, "--seed", 5, "--json", *ALONE)
    together = run("redraw", A, "--against", B, C, *play)
    assert together.exit_code == 0, together.stderr
    assert "playing 404 instead of 401" in together.stderr
    assert together.stdout == run("redraw", A, "--against", B, *play, "--against", C).stdout
    data = json.loads(together.stdout)
    assert (data["hands"], data["games"], data["seed"]) == (404, 808, 5)
    assert [entry["name"] for entry in data["against"]] == ["Plain Kaiju", "Plain Rosso and Blu"]
    assert {"classes", "rule", "policy", "always_keep", "always_redraw", "policies", "command"} <= set(data)


def test_a_swap_is_on_the_shuffles_of_the_run_whatever_the_policy(folder):
    (swap,) = answer("worth", folder, *SWAP)["swaps"]
    assert swap["games_of_each_build"] == 200
    assert [card["number"] for card in swap["cards"]] == ["BP02-029", "SD01-007"]
    (swap,) = answer("worth", folder, *SWAP, "--policy", "random")["swaps"]
    assert swap["policies"] == {"builds": "random v1", "opponents": "random v1"}
    assert swap["command"].endswith(" --policy random")
    blank = ("--swap", "SD01-007=BP01-001", "--play-blank", "BP01-001")
    assert "--play-blank BP01-001" in output("worth", folder, *blank, *ALONE, "--json")


def test_what_every_copy_is_worth(folder, tmp_path):
    words = ["worth", folder, "-n", 100, *ALONE]
    assert "± 95 % for all together" in output(*words, "--plot", tmp_path / "worth.svg")
    assert "--side a -n 100" in output(*words, "--full")
    assert (tmp_path / "worth.svg").stat().st_size > 1000
    copies = answer(*words)["copies"]
    assert (len(copies), copies[0]["copy"]) == (50, 1)
    assert copies[0]["deck"]["confidence"] == pytest.approx(0.999)


@pytest.mark.usefixtures("moment")
@pytest.mark.parametrize(
    ("words", "key", "games"),
    [
        (("duel", A, B), "games", 1),
        (("matrix", A, B, C), "games_per_matchup", 3),
        (("compare", A, B, "--against", C), "games_of_each_build", 2),
        (("redraw", A, "--against", B), "hands", 2),
        (("worth", "RUN"), "pairs", 100),
    ],
)
def test_every_plan_tells_games_and_minutes(folder, words, key, games):
    words = [*(folder if word == "RUN" else word for word in words), "--plan", *ALONE]
    data = answer(*words, "--precision", "2pp")
    (one,) = data["for_precision"]
    assert (one["points"], one["games"]) == (2, games * one[key])
    assert one["minutes"] == pytest.approx(one["games"] / data["games_per_second"] / 60)
    sizes = [each[key] for each in data["for_difference"]]
    assert sizes == sorted(sizes)
    assert sizes[0] < one[key] < sizes[-1]
    said = output(*words)
    assert "games a second here, planner" in said
    assert "+- 1 points" in said


def test_a_precision_plays_as_many_games_as_it_takes():
    data = answer("duel", A, B, "--precision", "5pp", *ALONE)
    rate = data["win_rate"]["a"]
    assert (rate["high_games"] - rate["low_games"]) / 2 <= 0.05
    assert sum(data["outcomes"][each] for each in ("lost", "undecided", "won")) == data["games"]
    assert 0 <= data["likelihood_of_superiority"] <= 1


@pytest.mark.usefixtures("moment")
def test_hands_for_a_precision_are_hardly_more_than_it_takes():
    """Win rates take 9,604 hands for a point; what the choices win more than one another takes no more of them."""
    alone = answer("redraw", A, "--precision", "8pp", *ALONE)
    assert alone["hands"] < 170, "as many as the win rates take, which the gains do not exceed"
    redraw = ("redraw", A, "--against", B, *ALONE, "--precision")
    assert answer(*redraw, "1pp", "--plan")["for_precision"][0]["hands"] == 9_602
    data = answer(*redraw, "3pp")
    assert data["hands"] == 1_066
    gains = [data[name]["gain_over_keep"] for name in ("policy", "rules_from_halves")]
    for rates, most in (
        ((alone["always_keep"], alone["always_redraw"]), 0.08),
        ((*gains, data["always_keep"], data["policy"]), 0.03),
    ):
        assert all((each["high"] - each["low"]) / 2 <= most for each in rates)


A, B, C = PLAIN
FEW = ("-n", 100, "-j", 1)
COMMANDS = {
    "duel": ("duel", A, B, *FEW),
    "gauntlet": ("gauntlet", A, B, C, *FEW),
    "matrix": ("matrix", A, B, C, *FEW),
    "compare": ("compare", A, B, "--against", C, *FEW),
    "redraw": ("redraw", A, "-n", 2000, "-j", 1),
    "odds": ("odds", DECKLISTS / "tiga-dyna.txt"),
}
INTERNAL = re.compile(r"stands|turns the|can't be told|picked|LLR|\bH1\b|shuffles that chose|\^")


@pytest.fixture(scope="module", params=COMMANDS)
def screen(request):
    return output(*COMMANDS[request.param])


def test_a_headline_has_at_most_25_words_and_few_numbers(screen):
    first = screen.splitlines()[0]
    assert len(first.split()) <= 40
    names = re.compile(r"Plain \w+ and \w+|Plain \w+|Tiga and Dyna|level \d|\d of level|at most \d|\d+(?:-\d+)+")
    assert len(names.sub("", first).split()) <= 25
    assert len(re.findall(r"\d+(?:\.\d+)?", names.sub("", first))) <= 3


def test_one_foot_qualifies_everything(screen):
    foot = screen.strip().splitlines()[-1]
    assert " · " in foot
    assert not INTERNAL.search(screen), screen


def test_a_field_alone_names_the_rivals(tmp_path):
    field = tmp_path / "field.csv"
    field.write_text(f'"{B}",12\n"{C}",7\n', encoding="utf-8")
    assert {each["share"] for each in answer("gauntlet", A, "--field", field, *FEW)["matchups"]} == {12 / 19, 7 / 19}
    assert "name a rival or more" in refusal("gauntlet", A)


@pytest.mark.parametrize("command", [("duel", A, B), ("matrix", A, B, C), ("gauntlet", A, B, C), ("compare", A, B)])
def test_a_larger_number_extends_a_run_to_the_same_bytes(command, tmp_path, monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.plan.SHARD", 40)
    some, once = tmp_path / "some", tmp_path / "once"
    play = (*command, "-j", 1, "--check", "none", "--policy", "greedy")
    for place, games in ((some, 60), (some, 200), (once, 200)):
        result = run(*play, "-n", games, "--out", place)
        assert result.exit_code == 0, result.output
    pages = {"index.html", "summary.json"}
    extended, whole = (
        {p.relative_to(at): p.read_bytes() for p in at.rglob("*") if p.is_file() and p.name not in pages}
        for at in (some, once)
    )
    # Counts of the smaller run's last part, which was cut short, answer that run again.
    lines, played = (
        {line for p in each if p.name == PARTS for line in each[p].splitlines()} for each in (extended, whole)
    )
    assert lines >= played
    assert {p: extended[p] for p in extended if p.name != PARTS} == {p: whole[p] for p in whole if p.name != PARTS}
    if command[0] != "compare":
        assert "games already; give -n 200 or more" in refusal(*play, "-n", 100, "--out", some)


def complete(*words):
    typed = {
        "_UCGSIM_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("ucgsim", *words)),
        "COMP_CWORD": str(len(words)),
    }
    return CliRunner().invoke(main, prog_name="ucgsim", env=typed).stdout.split()


def test_a_shell_completes_decks_cards_and_policies():
    assert "plain,tiga-dyna" in complete("gauntlet", "tiga-d")
    assert "plain,BP01-001" in complete("cards", "show", "BP01-00")
    assert "plain,planner" in complete("duel", "--policy", "plan")


def test_one_card_is_entered_by_hand(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    file = tmp_path / "card.yaml"
    file.write_text(
        "number: ZZ99-001\nkind: Kaiju\nname: Made Up\ncharacter: MADE UP\nlevel: 2\ntype: POWER\nbp: [4000, 7000]\n",
        encoding="utf-8",
    )
    assert "added, can be played" in run("cards", "add", file).stdout
    card = load_catalog()["ZZ99-001"]
    assert (card.level, card.type, card.bp[:2], card.characters) == (2, "POWER", (4000, 7000), ("MADE UP",))
    asked = run("cards", "add", typed="ZZ99-002\nScene\nMade Up Place\n2\n\n")
    assert asked.exit_code == 0, asked.output
    assert load_catalog()["ZZ99-002"].round == 2
    file.write_text("number: ZZ99-003\nlevl: 2\n", encoding="utf-8")
    assert "line 2: is no fact of a card" in refusal("cards", "add", file)
    file.write_text("number: ZZ99-003\nkind: Kaiju\n", encoding="utf-8")
    assert "a card without name" in refusal("cards", "add", file)
    file.write_text(file.read_text() + "name: x\ncharacter: x\nlevel: two\ntype: x\nbp: 1\n", encoding="utf-8")
    assert "level is 'two'" in refusal("cards", "add", file)


@pytest.mark.usefixtures("undrawn")
def test_a_redraw_has_a_page(tmp_path):
    text = output("redraw", A, "-n", 2000, "-j", 1, "--out", tmp_path)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert text.splitlines()[0].split(":")[0] in page
    assert json.loads((tmp_path / "summary.json").read_text())
