"""A server's settings: from options, the environment, or a file; and their tables in the documentation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cogtable import cli
from cogtable.server.app import serve
from cogtable.server.core.limits import UNLIMITED, Limits, Rate
from cogtable.server.settings import BadSetting, ServerSettings

tables: Any = import_module("tools.settings")
PAGE = tables.PAGE.read_text(encoding="utf-8")

Served = Callable[..., dict[str, Any]]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """Returns the settings of `cogtable serve` for a command line."""

    def run(*arguments: str) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def stand_in(port: int | None, open_browser: bool, **more: Any) -> None:
            found.update(more, port=port, open_browser=open_browser)

        monkeypatch.setattr(serve, "serve", stand_in)
        with pytest.raises(SystemExit) as left:
            cli.main(["serve", *arguments])
        assert left.value.code == 0
        return found

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Returns the error for a command line."""

    def run(*arguments: str) -> str:
        with pytest.raises(SystemExit) as left:
            cli.main(list(arguments))
        assert left.value.code == 2
        return capsys.readouterr().err.removeprefix("error: ").rstrip("\n")

    return run


def test_without_settings_the_defaults_apply(served: Served) -> None:
    found = served()
    assert (found["host"], found["port"], found["open_browser"], found["origins"]) == ("127.0.0.1", None, True, ())
    assert (found["limits"], found["log_format"], found["base_path"]) == (Limits(), "text", "")


def test_options_override_the_environment_which_overrides_the_file(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One setting from each."""
    file = tmp_path / "c.toml"
    file.write_text(
        'port = 1\nhost = "192.0.2.1"\nuploads = "all"\nwarm = false\n[limits]\nsockets = 7\nchat = "off"\n'
    )
    monkeypatch.setenv("COGTABLE_CONFIG", str(file))
    monkeypatch.setenv("COGTABLE_HOST", "192.0.2.2")
    monkeypatch.setenv("COGTABLE_PORT", "2")
    found = served("--port", "3")
    assert (found["port"], found["host"], found["uploads"], found["warm"]) == (3, "192.0.2.2", "all", False)
    assert found["limits"] == replace(Limits(), sockets=7, chat=UNLIMITED.chat)


def test_lists_can_be_given_by_repeated_options(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = ("https://a.example", "https://b.example")
    assert served("--origin", two[0], "--origin", two[1])["origins"] == two
    file = tmp_path / "c.toml"
    file.write_text(f'origin = ["{two[0]}", "{two[1]}"]\nallowed-host = "c.example"\n')
    found = served("--config", str(file))
    assert (found["origins"], found["allowed_hosts"]) == (two, ("c.example",))
    monkeypatch.setenv("COGTABLE_ORIGIN", " ".join(two))
    assert served()["origins"] == two


def test_limits_from_options_and_file_are_combined(served: Served) -> None:
    assert served("--limit", "sockets=7", "--limit", "joins=3/4")["limits"] == replace(
        Limits(), sockets=7, joins=Rate(3, 4)
    )
    assert served("--no-limits", "--limit", "sockets=7")["limits"] == replace(UNLIMITED, sockets=7)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("orign = 5", 'there is no setting "orign"; did you mean origin?'),
        ("config = 'other.toml'", 'there is no setting "config"'),
        ("port = 'abc'", 'expected a valid integer; found "abc"'),
        ("uploads = 'some'", '--uploads: expected off, here or all; found "some"'),
        ("log-format = 'xml'", '--log-format: expected text or json; found "xml"'),
        ("log-addresses = 'xml'", '--log-addresses: expected plain, hashed or off; found "xml"'),
        ("[limits]\nsockts = 5", 'there is no limit "sockts"'),
        ("[limits]\nsockets = -5", 'limit sockets: expected a number, or off; found "-5"'),
        ("port =", "this is not TOML"),
    ],
)
def test_a_mistake_in_a_file_is_reported(refused: Callable[..., str], tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "c.toml"
    file.write_text(text)
    assert words in refused("serve", "--config", str(file))


def test_a_missing_file_is_reported(refused: Callable[..., str]) -> None:
    assert refused("serve", "--config", "nowhere.toml") == "nowhere.toml: No such file or directory"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"base_path": "games"}, '--base-path: expected a path like /games; found "games"'),
        ({"base_path": "/a?b"}, 'found "/a?b"'),
        ({"base_path": "/a/../b"}, 'found "/a/../b"'),
        ({"base_path": '/a"b'}, "--base-path"),
        ({"origins": ("play.example.org",)}, "--origin: expected a URL without a path, like https://play.example.org"),
        ({"origins": ("https://play.example.org/games",)}, 'found "https://play.example.org/games"'),
        ({"origins": ("ftp://play.example.org",)}, "--origin"),
        ({"trusted_proxies": ("proxy",)}, "--trusted-proxy: expected an address or a network, like 10.0.0.2"),
        ({"trusted_proxies": ("10.0.0.0/33",)}, 'found "10.0.0.0/33"'),
        ({"allowed_hosts": ("https://a.example",)}, "--allowed-host: expected a name like play.example.org"),
    ],
)
def test_invalid_settings_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(words)):
        ServerSettings(**given).checked()


def test_valid_settings_are_accepted() -> None:
    found = ServerSettings(
        base_path="/a/b-c/", origins=("https://A.example:8443/",), allowed_hosts=("B.example",)
    ).checked()
    assert found.base_path == "/a/b-c"
    assert found.hosts == {"a.example", "b.example"}


def test_the_public_address_is_given_only_once() -> None:
    """By `--url` or by `--origin`: links in mails and the origins of pages follow from either."""
    found = ServerSettings(url="https://a.example/", base_path="/games").checked()
    assert found.address == "https://a.example/games"
    assert (found.origins, found.hosts) == (("https://a.example",), frozenset({"a.example"}))
    assert ServerSettings(origins=("https://b.example/",)).checked().address == "https://b.example"
    assert ServerSettings().checked().address == ""


def test_the_documentations_example_file_is_valid(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text(PAGE.partition("`cogtable.toml`\n\n```toml\n")[2].partition("```")[0])
    found = served("--config", str(file))
    assert found["origins"] == ("https://play.example.org",)
    assert found["limits"] == replace(Limits(), tables_made=Rate(20, 60), guest_table_days=90)
    assert not found["open_browser"]


def test_the_documentation_lists_all_settings_limits_and_metrics() -> None:
    assert tables.written(PAGE) == PAGE, "run python -m tools.settings"
    for name in ("`--trusted-proxy ADDRESS`", "`tables-made`", "`cogtable_searches_waiting`"):
        assert f"\n| {name} |" in PAGE


def test_a_stale_table_is_detected_and_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.replace("| `sockets` | 100 |", "| `sockets` | 50 |"))
    monkeypatch.setattr(tables, "PAGE", page)
    assert tables.main(["--check"]) == 1
    assert tables.main([]) == 0
    assert page.read_text() == PAGE
    assert tables.main(["--check"]) == 0


def test_the_command_line_lists_the_limits(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["limits"])
    assert re.search(r"^tables-made +60/20  tables made by address", capsys.readouterr().out, re.MULTILINE)


def test_a_folder_that_is_no_site_is_refused(tmp_path: Path) -> None:
    words = r"--site: expected a folder that `cogtable site` wrote; found no python/site.json in "
    with pytest.raises(BadSetting, match=words):
        ServerSettings(site=tmp_path).checked()
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "site.json").write_text("{}")
    assert ServerSettings(site=tmp_path).checked().site == tmp_path
