"""Names and messages in many scripts: required characters are accepted, hidden and misleading ones aren't."""

import pytest

from cogtable.server.accounts.names import account_name, skeleton
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import checked_name, cleaned

NEED_JOINERS = ["علی‌رضا", "می‌خواهم", "ශ්‍රී", "श्री‍मान", "নার্‌স", "👨‍👩‍👧", "❤️‍🔥 Ada", "👩🏽‍💻", "🏳️‍🌈"]
HIDE = [
    "A\u200dda", "Ada\u200c", "\u200cAda", "A\u200d\u200dda", "علی\u200c\u200cرضا", "👨\u200dAda", "а\u200dда",
    "A\u2060da", "A\u202eda", "A\u00adda", "Ada\ufeff!", "\u3164\u2800", "A\x07da", "\ue000",
]  # fmt: skip


HIDDEN = "\u200c\u200d\u2060\u202e\u00ad\ufeff\u3164\u2800\x07\ue000"


@pytest.mark.parametrize("name", [*NEED_JOINERS, "🫨 Ada", "🪿 goose"])
def test_a_name_keeps_the_joiners_that_its_script_needs(name: str) -> None:
    assert checked_name(name) == name
    assert account_name(name) == name
    assert cleaned(name) == name


@pytest.mark.parametrize("name", HIDE)
def test_a_name_cannot_contain_hidden_characters(name: str) -> None:
    with pytest.raises(Refusal, match="control characters or invisible symbols"):
        checked_name(name)
    assert cleaned(f"a{name}a") == cleaned("a" + "".join(one for one in name if one not in HIDDEN) + "a")


def test_names_that_differ_only_in_joiners_look_the_same() -> None:
    assert skeleton("علی‌رضا") == skeleton("علیرضا")
