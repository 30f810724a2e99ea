"""A game can have a picture of its own; one that can't be shown is refused with its file and the reason."""

import re

import pytest

from cogtable.engine.definition.picture import MOST_BYTES, is_picture, read_picture
from cogtable.engine.errors import BadPicture

SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 238 128"><!-- %s --></svg>'


def refused(folder, name="box.svg"):
    with pytest.raises(BadPicture) as caught:
        read_picture(folder, name)
    return str(caught.value)


def test_only_file_names_are_read_from_files():
    assert is_picture("box.svg")
    assert not is_picture("gems")


def test_a_picture_is_read_unchanged(tmp_path):
    (tmp_path / "box.svg").write_text(SVG % "x")
    assert read_picture(tmp_path, "box.svg") == (SVG % "x").encode()


def test_a_missing_picture_is_refused(tmp_path):
    assert re.fullmatch(r".*/box\.svg: the picture cannot be read: No such file.*", refused(tmp_path))


def test_a_picture_that_is_too_large_is_refused(tmp_path):
    (tmp_path / "box.svg").write_text(SVG % ("x" * MOST_BYTES))
    assert re.search(rf"box\.svg: expected a picture of at most {MOST_BYTES} bytes; found 65\d\d\d", refused(tmp_path))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no picture", "cannot be parsed"),
        ("<svg>", "cannot be parsed"),
        ("<html><body/></html>", "found the root html"),
        ("<svg/>", "found the root svg"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG[22:] % "x", "without a DOCTYPE"),
    ],
)
def test_a_file_that_is_not_a_picture_is_refused(tmp_path, text, reason):
    (tmp_path / "box.svg").write_text(text)
    output = refused(tmp_path)
    assert "box.svg: expected an SVG document" in output
    assert reason in output


def test_a_picture_outside_the_package_is_refused(tmp_path):
    (tmp_path / "box.svg").write_text(SVG % "x")
    (tmp_path / "magpie").mkdir()
    assert "expected the name of a file in the game's folder" in refused(tmp_path / "magpie", "../box.svg")
    assert "expected the name of a file in the game's folder" in refused(tmp_path / "magpie", str(tmp_path / "box.svg"))
