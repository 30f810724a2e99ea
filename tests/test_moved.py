"""Former names of modules still work, because games outside this repository import them."""

import importlib
import pickle
import re
import sys
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from cogtable.engine.compile import cache
from cogtable.engine.play.game import Game
from cogtable.engine.play.registry import find
from cogtable.engine.records import state
from cogtable.moved import FOR_GAMES, MOVED, RENAMED, Finder, advice, install

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Unloads former names after a test, so that the next one imports them for the first time."""
    yield
    for name in [*MOVED, "cogtable.engine.devices"]:
        sys.modules.pop(name, None)
        package, _, last = name.rpartition(".")
        if package in sys.modules and f"{package}.{last}" not in sys.modules:
            vars(sys.modules[package]).pop(last, None)


def has_its_libraries(module: str) -> bool:
    return find_spec("numba_cuda") is not None or not module.startswith("cogtable.engine.batches.cuda")


@pytest.mark.parametrize(("former", "name"), MOVED.items())
def test_a_module_is_found_by_its_former_name(former: str, name: str) -> None:
    if not has_its_libraries(name):
        pytest.skip("numba-cuda is not installed (the extra `gpu`)")
    with pytest.warns(DeprecationWarning, match="has moved") as told:
        found = importlib.import_module(former)
    assert [str(each.message) for each in told] == [advice(former)]
    assert advice(former).startswith(f"{former} has moved; import it as {name}")
    assert found is importlib.import_module(name)
    assert found.__name__ == name
    assert found.__spec__ is not None
    assert found.__spec__.name == name
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the warning came once
        assert importlib.import_module(former) is found


def test_the_warning_names_the_module_to_import_from() -> None:
    assert advice("cogtable.engine.chance") == (
        "cogtable.engine.chance has moved; import it as cogtable.engine.rules.rng; games import its names from"
        " cogtable.rules or cogtable.table"
    )
    assert "games" not in advice("cogtable.lab.store")
    fronts = [ROOT / "src/cogtable/rules.py", ROOT / "src/cogtable/table/__init__.py"]
    passed_on = {name for file in fronts for name in re.findall(r"from (cogtable\.engine\S+)", file.read_text())}
    assert passed_on
    for name in passed_on:
        assert f"{name}.".startswith(FOR_GAMES)


def test_names_can_be_imported_from_a_former_module_and_from_its_package() -> None:
    with pytest.warns(DeprecationWarning, match="rules.rng") as told:
        exec("from cogtable.engine import chance\nfrom cogtable.engine.chance import below", names := {})
    assert len(told) == 1
    assert told[0].filename == "<string>"  # where it was imported
    assert names["chance"] is importlib.import_module("cogtable.engine.rules.rng")
    assert names["below"] is names["chance"].below


def test_a_pickle_with_a_former_name_loads() -> None:
    kept = pickle.dumps(state.Tables, 0).replace(b"cogtable.engine.records.state", b"cogtable.engine.state")
    with pytest.warns(DeprecationWarning, match="has moved"):
        assert pickle.loads(kept) is state.Tables


def test_with_warnings_as_errors_the_error_has_the_new_name() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DeprecationWarning, match=r"state has moved; import it as cogtable\.engine\.records\.state"):
            importlib.import_module("cogtable.engine.state")


def test_machine_code_depends_on_modules_imported_by_a_former_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a change to the engine would leave an outside game with outdated code."""
    (tmp_path / "old_rules.py").write_text(
        "from cogtable.engine import events\nfrom cogtable.engine.chance import below\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = cache.reached("old_rules")
    assert {"cogtable.engine.rules.events", "cogtable.engine.rules.rng", "cogtable.engine.records.state"} <= set(found)
    assert not set(MOVED) & set(found)


@pytest.mark.parametrize(
    ("module", "former", "name"), [(module, *each) for module, names in RENAMED.items() for each in names.items()]
)
def test_a_renamed_function_is_found_by_its_former_name(module: str, former: str, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{module}.{former} (is now called {name}|does nothing now)") as told:
        exec(f"from {module} import {former}", names := {})
    assert told[0].filename == "<string>"
    assert names[former] is getattr(importlib.import_module(module), name)
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        exec(f"from {module} import nothing", {})


def test_machine_code_depends_on_names_imported_from_the_front_by_a_former_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "older_rules.py").write_text("from cogtable.rules import lowest\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert "cogtable.engine.rules.bitmask" in cache.reached("older_rules")


def test_a_game_described_without_grouped_parts_is_the_same() -> None:
    tiny = find("tiny")
    rules, observe = (importlib.import_module(f"tiny.{part}") for part in ("rules", "observe"))
    about = {"name": "tiny", "title": "Tiny", "tagline": "", "minutes": 1, "art": "gear", "version": "1"}
    played = {"state": tiny.state, "tables": tiny.tables, "rules": rules, "actions": 2, "bound": 9}
    named = {"draws": tiny.draws, "tallies": tiny.tallies}
    more = {"passing": 1, "dropping": None, "bot_ratings": {"easy": 1400}}
    seen = {"observation": observe.Seen, "observe": observe.observe}
    flat: Any = Game
    with pytest.warns(DeprecationWarning, match=r"about=About\(...\), seats=Seats\(...\)") as told:
        made = flat("tiny", seats=(2, 3), **about, **played, **named, **more, **seen)
    assert told[0].filename == __file__
    assert (made.name, made.min_seats, made.max_seats, made.passing, made.leaving) == ("tiny", 2, 3, 1, "bot")
    assert (made.draws, made.tallies, made.bot_ratings) == (tiny.draws, tiny.tallies, {"easy": 1400})
    assert made.observation is observe.Seen
    assert made.start(seats=2, seed=1).position.tobytes() == tiny.start(seats=2, seed=1).position.tobytes()
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"), pytest.warns(match="takes parts now"):
        flat("tiny", seats=(2, 3), **about, **played, **named, colour=1)


def test_the_finder_is_last_and_installed_once() -> None:
    install()
    assert [type(each) for each in sys.meta_path].count(Finder) == 1
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'cogtable\.engine\.nothing'"):
        importlib.import_module("cogtable.engine.nothing")


def test_no_former_name_is_a_module() -> None:
    for former in MOVED:
        file = ROOT / "src" / former.replace(".", "/")
        assert not file.with_suffix(".py").exists()
        assert not file.is_dir()


@pytest.mark.parametrize("folder", ["src", "docs", "examples", "bench", "tools"])
def test_our_own_code_uses_no_former_names(folder: str) -> None:
    former = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in MOVED))
    files = [file for kind in ("py", "md", "toml") for file in (ROOT / folder).rglob(f"*.{kind}")]
    named = {str(file): former.findall(file.read_text(encoding="utf-8")) for file in files if file.name != "moved.py"}
    assert not {file: names for file, names in named.items() if names}


def test_rules_that_call_wide_still_work() -> None:
    with pytest.warns(DeprecationWarning, match="does nothing now"):
        wide = importlib.import_module("cogtable.rules").wide
    assert wide(5) == 5
