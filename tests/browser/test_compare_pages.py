"""The comparison of pictures before and after a change (`tools/compare_pages.py`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import compare_pages


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two folders with the same grey picture."""
    monkeypatch.setattr(compare_pages, "DIFFERENCES", tmp_path / "differences")
    before, now = tmp_path / "before", tmp_path / "now"
    for folder in (before, now):
        folder.mkdir()
        write(folder, np.full((40, 60, 3), 128))
    return before, now


def write(folder: Path, pixels: np.ndarray) -> None:
    Image.fromarray(pixels.astype(np.uint8)).save(folder / "lobby-390-dark.png")


def test_equal_pictures_are_not_listed(folders: tuple[Path, Path]) -> None:
    assert compare_pages.compare(*folders, []) == []


def test_a_picture_that_differs_is_listed_with_its_place_and_shown(folders: tuple[Path, Path], tmp_path: Path) -> None:
    pixels = np.full((40, 60, 3), 128)
    pixels[10:20, 20:30] = 200
    write(folders[1], pixels)
    assert compare_pages.compare(*folders, []) == ["lobby-390-dark.png differs in 100 pixels, from 20,10 to 29,19"]
    assert (tmp_path / "differences" / "lobby-390-dark.png").exists()
    assert compare_pages.compare(*folders, ["table"]) == []


def test_faint_differences_and_specks_are_ignored(folders: tuple[Path, Path]) -> None:
    pixels = np.full((40, 60, 3), 128)
    pixels += compare_pages.STEP
    pixels[0, : compare_pages.SPECKS] = 255
    write(folders[1], pixels)
    assert compare_pages.compare(*folders, []) == []


def test_a_different_size_and_a_missing_picture_are_listed(folders: tuple[Path, Path]) -> None:
    write(folders[1], np.full((41, 60, 3), 128))
    assert compare_pages.compare(*folders, []) == ["lobby-390-dark.png is 60 x 41 pixels, and was 60 x 40"]
    (folders[1] / "lobby-390-dark.png").unlink()
    assert compare_pages.compare(*folders, []) == ["lobby-390-dark.png was not taken now"]
