"""What is remembered of files, and until when."""

from __future__ import annotations

from ucgsim.files.remembered import remembered, stamp_of


def test_a_stamp_changes_with_names_sizes_and_times_of_files_and_with_nothing_that_is_made_of_them(tmp_path):
    (tmp_path / "folder" / "__pycache__").mkdir(parents=True)
    one, other = tmp_path / "folder" / "one.py", tmp_path / "other.csv"
    one.write_text("1")
    places = [tmp_path / "folder", other]
    stamps = [stamp_of(places)]
    (tmp_path / "folder" / "__pycache__" / "one.pyc").write_text("made")
    assert stamp_of(places) == stamps[0]
    for change in (
        lambda: other.write_text("2"),
        lambda: one.write_text("12"),
        lambda: one.rename(one.with_stem("two")),
    ):
        change()
        stamps.append(stamp_of(places))
    assert len(set(stamps)) == len(stamps)


def test_what_is_remembered_is_made_once_for_a_stamp_and_again_where_its_file_is_damaged(tmp_path):
    made = []

    def make():
        made.append(len(made))
        return {"number": len(made)}

    place = tmp_path / "cache" / "plans" / "one"
    assert [remembered(place, stamp, make)["number"] for stamp in "aabba"] == [1, 1, 2, 2, 3]
    place.write_bytes(place.read_bytes().replace(b"3", b"4"))
    assert remembered(place, "a", make) == {"number": 4}
    (tmp_path / "file").write_text("no folder")
    assert remembered(tmp_path / "file" / "plans" / "one", "a", make) == {"number": 5}
