"""A person with a keyboard and no mouse: moves through a page and makes choices by keys alone."""

from __future__ import annotations

from playwright.sync_api import Page

from .person import Choice, Person


def tab_to(page: Page, words: str) -> None:
    """Presses Tab until the focused element contains `words`."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.replace(/\\s+/g, ' ').trim()") == words:
            return
    raise AssertionError(f"Tab never reached {words!r}")


def by_list(person: Person, choice: Choice) -> None:
    """Opens the list of all moves, and moves down it to the choice."""
    page = person.page
    page.keyboard.press("m")
    page.get_by_role("dialog").wait_for()
    for _ in range(200):
        if page.evaluate("document.activeElement.dataset.action") == str(choice["action"]):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {choice['text']!r}")


def by_arrows(person: Person, choice: Choice) -> None:
    """Moves from piece to piece with the arrow keys, and selects those of the choice."""
    page = person.page
    for piece in [*choice["pieces"], choice["pieces"][-1]]:
        tried: set[tuple[str, str]] = set()
        for _ in range(120):
            here = page.evaluate("document.activeElement.dataset.piece ?? ''")
            if here == piece:
                break
            keys = towards(page, here, piece) if here else ["Tab"]
            key = next((key for key in keys if (here, key) not in tried), keys[0])
            tried.add((here, key))
            page.keyboard.press(key)
        else:
            raise AssertionError(f"the arrow keys never reached {piece}")
        page.keyboard.press("Enter")


def towards(page: Page, here: str, there: str) -> list[str]:
    """Returns the arrow keys that lead from one piece to another, the longer distance first, then the others."""
    a, b = (page.locator(f'[data-piece="{piece}"]').bounding_box() for piece in (here, there))
    assert a
    assert b
    dx = b["x"] + b["width"] / 2 - a["x"] - a["width"] / 2
    dy = b["y"] + b["height"] / 2 - a["y"] - a["height"] / 2
    across = ["ArrowRight", "ArrowLeft"] if dx > 0 else ["ArrowLeft", "ArrowRight"]
    down = ["ArrowDown", "ArrowUp"] if dy > 0 else ["ArrowUp", "ArrowDown"]
    first, second = (across, down) if abs(dx) > abs(dy) else (down, across)
    return [first[0], second[0], second[1], first[1]]
