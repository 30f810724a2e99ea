"""A road: a tutorial page that is executed exactly as it is written.

On such a page

- a code block is run or written as it stands: `sh` and `console` in a terminal, `python` as a doctest, `diff` on the
  file named above it; a block of any other kind is the content of the file named above it;
- a `text` block below a command is the terminal's output;
- an address that begins with `http://localhost:8000` is opened;
- words in **bold** are touched, written, or pressed if they are keys;
- words in "quotes" are on the screen;
- a picture shows the screen at that place.

A walk does all of this in the page's order, and fails if its steps and the page differ, so neither can have a step that
the other lacks. It differs from the page in this only: port 8000 stands for a free port, no window opens by itself,
bots are compiled before they are needed, and tables are dealt from a seed. Everything that the page installs must
already be installed.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

from markdown_it import MarkdownIt
from markdown_it.token import Token
from playwright.sync_api import Browser, Locator, Page, expect

import cogtable
from cogtable.engine.play import registry
from cogtable.server.thinking.warmup import is_ready
from tests.browser.chromium import new_page
from tests.browser.live_server import LiveServer
from tests.browser.person import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
END = "Where to go next"
"""The heading after which there are no more steps."""
HOME = "http://localhost:8000"
IN_NETWORK = "192.168.1.24"
"""The address of the reader's machine in its network; another machine prints its own."""
PORT = "8000"
RUN = ("sh", "console", "python", "diff", "text")
"""The kinds of blocks that are not files."""
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SERVERS = ("make play", "cogtable serve", "cogtable lab")
"""How commands begin that run until they are stopped."""
STOP = "Ctrl + C"
COMMAND_S = 1500
"""The time limit of a command, in seconds."""
SPAN = re.compile(
    r"!\[[^\]]*\]\(pictures/(?P<picture>[\w-]+)\.\w+\)"
    rf"|`(?P<open>{HOME}[^`]*)`|`[^`]*`"
    r"|\*\*(?P<touch>[^*]+)\*\*"
    r'|"(?P<see>[^"]+)"'
)
PLAIN_NAMES = re.compile(r"\[([^\]]*)\]\([^)]*\)")
Take = Callable[[Page, str], None]


class Thing(NamedTuple):
    """A step of a page: a block and its kind, or "picture", "open", "touch" or "see"; and the file it names, if any."""

    kind: str
    text: str
    file: str = ""
    line: int = 0


def things(page: Path) -> Iterator[Thing]:
    """Returns the steps of a road, in order."""
    above = ""
    heading = False
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        line = token.map[0] + 1 if token.map else 0
        if token.type == "fence":
            kind = token.info if token.info in RUN else "file"
            if above and kind == "text":
                kind = "file"
            if not token.info.startswith("{"):
                yield Thing(kind, token.content, above, line)
            above = ""
        elif token.type == "inline" and heading:
            if token.content == END:
                return
        elif token.type == "inline":
            named = re.fullmatch(r"`([\w./-]+)`", token.content)
            above = named[1] if named else ""
            yield from _said(token, line)
        heading = token.type == "heading_open"
    raise AssertionError(f'{page.name} has no heading "{END}"')


def _said(token: Token, line: int) -> Iterator[Thing]:
    """Returns the steps in a paragraph."""
    text = " ".join(token.content.split())
    for found in SPAN.finditer(text):
        if found.lastgroup:
            yield Thing(found.lastgroup, PLAIN_NAMES.sub(r"\1", found[found.lastgroup]), line=line)


def pictures(page: Path) -> list[str]:
    """Returns the names of a road's pictures."""
    return [thing.text for thing in things(page) if thing.kind == "picture"]


