"""Modules that do not belong to the rules of a page are refused."""

import pytest

import cogtable
from cogtable.engine.errors import BrokenGame
from cogtable.site.module_rules import ModuleRules


def about(**changed):
    """The description of a module of Splendor's rules, as far as it matters here."""
    game = cogtable.game("splendor")
    records = {"state": game.state.dtype.itemsize, "box": game.tables.dtype.itemsize}
    return {"game": "splendor", "version": game.version, "records": records, "words": 10, "events": {}} | changed


def test_the_module_of_these_rules_is_taken():
    rules = ModuleRules(cogtable.game("splendor"), about())
    assert len(rules.exchange) >= cogtable.game("splendor").state.dtype.itemsize


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"game": "megaman"}, r"expected the module of splendor version .*; found that of megaman version"),
        ({"version": 0}, r"found that of splendor version 0, with"),
        ({"records": {"state": 8, "box": 8}}, r"with 8 bytes in a state and 8 in a box"),
    ],
)
def test_a_module_of_other_rules_is_refused(changed, message):
    with pytest.raises(BrokenGame, match=message):
        ModuleRules(cogtable.game("splendor"), about(**changed))


def test_a_module_without_events_is_refused():
    whole = about()
    del whole["events"]
    with pytest.raises(BrokenGame, match=r"has no events; build it with `cogtable wasm splendor --rules`"):
        ModuleRules(cogtable.game("splendor"), whole)
