"""`cogtable site`: the folder is complete, small, and written in place; mistakes are explained."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

from cogtable import cli
from cogtable.engine.compile import cache
from cogtable.engine.play import registry
from cogtable.server.about import game_list
from cogtable.server.core.headers import SITE_POLICY
from cogtable.server.core.page_texts import page_texts
from cogtable.server.settings import STATIC
from cogtable.site import build as building
from cogtable.site import client_part, compression, downloads, game_files, publish
from cogtable.site.build import build
from tests.static_site import FRIENDS, list_of, plain_host, strict_host

MOST = 5_500_000
"""The most bytes to the first table of Splendor, compressed with Brotli."""
MOST_AT_FIRST = 250_000
"""The most bytes before something is seen."""

TO_A_TABLE = ("cogtable.zip", "splendor.zip", "splendor.rules.wasm", "splendor.rules.json", "site.json", "games.json")
"""The files about games that a first table of Splendor needs, beside Pyodide's."""


# --- the folder that is written -----------------------------------------------------------------------


def about(site):
    return json.loads((site / "python" / "site.json").read_bytes())


def files_in(folder):
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.native
@pytest.mark.slow
class TestTheFolder:
    def test_lists_all_its_files_with_their_sizes_and_digests(self, site_folder):
        listed = list_of(site_folder)
        for name, (size, digest) in listed.items():
            content = (site_folder / name).read_bytes()
            assert len(content) == size, name
            assert digest == "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode(), name
        unlisted = files_in(site_folder) - {name + suffix for name in listed for suffix in ("", ".br", ".gz")}
        pages = ("index.html", "service-worker.js", "python/site.json")
        assert unlisted == {name + suffix for name in pages for suffix in ("", ".br", ".gz")}

    def test_has_every_file_that_its_files_name(self, site_folder):
        client = {file.name: file.relative_to(STATIC).as_posix() for file in (STATIC / "assets").iterdir()}
        read = [file for file in site_folder.rglob("*") if file.suffix in (".html", ".js", ".css")]
        named = {
            name for file in read for name in re.findall(r"[\w.-]+\.\w+", file.read_text("utf-8")) if name in client
        }
        assert named
        assert [name for name in named if not (site_folder / client[name]).is_file()] == []
        index = (site_folder / "index.html").read_text("utf-8")
        for address in re.findall(r'(?:src|href)="([^"]+)"', index):
            assert not address.startswith("/"), "a site lies below any path"
            assert address.startswith("#") or (site_folder / address).is_file(), address

    @pytest.mark.parametrize("name", ["splendor", "magpie"])
    def test_has_what_each_game_needs(self, name, site_folder, with_magpie):
        with with_magpie():
            game, found = registry.find(name), about(site_folder)["games"][name]
            assert found["package"] == game.package
            needed = [f"{archive}.zip" for archive in found["archives"]]
            needed += [f"{name}.{kind}" for kind in ("rules.wasm", "rules.json", "rules.html", "wasm", "json")]
            needed += [f"{name}.{kind}.json" for kind in ("page", "legend", "components", "module")]
            needed += [f"{name}.weights"] * (name in about(site_folder)["networks"])
            needed += [f"{name}.picture.svg"] * (game.picture is not None)
            assert [file for file in needed if not (site_folder / "python" / file).is_file()] == []
            module = json.loads((site_folder / "python" / f"{name}.module.json").read_bytes())
            assert (module["digest"], module["box"]) == (found["module"], game.box.digest)

    def test_tells_the_page_its_version_and_the_server_for_games_with_friends(self, site_folder):
        found = about(site_folder)
        index = (site_folder / "index.html").read_text("utf-8")
        worker = (site_folder / "service-worker.js").read_text("utf-8")
        assert re.fullmatch("[0-9a-f]{16}", found["version"])
        assert f'data-version="{found["version"]}"' in index
        assert f'data-server="{FRIENDS}"' in index
        assert found["server"] == FRIENDS
        assert found["version"] in worker
        assert "%FILES%" not in worker + index
        assert "%VERSION%" not in worker + index

    def test_the_page_says_that_it_needs_scripts_as_a_servers_page_does(self, site_folder):
        index = (site_folder / "index.html").read_text("utf-8")
        assert all(words in index and mark not in index for mark, words in page_texts().items())

    def test_the_service_worker_keeps_the_client_and_the_list_of_games_at_once(self, site_folder):
        worker = (site_folder / "service-worker.js").read_text("utf-8")
        kept = {name for name in list_of(site_folder) if f'"{name}": "sha256-' in worker}
        assert {name for name in kept if name.startswith("python/")} == {
            name for name in list_of(site_folder) if name == "python/games.json" or name.endswith(".picture.svg")
        }
        assert {name for name in list_of(site_folder) if not name.startswith("python/")} <= kept

    def test_lists_its_games_as_a_server_does_but_without_bots_of_other_packages(self, site_folder):
        games = json.loads((site_folder / "python" / "games.json").read_bytes())
        assert [game["name"] for game in games["games"]] == sorted(about(site_folder)["games"])
        assert "uploads" not in games
        splendor = next(game for game in games["games"] if game["name"] == "splendor")
        assert [bot["name"] for bot in splendor["bots"]] == ["master"]

    def test_lists_a_game_that_became_known_after_the_others_were_loaded(self, with_magpie, tmp_path):
        game_list.reload_games()
        with with_magpie():
            game_files.write([registry.find("magpie")], [], tmp_path)
        games = json.loads((tmp_path / "games.json").read_bytes())
        assert [game["name"] for game in games["games"]] == ["magpie"]
        assert games["workbench"]

    def test_compressed_copies_have_the_same_content(self, site_folder):
        copies = [name for name in list_of(site_folder) if (site_folder / f"{name}.gz").is_file()]
        assert len(copies) > 30
        for name in copies:
            assert gzip.decompress((site_folder / f"{name}.gz").read_bytes()) == (site_folder / name).read_bytes()
        script = (
            "const [a, b] = process.argv.slice(1).map((f) => require('fs').readFileSync(f)); "
            "process.exit(require('zlib').brotliDecompressSync(a).equals(b) ? 0 : 1)"
        )
        for name in ("python/pyodide/pyodide.asm.wasm", "python/splendor.zip", "python/site.json"):
            command = [downloads.node(), "-e", script, site_folder / f"{name}.br", site_folder / name]
            subprocess.run(command, check=True, timeout=100)

    def test_is_small_enough_for_a_first_table(self, site_folder):
        def size(name):
            copy = site_folder / f"{name}.br"
            return (copy if copy.exists() else site_folder / name).stat().st_size

        python = [f"python/{name}" for name in TO_A_TABLE]
        python += [name for name in list_of(site_folder) if name.startswith("python/pyodide/")]
        client = [name for name in list_of(site_folder) if name.endswith((".js", ".css", ".woff2"))]
        assert sum(map(size, [*python, *client, "index.html", "service-worker.js"])) < MOST
        seen = {"index.html", "python/site.json", "python/games.json", *at_first(site_folder)}
        assert sum(map(size, seen)) < MOST_AT_FIRST

    def test_has_nothing_that_no_table_uses(self, site_folder):
        packed = zipfile.ZipFile(site_folder / "python" / "cogtable.zip").namelist()
        unused = ("gallery", "rulespage/", "engine/batches/", "server/http/", "server/rooms/", "learning/", "wasm/")
        assert [name for name in packed if name.startswith(tuple(f"cogtable/{one}" for one in unused))] == []

    def test_the_same_games_give_the_same_bytes(self, site_folder, with_magpie, tmp_path):
        with with_magpie():
            games = [registry.find(name) for name in ("splendor", "magpie")]
            build(games, tmp_path / "again", server=FRIENDS, compress=False)
        assert list_of(tmp_path / "again") == list_of(site_folder)
        for name in ("index.html", "service-worker.js", "python/site.json"):
            assert (tmp_path / "again" / name).read_bytes() == (site_folder / name).read_bytes()

    def test_is_served_below_a_path_by_any_host(self, site_folder):
        for host in (plain_host, strict_host):
            with host(site_folder) as address:
                for name, kind in (
                    ("", "text/html"),
                    ("python/pyodide/pyodide.mjs", "text/javascript"),
                    ("python/splendor.rules.wasm", "application/wasm"),
                    ("python/site.json", "application/json"),
                ):
                    with urllib.request.urlopen(address + name, timeout=20) as answer:
                        assert answer.headers.get_content_type() == kind, (host, name)
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(f"{address}nothing", timeout=20)


