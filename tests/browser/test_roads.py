"""Tutorials ("roads") of the documentation: each is followed word for word, and a script takes each picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import pictures as studio

from .roads import road as roads
from .roads.road import DOCS, Road, things
from .roads.walks import WALKS

TRAINED = "batch-to-bot"
"""The road that trains a network."""
BY_HAND = {"profile.webp"}
"""Pictures that no script takes yet: this one shows months of a person's games."""


@pytest.mark.large
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", WALKS)
def test_a_road_can_be_walked(name: str, tmp_path: Path, chromium: Browser) -> None:
    if name == TRAINED:
        pytest.importorskip("torch", reason="takes PyTorch, which tools/setup.sh torch installs")
    with Road(name, tmp_path, chromium) as road:
        WALKS[name](road)


def test_each_door_of_the_home_page_links_to_a_road() -> None:
    doors = (DOCS / "index.md").read_text(encoding="utf-8").partition('class="doors"')[2].partition('class="two"')[0]
    assert re.findall(r"\[[^\]]+\]\(([\w-]+)\.md\)", doors) == list(WALKS)


@pytest.mark.parametrize("name", WALKS)
def test_a_road_states_its_duration_and_numbers_its_steps(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert "about 20 minutes" in " ".join(text.split()).partition(" ## ")[0]
    *steps, last = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert [step.partition(". ")[0] for step in steps] == [str(n) for n in range(1, len(steps) + 1)]
    assert last == roads.END


def test_each_picture_of_the_documentation_is_taken_by_a_script() -> None:
    """Diagrams, which aren't taken of a screen, are made by commands on their pages."""
    made = {f"{name}.webp" for name in studio.taken()}
    lying = {file.name for file in studio.PICTURES.glob("*.webp")}
    assert lying - made - BY_HAND == set(), "nothing takes these any more"
    assert made - lying == set(), "these were never taken: make pictures"
    shown = {found for page in DOCS.glob("*.md") for found in re.findall(r"pictures/([\w-]+\.webp)", page.read_text())}
    assert shown <= made | BY_HAND


def test_a_picture_that_no_script_takes_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PICTURES", tmp_path)
    for name in studio.taken():
        (tmp_path / f"{name}.webp").touch()
    test_each_picture_of_the_documentation_is_taken_by_a_script()
    (tmp_path / "by-hand.webp").touch()
    with pytest.raises(AssertionError, match="nothing takes these any more"):
        test_each_picture_of_the_documentation_is_taken_by_a_script()


# --- the steps of a road ------------------------------------------------------------------------------------------

PAGE = """# A road

```sh
make play
```

Open `http://localhost:8000/you`, touch **Go
on**, and read "Well done", not `code` or [a page](other.md).

![A picture](pictures/a-road.webp)

`box.toml`

```toml
cost = 1
```

## Where to go next

**Nowhere**.
"""


def test_the_steps_of_a_road_are_read_in_order(tmp_path: Path) -> None:
    page = tmp_path / "a-road.md"
    page.write_text(PAGE)
    assert [each[:3] for each in things(page)] == [
        ("sh", "make play\n", ""),
        ("open", "http://localhost:8000/you", ""),
        ("touch", "Go on", ""),
        ("see", "Well done", ""),
        ("picture", "a-road", ""),
        ("file", "cost = 1\n", "box.toml"),
    ]


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chromium: Browser) -> Road:
    """A road of a few steps, in a terminal."""
    monkeypatch.setattr(roads, "DOCS", tmp_path)
    text = (
        "`a.txt`\n\n```text\nold\n```\n\n`a.txt`\n\n```diff\n-old\n+new\n```\n\n```console\n$ cat a.txt\nnew\n```\n\n"
    )
    (tmp_path / "short.md").write_text(f"# Short\n\n{text}Touch **Go on**.\n\n## {roads.END}\n")
    return Road("short", tmp_path / "walked", chromium)


def test_a_walk_that_omits_a_step_fails(short: Road) -> None:
    short.run()
    with pytest.raises(AssertionError, match="nobody walks from line"):
        short.__exit__(None)


def test_a_walk_that_touches_another_element_fails(short: Road) -> None:
    short.run()
    page = short.page()
    with pytest.raises(AssertionError, match="the walk does touch 'Stop', the page"):
        short.touch(page, "Stop")
    page.context.close()


def test_a_command_with_another_output_fails(short: Road) -> None:
    page = roads.DOCS / "short.md"
    page.write_text(page.read_text().replace("a.txt\nnew", "a.txt\nother"))
    other = Road("short", short.folder.parent / "other", short.browser)
    with pytest.raises(AssertionError, match="expected\nother"):
        other.run()