class Road:
    """Walks a page in a folder; use as a context manager. Calls `take` for each of its pictures."""

    def __init__(self, name: str, folder: Path, browser: Browser, take: Take | None = None) -> None:
        self.name = name
        self.folder = folder
        self.browser = browser
        self.server: LiveServer
        self._take = take
        self._things = list(things(DOCS / f"{name}.md"))
        self._at = 0
        self._state = folder / "state.sh"
        self._printed = ""
        self._serving: subprocess.Popen[bytes] | None = None
        self._log = folder / "server.log"
        self._contexts: list[Page] = []
        self._environment = _environment(folder)
        self.port = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._serving:
            self._stop()
        for page in self._contexts:
            page.context.close()
        if kind is None:
            left = self._things[self._at :]
            assert not left, f"{self.name}: nobody walks from line {left[0].line} on: {left}"

    # --- the page's steps ------------------------------------------------------------------------------

    def _next(self, kind: str, text: str = "") -> Thing:
        thing = self._things[self._at] if self._at < len(self._things) else Thing("end", "of the page")
        wanted = f"{kind} {text!r}" if text else kind
        assert thing.kind == kind, f"{self.name}:{thing.line}: the walk does {wanted}, the page says {thing}"
        assert not text or thing.text == text, f"{self.name}:{thing.line}: the walk does {wanted}, the page {thing}"
        self._at += 1
        return thing

    def page(self, width: int = 1280, height: int = 720, name: str = "") -> Page:
        """Opens a page of another person."""
        page = new_page(self.browser, width, height, name=name)
        self._contexts.append(page)
        return page

    def open(self, page: Page) -> None:
        """Opens the address that the page gives."""
        page.goto(self._next("open").text.replace(HOME, f"http://localhost:{self.port}"))

    def touch(self, page: Page, words: str, what: Locator | None = None) -> None:
        """Touches the element with these words, or `what` if the page describes it in its own words."""
        self._next("touch", words)
        if what is None:
            named = (page.get_by_role(role, name=words, exact=True) for role in ("button", "link", "tab"))
            what = page.get_by_text(words, exact=True)
            for each in named:
                what = what.or_(each)
        what.locator("visible=true").first.click()

    def press(self, page: Page, key: str) -> None:
        """Presses a key."""
        self._next("touch", key)
        page.keyboard.press(key.replace(" ", ""))

    def choose(self, what: Locator, words: str) -> None:
        """Chooses from a list."""
        self._next("touch", words)
        what.select_option(words)

    def write(self, what: Locator, words: str) -> None:
        """Writes words into a field."""
        self._next("touch", words)
        what.fill(words)

    def type(self, page: Page, words: str) -> None:
        """Types into the focused element."""
        self._next("touch", words)
        page.keyboard.type(words)

    def see(self, page: Page, words: str) -> None:
        """Checks that the screen shows what the page quotes."""
        self._next("see", words)
        expect(page.get_by_text(words).locator("visible=true").first).to_be_visible(timeout=2 * PATIENCE * 1000)

    def see_field(self, what: Locator, words: str) -> None:
        """Checks that a field has this value or this label."""
        self._next("see", words)
        expect(what.first).to_be_visible()

    def picture(self, page: Page, name: str) -> None:
        """Takes the picture of the current screen."""
        self._next("picture", name)
        if self._take:
            self._take(page, name)

    def ready(self, game: str, bot: str) -> None:
        """Compiles a bot before a person would have to wait for it."""
        if game in registry.names() and is_ready(cogtable.game(game), bot):
            return
        think = f"match = cogtable.game({game!r}).start(seed=1); bots.choose({bot!r}, match, match.waiting[0], 1)"
        command = ["python", "-c", f"import cogtable; from cogtable import bots; {think}"]
        subprocess.run(command, env=self._environment, check=True, capture_output=True, timeout=COMMAND_S)

    # --- the terminal ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Runs, writes and checks the page's next steps as long as they need only a terminal and an editor."""
        begun = self._at
        while self._at < len(self._things):
            thing = self._things[self._at]
            if thing.kind not in (*RUN, "file"):
                break
            self._at += 1
            self._do(thing)
        assert self._at > begun, f"{self.name}: the walk runs something, the page says {self._things[begun]}"

    def _do(self, thing: Thing) -> None:
        match thing.kind:
            case "sh":
                for command in thing.text.replace("\\\n", "").splitlines():
                    self._command(command.partition("  #")[0].strip(), thing)
            case "console":
                for part in re.split(r"^\$ ", thing.text, flags=re.MULTILINE)[1:]:
                    command, _, wanted = part.partition("\n")
                    self._printed = ""
                    self._command(command, thing)
                    self._shows(wanted, thing)
            case "text":
                self._shows(thing.text, thing)
            case "python":
                self._session(thing)
            case "diff":
                self._edit(thing)
            case _:
                assert thing.file, f"{self.name}:{thing.line}: a file needs its name in the line above"
                file = self.cwd / thing.file
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(thing.text, encoding="utf-8")

    @property
    def cwd(self) -> Path:
        """The terminal's current folder."""
        found = re.search(r"^cd (.*)$", self._state.read_text() if self._state.exists() else "", re.MULTILINE)
        return Path(found[1].strip("'\"")) if found else self.folder / "cogtable"

    def _command(self, command: str, thing: Thing) -> None:
        if command.startswith(SERVERS):
            self._serve(command)
            return
        keeps = f'{{ echo "cd $PWD"; export -p; }} > {self._state}'
        goes_on = f"[ -f {self._state} ] && . {self._state}\n"
        text = f"{goes_on}{self._ported(command)}\nstatus=$?\n{keeps}\nexit $status"
        done = subprocess.run(
            ["bash", "-c", text],
            cwd=self.folder / "cogtable",
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=COMMAND_S,
            check=False,
        )
        assert done.returncode == 0, f"{self.name}:{thing.line}: $ {command}\n{done.stdout}"
        self._printed += re.sub(r"^Compiling .* for this machine .*\n", "", done.stdout, flags=re.MULTILINE)

    def _ported(self, command: str) -> str:
        return re.sub(rf"\b{PORT}\b", str(self.port), command) if self.port else command

    def _shows(self, wanted: str, thing: Thing) -> None:
        """Checks the output of the last commands against the page; a server's lines are awaited one by one."""
        if not self._serving or self._printed:
            printed, self._printed = self._printed, ""
            assert doctest.OutputChecker().check_output(wanted, printed, LOOSE), (
                f"{self.name}:{thing.line}: expected\n{wanted}\nfound\n{printed}"
            )
            return
        for line in wanted.splitlines():
            self._await(partial(self._logged, self._ported(line)), line)

    def _logged(self, words: str) -> bool:
        wanted = re.escape(words).replace(re.escape(IN_NETWORK), r"[\d.]+")
        return re.search(wanted, self._log.read_text()) is not None

    def _session(self, thing: Thing) -> None:
        """Runs a block with prompts, and those that follow it, in one interpreter."""
        text = thing.text
        while self._at < len(self._things) and self._things[self._at].kind == "python":
            text += self._things[self._at].text
            self._at += 1
        file = self.folder / "session.txt"
        file.write_text(text, encoding="utf-8")
        code = (
            f"import doctest, sys; r = doctest.testfile({str(file)!r}, False, optionflags={LOOSE}); sys.exit(r.failed)"
        )
        state = f"[ -f {self._state} ] && . {self._state}\n"
        done = subprocess.run(
            ["bash", "-c", f'{state}exec python -c "{code}"'],
            cwd=self.folder / "cogtable",
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=COMMAND_S,
            check=False,
        )
        assert done.returncode == 0, f"{self.name}:{thing.line}:\n{done.stdout}{done.stderr}"

    def _edit(self, thing: Thing) -> None:
        """Replaces the lines that have a minus by those that have a plus; the others give the place."""
        assert thing.file, f"{self.name}:{thing.line}: a change needs the name of its file in the line above"
        file = self.cwd / thing.file
        lines = thing.text.splitlines()
        old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (
            f"{self.name}:{thing.line}: {thing.file} holds this {text.count(old)} times:\n{old}"
        )
        file.write_text(text.replace(old, new), encoding="utf-8")

    # --- the server ------------------------------------------------------------------------------------

    def _serve(self, command: str) -> None:
        assert self._serving is None, f"{self.name}: {command}, while the server before still runs"
        start = len(self._log.read_text()) if self._log.exists() else 0
        environment = self._environment | {"COGTABLE_PORT": str(self.port)}
        state = f"[ -f {self._state} ] && . {self._state}\n"
        with self._log.open("a") as log:
            self._serving = subprocess.Popen(
                ["bash", "-c", f"{state}exec {command}"],
                cwd=self.folder / "cogtable",
                env=environment,
                stdout=log,
                stderr=log,
            )
        address = re.compile(r"Cogtable is at http://[\w.-]+:(\d+)")
        self._await(lambda: address.search(self._log.read_text()[start:]) is not None, "Cogtable is at")
        self._printed = ""
        self.port = int(address.findall(self._log.read_text()[start:])[-1])
        self.server = LiveServer(self.folder / "nowhere.db")
        self.server.port = self.port

    def _await(self, done: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + 5 * PATIENCE
        while not done():
            assert self._serving
            assert self._serving.poll() is None, f"{self.name}: the server has ended: {self._log.read_text()}"
            assert time.monotonic() < end, f"{self.name}: no {what!r} in {self._log.read_text()}"
            time.sleep(0.05)

    def stop(self) -> None:
        """Stops the server with the keys that the page names."""
        self._next("touch", STOP)
        self._stop()

    def _stop(self) -> None:
        assert self._serving
        self._serving.terminate()
        self._serving.wait(PATIENCE)
        self._serving = None


def _environment(folder: Path) -> dict[str, str]:
    """Makes a terminal's environment as in a checkout after `make setup`.

    It is the folder `cogtable` with an environment that borrows this one's packages, and `git pull` works in it.
    """
    checkout = folder / "cogtable"
    checkout.mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.name not in (".git", ".venv", "build", "dist"):
            (checkout / path.name).symlink_to(path)
    venv = checkout / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (site,) = venv.glob("lib/python*/site-packages")
    borrowed = sysconfig.get_path("purelib")
    (site / "borrowed.pth").write_text(f"import site; site.addsitedir({borrowed!r})\n")
    for name, module in (("cogtable", "cogtable.cli"), ("pip", "pip._internal.cli.main"), ("pytest", "pytest")):
        script = venv / "bin" / name
        script.write_text(f"#!{venv}/bin/python\nimport sys\nfrom {module} import main\nsys.exit(main())\n")
        script.chmod(0o755)
    for done in ("play", "docs", "dev"):
        (venv / f".installed-{done}").touch()
    _repository(checkout)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("COGTABLE_DATABASE")},
        "COGTABLE_OPEN": "no",
        "COGTABLE_LIMITS": "no",
        "COGTABLE_WARM": "no",
        "COLUMNS": "100",
        "PATH": f"{venv}/bin{os.pathsep}{os.environ['PATH']}",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_INDEX": "1",
        "XDG_DATA_HOME": str(folder / "data"),
    }


def _repository(checkout: Path) -> None:
    """Makes the folder a clone that is up to date."""
    origin = checkout.with_name("origin.git")
    somebody = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (
        ("init", "--quiet", "--initial-branch=main"),
        (*somebody, "commit", "--quiet", "--allow-empty", "--message=All of it"),
        ("clone", "--quiet", "--bare", ".", str(origin)),
        ("remote", "add", "origin", str(origin)),
        ("fetch", "--quiet"),
        ("branch", "--quiet", "--set-upstream-to=origin/main"),
    ):
        subprocess.run(["git", *command], cwd=checkout, check=True)