def at_first(site):
    """The files that a page loads before it shows something: its scripts with what these import, styles and fonts."""
    index = (site / "index.html").read_text("utf-8")
    waiting = {name.removeprefix("./") for name in re.findall(r'(?:src|href)="(\./[^"]+)"', index)}
    lobby = [name for name in list_of(site) if re.match(r"assets/Lobby-.*\.(js|css)$", name)]
    assert lobby
    waiting.update(lobby)
    found = set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        if name.endswith(".js"):
            imported = re.findall(r"""(?:import|from)\s*["']\./([^"']+)["']""", (site / name).read_text("utf-8"))
            waiting |= {f"assets/{each}" for each in imported} - found
        if name.endswith(".css"):
            fonts = re.findall(r"url\((?:\./)?([^)/]+latin[^)/]*\.woff2)\)", (site / name).read_text("utf-8"))
            waiting |= {f"assets/{each}" for each in fonts if "-ext-" not in each} - found
    return {name for name in found if not name.startswith("icons/")}


# --- written in place -------------------------------------------------------------------------------


@pytest.fixture
def new_site(tmp_path):
    """Makes a folder with some files of a site, whose content is given."""

    def make(folder, *names, content="new"):
        for name in ("python/site.json", "index.html", *names):
            file = tmp_path / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        return tmp_path / folder

    return make


