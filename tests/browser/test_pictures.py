"""Pictures that Python draws with the client's code: frames of environments, and cards to print."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import numpy as np
import pypdfium2
import pytest
from PIL import Image

import cogtable
from cogtable import envs, pictures
from cogtable.cli import main
from cogtable.pictures import prints
from cogtable.view import Component

from .chromium import executable

pytestmark = pytest.mark.xdist_group("pictures")  # they share a browser


@pytest.fixture(scope="module", autouse=True)
def browser() -> Iterator[None]:
    """Draws pictures in the tests' browser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COGTABLE_CHROMIUM", executable(shell=True))
        yield
        pictures.close()


def image(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def drawn(frame: np.ndarray) -> bool:
    """Whether a picture has more than one colour."""
    return len(np.unique(frame.reshape(-1, 3), axis=0)) > 1000


# --- frames -----------------------------------------------------------------------------------------


def test_an_environment_is_created_without_a_browser_and_rendering_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Stable-Baselines3 asks every environment for "rgb_array" first, even if it never renders."""
    pictures.close()  # so that it can't draw in another test's browser
    monkeypatch.setenv("COGTABLE_CHROMIUM", "/nowhere/chromium")
    env = envs.single("splendor", others="random", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(pictures.NoBrowser, match="COGTABLE_CHROMIUM=/nowhere/chromium does not start"):
        env.render()
    pictures.close()


def test_a_table_is_drawn_in_the_requested_size_and_theme() -> None:
    view = cogtable.game("splendor").start(seed=1).view(0)
    dark = image(pictures.picture(view, width=640, height=360))
    light = image(pictures.picture(view, width=640, height=360, theme="light"))
    assert dark.size == light.size == (640, 360)
    assert np.asarray(dark.convert("L")).mean() < np.asarray(light.convert("L")).mean()


@pytest.mark.parametrize(
    ("size", "found"), [({"width": 0}, "width: .* found 0"), ({"theme": "blue"}, "theme: .* found 'blue'")]
)
def test_an_unknown_size_or_theme_is_refused(size: dict[str, object], found: str) -> None:
    view = cogtable.game("splendor").start(seed=1).view()
    with pytest.raises(cogtable.BadOption, match=found):
        pictures.picture(view, **size)  # type: ignore[arg-type]


@pytest.mark.native
def test_every_kind_of_environment_returns_frames() -> None:
    single = envs.single("splendor", others="random", render_mode="rgb_array")
    single.reset(seed=1)
    first = single.render()
    assert (first.shape, first.dtype) == ((720, 1280, 3), np.uint8)
    assert drawn(first)
    single.step(single.action_space.sample())
    assert (single.render() != first).any()

    aec = envs.aec("splendor", render_mode="rgb_array")
    aec.reset(seed=1)
    assert drawn(aec.render())
    parallel = envs.parallel("splendor", render_mode="rgb_array")
    parallel.reset(seed=1)
    assert drawn(parallel.render())
    vector = envs.vector("splendor", 2, render_mode="rgb_array")
    vector.reset(seed=1)
    frames = vector.render()
    assert len(frames) == 2
    assert (frames[0] != frames[1]).any()
    for env in (single, aec, parallel, vector):
        assert "rgb_array" in env.metadata["render_modes"]
        assert env.metadata["render_fps"] > 0


@pytest.mark.native
def test_a_frame_shows_only_what_its_seat_sees() -> None:
    """Deals that a seat can't tell apart look the same to it, and different to the other seat."""
    env = envs.single("recharge", others="random", seats=2, render_mode="rgb_array")
    env.reset(seed=1)
    table = env.table
    seen = [table.rendered(seat) for seat in (0, 1, -1)]
    assert (env.render() == seen[0]).all()
    table.batch.determinize(0, 7)
    assert (table.rendered(0) == seen[0]).all()
    assert (table.rendered(1) != seen[1]).any()
    assert (table.rendered(-1) == seen[2]).all()


@pytest.mark.native
def test_gymnasiums_wrappers_record_frames_of_a_whole_game() -> None:
    import gymnasium
    from gymnasium.wrappers import RecordEpisodeStatistics, RenderCollection

    env = gymnasium.make(
        "cogtable/splendor-v2", others="random", illegal="random", render_mode="rgb_array", max_moves=8
    )
    env = RecordEpisodeStatistics(RenderCollection(env))
    env.reset(seed=1)
    ended = False
    while not ended:
        *_, terminated, truncated, info = env.step(env.unwrapped.action_space.sample())
        ended = terminated or truncated
    assert info["episode"]["l"] > 0
    frames = env.render()
    assert {np.shape(frame) for frame in frames} == {(720, 1280, 3)}
    assert len(frames) == info["episode"]["l"] + 1
    env.close()


def test_a_browser_that_ended_is_started_again() -> None:
    from cogtable.pictures import browser

    view = cogtable.game("splendor").start(seed=1).view()
    assert pictures.picture(view)
    browser.draw(lambda canvas: canvas.page.context.browser.close())
    assert pictures.picture(view)


def test_if_playwright_does_not_start_every_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> NoReturn:
        raise OSError("node is missing")

    view = cogtable.game("splendor").start(seed=1).view(0)
    pictures.close()
    monkeypatch.setattr("playwright.sync_api.sync_playwright", broken)
    for _ in range(2):
        with pytest.raises(pictures.NoBrowser, match=r"^Playwright does not start: node is missing$"):
            pictures.picture(view)
    pictures.close()


def test_a_program_that_draws_exits_by_itself() -> None:
    program = "import cogtable; from cogtable import pictures\n"
    program += "print(len(pictures.picture(cogtable.game('splendor').start(seed=1).view())) > 10_000)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


# --- printing ---------------------------------------------------------------------------------------


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(ended.value.code or 0)


def test_a_pdf_has_the_requested_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "splendor.pdf"
    options = ("--paper", "letter", "--backs", "fold", "--gap", "2", "--once", "--no-lists")
    assert run("print", "splendor", "--out", str(file), *options) == 0
    assert "print it at 100 %" in capsys.readouterr().out
    pages = pypdfium2.PdfDocument(file)
    assert all(page.get_size() == pytest.approx((612, 792), abs=1) for page in pages)
    said = pages[0].get_textpage().get_text_range()
    assert "Splendor" in said
    assert "This line is 100 mm long" in said
    assert "What is in Splendor" not in "".join(page.get_textpage().get_text_range() for page in pages)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--bleed", "9"), "bleed: expected 0 to 5 mm; found 9"),
        (("--gap", "-1"), "gap: expected 0 to 20 mm; found -1"),
        (("--shift", "1"), '--shift takes two numbers with a comma between them, such as 0.5,-1; found "1"'),
        (("--shift", "0,40"), "shift: expected -10 to 10 mm; found 40"),
        (("--backs", "left"), "backs: expected one of none, long, short, fold; found 'left'"),
        (("--paper", "a3"), "paper: expected one of a4, letter; found 'a3'"),
        (("--without", "dice"), "without: expected one of"),
        (("--as", "png", "--dpi", "5"), "dpi: expected 36 to 1200; found 5"),
        (("--as", "tts", "--url", "here"), "url: expected an address"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line(
    options: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("print", "splendor", *options) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_command_line_and_print_page_accept_the_same_lengths() -> None:
    text = (Path(__file__).parents[2] / "web" / "src" / "pages" / "print" / "printing.ts").read_text("utf-8")
    found = re.search(r"MOST = \{ bleed: (\d+), gap: (\d+), shift: (\d+) \}", text)
    assert tuple(map(float, found.groups())) == (prints.MOST_BLEED, prints.MOST_GAP, prints.MOST_SHIFT)


def test_a_print_shop_gets_each_card_once_with_bleed_and_its_number_of_copies(tmp_path: Path) -> None:
    options = ("--dpi", "100", "--without", "cards1", "--without", "cards2", "--without", "cards3")
    assert run("print", "splendor", "--as", "png", "--out", str(tmp_path), *options) == 0
    rows = list(csv.DictReader((tmp_path / "cards.csv").read_text("utf-8").splitlines()))
    components = [each for each in prints.components(cogtable.game("splendor")) if not each.id.startswith("cards")]
    assert len(rows) == sum(len(each.cards) for each in components)
    assert sum(int(row["copies"]) for row in rows) == sum(each.total for each in components)
    assert any(row["outline"] == "rect" for row in rows)
    assert any(row["back"] for row in rows)
    for row in rows:
        with Image.open(tmp_path / row["file"]) as front:
            size = [round((float(row[side]) + 2 * 3) / 25.4 * 100) for side in ("width_mm", "height_mm")]
            assert list(front.size) == size
            assert front.info["dpi"] == pytest.approx((100, 100), abs=0.1)
            pixels = np.asarray(front.convert("RGB"))
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50, "a picture, not an empty piece"
        if row["outline"] == "rect":
            edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
            assert (edges != 255).any(axis=1).all(), "colour reaches every edge"
        assert not row["back"] or (tmp_path / row["back"]).is_file()


@pytest.mark.parametrize(
    "without",
    [
        pytest.param(("machines", "bases", "destroy", "seat1", "weapons"), id="a kind of each"),
        pytest.param((), id="all", marks=pytest.mark.large),
    ],
)
def test_tabletop_simulator_gets_sheets_that_it_can_cut_with_every_copy(
    tmp_path: Path, without: tuple[str, ...]
) -> None:
    address = "https://example.org/sheets/"
    left_out = [word for name in without for word in ("--without", name)]
    assert run("print", "smashgear", "--as", "tts", "--out", str(tmp_path), "--url", address, *left_out) == 0
    saved = json.loads((tmp_path / "smashgear.json").read_text("utf-8"))
    decks = [one for one in saved["ObjectStates"] if "CustomDeck" in one]
    assert {deck["UniqueBack"] for one in decks for deck in one["CustomDeck"].values()} == {True, False}
    for one in decks:
        (number, deck), *rest = one["CustomDeck"].items()
        assert rest == []
        assert 2 <= deck["NumWidth"] <= 10
        assert 2 <= deck["NumHeight"] <= 7
        for side in ("FaceURL", "BackURL"):
            assert deck[side].startswith(address)
            with Image.open(tmp_path / deck[side].removeprefix(address)) as sheet:
                assert max(sheet.size) <= 4096
                if side == "FaceURL" or deck["UniqueBack"]:
                    assert (sheet.width % deck["NumWidth"], sheet.height % deck["NumHeight"]) == (0, 0)
        held = deck["NumWidth"] * deck["NumHeight"] - 1  # the last place is the back of a hidden card
        for card in one.get("DeckIDs", [one.get("CardID")]):
            assert card // 100 == int(number)
            assert card % 100 < held
    every = prints.components(cogtable.game("smashgear"), without)
    cards = sum(card.copies for component in every for card in component.cards)
    assert sum(len(one.get("DeckIDs", [0])) for one in decks) == cards
    boards = [one for one in saved["ObjectStates"] if one["Name"] == "Custom_Tile"]
    assert len(boards) == sum(len(component.boards) for component in every) > 0


def test_more_cards_than_fit_on_a_sheet_take_several() -> None:
    card = next(each for each in prints.components(cogtable.game("splendor")) if each.cards)
    many = Component(id="many", title="Many", form="card", width=63, height=88, cards=card.cards[:1] * 100)
    found = list(prints.sheets(many))
    assert [len(sheet.sides) for sheet in found] == [69, 31]
    assert [(sheet.columns, sheet.rows) for sheet in found] == [(10, 7), (10, 4)]