def test_an_older_site_is_updated_and_loses_its_old_files(new_site):
    built = new_site("built", "assets/main-2.js", "python/cogtable.zip", "index.html.br")
    out = new_site("out", "assets/main-1.js", "python/old/chess.zip", "favicon.svg.gz", "favicon.svg", content="old")
    (out / "CNAME").write_text("play.example.org")
    publish.publish(built, out)
    assert files_in(out) == files_in(built) | {"CNAME", "favicon.svg"}
    assert (out / "index.html").read_text() == "new"
    assert not (out / "python" / "old").exists()


def test_the_page_and_its_service_worker_are_replaced_last(new_site, tmp_path, monkeypatch):
    built = new_site("built", "assets/main.js", "service-worker.js", "service-worker.js.br", "python/splendor.zip")
    order = []
    copy = shutil.copyfile

    def noted(one, other):
        order.append(one.name)
        copy(one, other)

    monkeypatch.setattr(shutil, "copyfile", noted)
    publish.publish(built, tmp_path / "out")
    assert order == [
        "main.js",
        "splendor.zip",
        "site.json",
        "index.html",
        "service-worker.js.br",
        "service-worker.js",
    ]


def test_an_empty_or_a_missing_folder_becomes_a_site(new_site, tmp_path):
    built = new_site("built")
    (tmp_path / "empty").mkdir()
    for name in ("empty", "in/a/new/folder"):
        publish.publish(built, tmp_path / name)
        assert files_in(tmp_path / name) == files_in(built)


def test_copies_in_the_cache_are_used_again_and_removed_when_old(tmp_path, monkeypatch):
    site, kept = tmp_path / "site", tmp_path / "kept"
    site.mkdir()
    (site / "page.html").write_text("text " * 100)
    (site / "picture.png").write_bytes(b"png")
    compression.compress(site, kept)
    assert files_in(site) == {"page.html", "page.html.br", "page.html.gz", "picture.png"}
    used = files_in(kept)
    assert len(used) == 2
    long_ago = time.time() - cache.KEEP - 9
    for name in ("old.br", *used):
        (kept / name).touch()
        os.utime(kept / name, (long_ago, long_ago))
    monkeypatch.setattr(compression, "run", None)  # nothing is compressed again
    for copy in (site / "page.html.br", site / "page.html.gz"):
        copy.unlink()
    compression.compress(site, kept)
    assert files_in(site) == {"page.html", "page.html.br", "page.html.gz", "picture.png"}
    assert files_in(kept) == used


# --- mistakes ---------------------------------------------------------------------------------------


@pytest.fixture
def refused(capsys):
    """The error of a command line."""

    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            cli.main(["site", *map(str, arguments)])
        assert left.value.code == 2
        return capsys.readouterr().err.removeprefix("error: ").rstrip("\n")

    return run


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A built client with a page that names one script, which names another."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    files = {
        "site.html": '<html data-version="%VERSION%" data-server=""><script src="./assets/site-1.js"></script>',
        "site-worker.js": "const [files, version] = [`%FILES%`, '%VERSION%']",
        "assets/site-1.js": 'new Worker(new URL("worker-2.js", import.meta.url)); open("offline.html")',
        "assets/worker-2.js": "1",
        "assets/other-3.js": "2",
        "offline.html": "",
        "service-worker.js": "",
    }
    for name, text in files.items():
        (static / name).write_text(text)
    monkeypatch.setattr(client_part, "STATIC", static)
    return static


def test_only_files_that_the_page_reaches_are_copied(client, tmp_path):
    client_part.write(tmp_path / "out", client)
    assert files_in(tmp_path / "out") == {
        "index.html",
        "service-worker.js",
        "assets/site-1.js",
        "assets/worker-2.js",
    }


def test_an_unknown_game_is_refused(refused, tmp_path):
    assert refused("-o", tmp_path / "out", "--game", "splendr") == 'there is no game "splendr"; did you mean splendor?'


def test_a_folder_with_other_files_is_refused_and_stays_as_it_is(refused, tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    words = refused("-o", tmp_path, "--game", "splendor")
    assert words == (
        f"{tmp_path}: expected a new or an empty folder, or a site to update; found thesis.tex. Choose another folder"
    )
    assert files_in(tmp_path) == {"thesis.tex"}
    words = refused("-o", tmp_path / "thesis.tex", "--game", "splendor")
    assert words.endswith("thesis.tex: expected a folder; found a file")


@pytest.mark.parametrize("wrong", ["play.example.org", "ftp://play.example.org", 'https://a"b', "https://"])
def test_a_server_without_an_address_is_refused(wrong, refused, tmp_path):
    words = refused("-o", tmp_path / "out", "--game", "splendor", "--server", wrong)
    assert words == f'--server: expected an address such as https://play.example.org; found "{wrong}"'


def test_a_client_that_is_not_built_is_named_with_the_way_to_build_it(tmp_path):
    with pytest.raises(
        downloads.CannotBuild, match=r"is not built: there is no .*site.html; in a checkout, `make client`"
    ):
        build([registry.find("splendor")], tmp_path / "out", static=tmp_path / "nothing")


def test_a_client_of_another_version_is_refused(tmp_path):
    page = tmp_path / "index.html"
    page.write_text("<html>")
    with pytest.raises(downloads.CannotBuild, match=r"of another version: index.html has no %VERSION%; build it again"):
        building.fill_in(page, {"%VERSION%": "1"})


def test_a_game_with_the_name_of_another_file_is_refused(tmp_path, monkeypatch):
    game = registry.find("splendor")
    monkeypatch.setattr(game, "name", "games")
    with pytest.raises(downloads.CannotBuild, match="a game named games cannot be part of a site"):
        build([game], tmp_path / "out")


def test_a_site_without_games_is_refused(tmp_path):
    with pytest.raises(downloads.CannotBuild, match="a site needs at least one game"):
        build([], tmp_path / "out")


def test_names_of_files_are_taken():
    names = {name.partition(".")[0] for name in ("cogtable.zip", game_files.GAMES, "gallery.json", "site.json")}
    assert names <= {*building.TAKEN}


def test_the_documentation_recommends_the_policy_that_servers_and_tests_use():
    page = (Path(__file__).parents[2] / "docs" / "site.md").read_text("utf-8")
    shown = re.findall(r"default-src [^\n\"]+", page)
    assert len(shown) == 5  # by itself, and for four hosts
    assert {policy.rstrip(";") for policy in shown} == {SITE_POLICY}
