"""The pages of the documentation that are generated from the code: one for each game, and the reference.

`docs/conf.py` writes them into `docs/games` and `docs/reference` before it builds the site.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import math
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from typer.core import TyperCommand, TyperGroup

from cogtable import bots, cli
from cogtable.engine.box_editing import annotated_copy
from cogtable.engine.boxes.box import Column, Named, Text, declared_in, sizes_of_tables
from cogtable.engine.boxes.operations import vocabulary_of
from cogtable.engine.definition.lesson_file import FIRST
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.records.action_space import Actions
from cogtable.engine.rules import verbs
from cogtable.engine.rules.observation import markdown
from cogtable.rulespage.how_to_play import as_markdown
from cogtable.rulespage.legend import legend_of
from cogtable.server.app import schema
from cogtable.server.settings import STATIC
from cogtable.terminal import plain

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "cogtable" / "games"

PUBLIC = (
    "cogtable",
    "cogtable.agents",
    "cogtable.bots",
    "cogtable.envs",
    "cogtable.pictures",
    "cogtable.rules",
    "cogtable.table",
    "cogtable.testing",
    "cogtable.testing.conformance",
    "cogtable.testing.views",
)
"""The modules whose `__all__` is the public Python interface."""

FOR_LIBRARIES = ("cogtable.envs.verifiers_env",)
"""Modules whose `__all__` another library reads, which must be installed to import them."""

ALSO_PUBLIC = (
    "cogtable.engine.play.chance_nodes.deals",
    "cogtable.engine.play.chance_nodes.of_action",
    "cogtable.lab.simulate.simulate",
)
"""Other names that pages import, from modules without an `__all__`."""


def own_games() -> list[Game]:
    """Returns the games that ship with Cogtable."""
    return [registry.find(folder.parent.name) for folder in sorted(GAMES.glob("*/rules.md"))]


def pages() -> dict[str, str]:
    """Returns all generated pages, by their paths below `docs`."""
    games = own_games()
    found = {"games/index.md": index_of_games(games), "reference/index.md": REFERENCE}
    for game in games:
        found[f"games/{game.name}.md"] = page_of_game(game)
        found[f"games/{game.name}-observations.md"] = f"# {game.title}: observations\n\n{markdown(game.layout)}"
        if (balance := GAMES / game.name / "balance.md").is_file():
            where = balance.relative_to(ROOT).as_posix()
            found[f"games/{game.name}-balance.md"] = f"```{{include}} ../../{where}\n:relative-images:\n```\n"
    found["reference/python.md"] = python_face()
    found["reference/commands.md"] = commands_page()
    found["reference/boxes.md"] = boxes_page(games)
    found["reference/options.md"] = options_page(games)
    found["reference/protocol.md"] = schema.markdown()
    found["games/tiles.html"] = tiles(games)
    found["reference/speeds.html"] = speeds()
    return found


def write() -> None:
    """Writes the generated pages that have changed, and removes those that are no longer generated."""
    wanted = pages()
    for folder in ("games", "reference"):
        (DOCS / folder).mkdir(exist_ok=True)
        for old in (DOCS / folder).glob("*.md"):
            if f"{folder}/{old.name}" not in wanted:
                old.unlink()
    for name, words in wanted.items():
        page = DOCS / name
        if not page.is_file() or page.read_text(encoding="utf-8") != words:
            page.write_text(words, encoding="utf-8")


def write_static() -> None:
    """Puts the pictures of the games' boxes and the fonts of the built client into `build/static`.

    Without a built client, readers see their system's fonts.
    """
    folder = ROOT / "build" / "static"
    folder.mkdir(parents=True, exist_ok=True)
    files = {f"{name}.woff2": [*(STATIC / "assets").glob(f"{name}-latin-*.woff2")] for name in ("inter", "vollkorn")}
    files |= {picture.name: [picture] for picture in (DOCS / "pictures").glob("box-*.webp")}
    for name, sources in files.items():
        for source in sources:
            shutil.copyfile(source, folder / name)


# --- Markdown -----------------------------------------------------------------------------------------


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Returns a table in Markdown."""
    lines = [[*head]]
    lines += [[str(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(row)} |\n" for row in lines)


def index(*entries: str) -> str:
    """Returns the index entries of a page."""
    return (
        "```{index} "
        + "; ".join(f"single: {entry}" for entry in entries[:1])
        + "\n```\n\n"
        + "".join(f"```{{index}} single: {entry}\n```\n\n" for entry in entries[1:])
    )


def code(text: str, kind: str = "sh") -> str:
    """Returns a block of code."""
    return f"```{kind}\n{text.rstrip()}\n```\n"


def linked(words: str) -> str:
    """Turns numbers of rules into links to their places on the same page."""
    return re.sub(r"\(([A-Z]{2}-[A-Z]+\d+[a-z]?)\)", r"([\1](#\1))", words)


# --- games --------------------------------------------------------------------------------------------


def index_of_games(games: list[Game]) -> str:
    """Returns the list of all games."""
    rows = [
        (f"[{game.title}]({game.name}.md)", game.tagline, _seats(game), f"{game.minutes} min", len(game.options))
        for game in games
    ]
    names = "\n".join(game.name for game in games)
    return (
        "# The games\n\nEach has a page with its rules, its options, its bots, and what a program sees of it.\n\n"
        + table(("game", "what it is", "players", "time", "options"), rows)
        + f"\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    )


def page_of_game(game: Game) -> str:
    """Returns the page of a game."""
    parts = [
        f"# {game.title}\n",
        f"{game.tagline}. For {_seats(game)} players; a game takes about {game.minutes} minutes.\n",
        f"![A game of {game.title}, as it looks in the browser]({_picture(game)})\n",
        code(
            f"cogtable                # choose {game.title} in the lobby\ncogtable play {game.name}   # in the terminal"
        ),
        "## How a turn goes\n",
        linked(_players_rules(game)),
        _lesson(game),
        "## Options\n",
        options_of(game),
        f"## Bots\n\n{_bots(game)}",
        f"## For programs\n\n{_programs(game)}",
        _balance(game),
        f"## All rules\n\n{_numbered(game)}",
        _below(game),
    ]
    return "\n".join(part for part in parts if part)


def _below(game: Game) -> str:
    """Returns the pages below that of a game."""
    names = [f"{game.name}-observations", f"{game.name}-balance"]
    there = [name for name in names if not name.endswith("balance") or (GAMES / game.name / "balance.md").is_file()]
    return "```{toctree}\n:hidden:\n\n" + "\n".join(there) + "\n```\n"


def _seats(game: Game) -> str:
    low, high = game.min_seats, game.max_seats
    return str(low) if low == high else f"{low} to {high}"


def _picture(game: Game) -> str:
    """Returns the best available picture of a game's table: a game in progress, or its lesson."""
    found = sorted(
        file.name for file in (DOCS / "pictures").glob(f"{game.name}*.webp") if not file.stem.endswith("-phone")
    )
    return f"../pictures/{found[-1] if found else f'lesson-{game.name}.webp'}"


def _players_rules(game: Game) -> str:
    """Returns the beginning of the rules page, without its live pictures."""
    words = plain(as_markdown(game.front_text(), legend_of(game)))
    return re.sub(r"^(#{1,2}|###) ", lambda mark: "#### " if mark[1] == "###" else "### ", words, flags=re.MULTILINE)


def _lesson(game: Game) -> str:
    if game.lesson is None:
        return ""
    steps = [re.sub(r"\s+", " ", plain(step.say)) for step in game.lesson.lesson.steps]
    said = "\n".join(f"1. {words}" for words in steps)
    further = [
        f"- **{each.lesson.title}** (`/learn/{game.name}/{name}`): {each.lesson.about}"
        for name, each in game.lessons.items()
        if name != FIRST
    ]
    if further:
        said += "\n\nStrategy lessons:\n\n" + "\n".join(further)
    return (
        "## The lesson\n\nThe lobby offers it as “Learn it in 5 minutes”: a first game with a coach, in"
        f" {len(steps)} steps. [Lessons](../lessons.md) explains how to make one.\n\n{said}\n"
    )


def options_of(game: Game) -> str:
    """Returns the options of a game, each with an example."""
    if not game.options:
        return "It has none.\n"
    rows = []
    for name, option in game.options.items():
        allowed = ", ".join(option.choices) if option.choices else f"{option.low} to {option.high}"
        default = option.choices[option.default] if option.choices else option.default
        rows.append((f"`{name}`", option.title, allowed, default, f"`{option_example(game, name)}`"))
    return table(("option", "in the lobby", "values", "default", "example"), rows)


def option_example(game: Game, name: str) -> str:
    """Returns a command that plays with an option at another value than its default."""
    option = game.options[name]
    value = option.low if option.default != option.low else option.high
    shown = option.choices[value] if option.choices else value
    return f"cogtable simulate {game.name} --games 2 -o {shlex.quote(f'{name}={shown}')}"


def _bots(game: Game) -> str:
    rows = [(f"`{name}`", words, game.bot_ratings.get(name, "")) for name, words in bots.names()]
    rated = (
        " The rating is for matches in this game ([Profiles and ratings](../ratings.md))." if game.bot_ratings else ""
    )
    example = code(f"cogtable ladder {game.name} --bot greedy,easy,medium --games 120")
    levels = table(("bot", "how it plays", "rating"), rows)
    return f"[Bots](../bots.md) explains how they think.{rated}\n\n{levels}\n{example}"


def _programs(game: Game) -> str:
    layout = game.layout
    blocks = len(layout.blocks())
    lines = [
        f"A state is a record of {game.state.dtype.itemsize:,} bytes. There are {game.actions:,} actions:\n",
        _actions(game),
        f"An [observation]({game.name}-observations.md) has {layout.count():,} numbers in {blocks} blocks.\n",
        f"A game takes {game.bound:,} actions at most.\n",
        code(
            f""">>> import cogtable
>>> from cogtable import Batch
>>> batch = Batch(cogtable.game("{game.name}"), 4, seats={game.min_seats}, seed=1, observe=True)
>>> batch.action_mask.shape, batch.observations.shape
((4, {game.actions}), (4, {layout.count()}))""",
            "python",
        ),
        f"[Its box](../reference/boxes.md#{game.name}) has the components, with the allowed values of each field.\n",
    ]
    return "\n".join(lines)


def kinds_of_actions(game: Game) -> type[Actions] | None:
    """Returns the declared action space of a game; None if it only states the number of actions."""
    rules = [verbs.own_function(game.state, verb) for verb in ("legal", "play")]
    known = [item for function in rules if function for item in function.__globals__.values()]
    known += [item for module in known if inspect.ismodule(module) for item in vars(module).values()]
    for item in known:
        if inspect.isclass(item) and issubclass(item, Actions) and item is not Actions and item.count() == game.actions:
            return item
    return None


def _actions(game: Game) -> str:
    kinds = kinds_of_actions(game)
    if kinds is None:
        return ""
    told = _told(kinds)
    rows = [
        (
            f"`{kind.name}`",
            f"{int(kind)} to {int(kind) + kind.size - 1}" if kind.size > 1 else int(kind),
            told.get(kind.name, ""),
        )
        for kind in kinds
    ]
    return table(("kind", "actions", "what it does"), rows)


def _told(kinds: type[Actions]) -> dict[str, str]:
    """Returns the source's text about each kind of action: below it, or in a comment at its end."""
    source = inspect.getsource(kinds)
    found = {}
    lines = source.splitlines()
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    for node, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            _, sign, comment = lines[node.lineno - 1].partition("  # ")
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[node.targets[0].id] = " ".join(str(after.value.value).split())
            elif sign:
                found[node.targets[0].id] = comment.strip()
    return found


def _balance(game: Game) -> str:
    if not (GAMES / game.name / "balance.md").is_file():
        return ""
    aims = code(f"cogtable balance {game.name}") if (GAMES / game.name / "aims.toml").is_file() else ""
    told = f"[How its cards were balanced]({game.name}-balance.md), with the figures."
    return f"## Balance\n\n{told}{' To check the aims:' if aims else ''}\n\n{aims}"


def _numbered(game: Game) -> str:
    """Returns the numbered rules, each with a link target."""
    text = re.sub(r"^# .*\n", "", game.rules_text)
    text = re.sub(r"^(#+) ", r"#\1 ", text, flags=re.MULTILINE)
    return re.sub(r"^- \*\*([A-Z]{2}-[A-Z]+\d+[a-z]?)\*\*", r"- [**\1**]{#\1}", text, flags=re.MULTILINE)


# --- the home page ------------------------------------------------------------------------------------


def tiles(games: list[Game]) -> str:
    """Returns the games, as the lobby shows them."""
    found = "".join(
        f'<li><a href="games/{game.name}.html"><img src="_static/box-{game.name}.webp" alt=""'
        f"><strong>{game.title}</strong><span>{game.tagline}</span>"
        f"<small>{_seats(game).replace(' to ', '–')} players · {game.minutes} min</small></a></li>\n"
        for game in games
    )
    return f'<ul class="tiles">\n{found}</ul>\n'


class Speed(NamedTuple):
    """One line of the chart of speeds: the program, the game, the method of measurement, and its place in
    `performance.md`.
    """

    who: str
    how: str
    pattern: str
    own: bool = False


NUMBER = r"([\d,.]+(?: million)?)"
SPEEDS = (
    Speed("Cogtable, Splendor", "compiled, one core", rf"\| Splendor \| 2 \| {NUMBER} moves/s", True),
    Speed("Cogtable, Recharge", "compiled, one core", rf"\| Recharge \| 2 \| {NUMBER} moves/s", True),
    Speed("OpenSpiel, tic-tac-toe", "its C++, from Python", rf"`tic_tac_toe` in C\+\+ {NUMBER}"),
    Speed("OpenSpiel, tic-tac-toe", "its Python", rf"`python_tic_tac_toe` {NUMBER}"),
    Speed("Cogtable, Splendor", "as a PettingZoo environment", rf"PettingZoo AEC, one table \| {NUMBER}", True),
    Speed("PettingZoo, tic-tac-toe", "its own", rf"`tictactoe_v3` {NUMBER}"),
    Speed("PettingZoo, Connect Four", "its own", rf"`connect_four_v3` {NUMBER}"),
)
"""The comparisons on the home page; each figure is read from `docs/performance.md`."""
SCALE = (1_000, 100_000_000)
"""The ends of the scale, in decisions a second."""


def measured(speed: Speed) -> float:
    """Returns a figure of `docs/performance.md`. Raises LookupError if it isn't there."""
    found = re.search(speed.pattern, (DOCS / "performance.md").read_text(encoding="utf-8"))
    if not found:
        raise LookupError(f"docs/performance.md no longer has the figure of {speed.who} ({speed.how}): {speed.pattern}")
    number, _, million = found[1].partition(" ")
    return float(number.replace(",", "")) * (1e6 if million else 1)


def speeds() -> str:
    """Returns the chart of speeds: a list, drawn on a logarithmic scale."""
    low, high = map(math.log10, SCALE)
    lines = []
    for value, speed in sorted(((measured(each), each) for each in SPEEDS), key=lambda one: -one[0]):
        at = min(100.0, max(0.0, 100 * (math.log10(value) - low) / (high - low)))
        shown = f"{value / 1e6:g} million" if value >= 1e6 else f"{value:,.0f}"
        own = ' class="own"' if speed.own else ""
        lines.append(
            f'<li{own}><span class="who">{speed.who}<small>{speed.how}</small></span>'
            f'<span class="track" style="--at: {at:.1f}%"><b>{shown}</b></span></li>\n'
        )
    words = ("1,000", "10,000", "100,000", "1 million", "10 million")
    marks = "".join(f'<span style="--at: {20 * i}%">{mark}</span>' for i, mark in enumerate(words))
    return (
        f'<ul class="speeds">\n{"".join(lines)}</ul>\n<div class="scale" aria-hidden="true"><div>{marks}</div></div>\n'
    )


# --- the reference ------------------------------------------------------------------------------------

REFERENCE = """# Reference

Written from the code each time these pages are built.

- [Python](python.md): every public name
- [The command line](commands.md): every command and option
- [Boxes](boxes.md): every field of every game, with its bounds
- [Options](options.md): every option of every game
- [The protocol](protocol.md): every message between server and browser
- [The games](../games/index.md): rules, actions and observations of each
- [The verbs](../verbs.md) and [the table](../table.md): what a game is made of

```{toctree}
:hidden:

python
commands
boxes
options
protocol
```
"""


def public_names() -> dict[str, Any]:
    """Returns every public name in Python, qualified, with its object."""
    found: dict[str, Any] = {}
    for name in PUBLIC:
        module = importlib.import_module(name)
        found |= {f"{name}.{each}": getattr(module, each) for each in module.__all__}
    for name in ALSO_PUBLIC:
        place, _, item = name.rpartition(".")
        found[name] = getattr(importlib.import_module(place), item)
    return found


PYTHON_EXAMPLES: Mapping[str, str] = {
    "cogtable": """
>>> import cogtable
>>> game = cogtable.game("splendor")
>>> match = game.start(seats=2, seed=7)
>>> match.play(0, "take white, blue, green")
>>> match.choices(1)[0].text
'take white, blue, green'
>>> again = cogtable.load(cogtable.save(match))
>>> again.ply, again.waiting
(1, (1,))
>>> match.undo()
>>> match.ply
0
>>> cogtable.game("splendr")
Traceback (most recent call last):
cogtable.engine.errors.UnknownGame: there is no game "splendr"...
""",
    "cogtable.bots": """
>>> from cogtable import bots
>>> bots.choose("greedy", match, seat=0, seed=7) in {choice.action for choice in match.choices(0)}
True
>>> [name for name, words in bots.names()][:2]
['random', 'greedy']
""",
    "cogtable.envs": """
>>> from cogtable import envs
>>> env = envs.single("splendor", others="random")
>>> observation, info = env.reset(seed=1)
>>> env.action_space
Discrete(78)
""",
    "cogtable.testing.conformance": """
>>> from cogtable.testing import conformance
>>> len(conformance.POINTS)
14
""",
    "cogtable.testing.views": """
>>> from cogtable.testing import views
>>> callable(views.check)
True
""",
}
"""First examples for each public module; the examples build on each other."""


def python_face() -> str:
    """Returns the page with every public name."""
    found = public_names()
    parts = ["# Python\n\nEvery public name. What is not here may change from one version to the next.\n"]
    told: set[int] = set()
    for module in PUBLIC:
        names = [name for name in found if name.rpartition(".")[0] == module]
        parts.append(f"## {module}\n")
        if module in PYTHON_EXAMPLES:
            parts.append(code(PYTHON_EXAMPLES[module].strip(), "python"))
        parts.append(table(("name", "what it is"), [_row(name, found[name]) for name in names]))
    parts.append("## More\n")
    parts.append(table(("name", "what it is"), [_row(name, found[name]) for name in ALSO_PUBLIC if name in found]))
    parts.append("## In detail\n")
    for name, item in found.items():
        if id(item) in told or item is str or not (inspect.isclass(item) or inspect.isroutine(item)):
            continue  # types of text have descriptive names, such as `Words`
        told.add(id(item))
        kind = "class" if inspect.isclass(item) else "function"
        members = "   :members:\n" if kind == "class" else ""
        parts.append(f"```{{eval-rst}}\n.. auto{kind}:: {name}\n   :no-index:\n{members}```\n")
    return "\n".join(parts)


def _row(name: str, item: Any) -> tuple[str, str]:
    told = inspect.isclass(item) or inspect.isroutine(item) or inspect.ismodule(item)
    words = _written_below(*name.rsplit(".", 1)) or (told and inspect.getdoc(item)) or ""
    return f"`{name}`", _first_sentence(words, item)


def _written_below(module: str, name: str) -> str:
    """Returns the docstring below the assignment of a name, in the module that defines it; empty if there is none."""
    body = ast.parse(inspect.getsource(importlib.import_module(module))).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ImportFrom) and node.module:
            origin = {alias.asname or alias.name: alias.name for alias in node.names}.get(name)
            if origin:
                return _written_below(node.module, origin)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(each, ast.Name) and each.id == name for each in targets):
            text = following.value if isinstance(following, ast.Expr) else None
            return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""
    return ""


def _first_sentence(words: str, item: Any) -> str:
    words = " ".join(words.partition("\n\n")[0].split())
    if not words:
        return f"a constant ({type(item).__name__})" if not callable(item) else f"the form of a function: `{item}`"
    words = re.sub(r"^\d+\. ", "", words.replace("`", ""))
    return re.split(r"(?<=[.:])\s", words)[0].rstrip(":")


# --- the command line ---------------------------------------------------------------------------------


def commands() -> dict[str, TyperCommand]:
    """Returns every command, by its full name."""
    found: dict[str, Any] = {}
    for name, command in cli.commands().commands.items():
        if isinstance(command, TyperGroup):
            found |= {f"{name} {inner}": each for inner, each in command.commands.items()}
        else:
            found[name] = command
    return found


def examples_of_commands() -> dict[str, list[str]]:
    """Returns commands as the pages show them, by command: those pages are tested."""
    known = commands()
    found: dict[str, list[str]] = {name: [] for name in known}
    for page in [*sorted(DOCS.glob("*.md")), ROOT / "README.md"]:
        for line in re.findall(
            r"^(?:\$ )?(?:\S*/bin/|sudo .*/bin/)?(cogtable [^\n]*)$", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            words = line.partition("  #")[0].split()
            for name in (" ".join(words[1:3]), *words[1:2]):
                if name in found:
                    shown = " ".join(words).removesuffix("\\").strip()
                    if shown not in found[name] and not line.endswith("\\"):
                        found[name].append(shown)
                    break
    return found


def commands_page() -> str:
    """Returns the page with every command and option."""
    examples = examples_of_commands()
    parts = [
        "# Commands\n",
        "Every command with every option. [The command line](../command-line.md) shows how to use them.\n",
        "`cogtable` alone opens the table in the browser, with the first five options of `serve`.\n",
    ]
    for name, command in commands().items():
        parts.append(f"## cogtable {name}\n\n{_prose(command.help or '')}\n")
        if shown := sorted(examples[name], key=len)[:3]:
            parts.append(code("\n".join(shown)))
        if rows := [_parameter(one) for one in command.params if one.name != "help"]:
            parts.append(table(("argument or option", "what it is", "default", "environment"), rows))
    return "\n".join(parts)


def _prose(text: str) -> str:
    return re.sub(r"\s*\n(?!\n)", " ", text.replace("\n\n", "\0")).replace("\0", "\n\n").strip()


def _parameter(one: Any) -> tuple[str, str, str, str]:
    """Returns a row about an argument or an option."""
    metavar = "" if getattr(one, "is_flag", False) else f" {one.metavar or ''}".rstrip()
    names = (
        " / ".join([*one.opts, *one.secondary_opts]) if one.param_type_name == "option" else (one.metavar or one.name)
    )
    default = one.default() if callable(one.default) else one.default
    shown = (
        ""
        if default in (None, (), [], "", False) or repr(default).startswith("Sentinel")
        else f"`{_spelled(one, default)}`"
    )
    if one.param_type_name == "argument":
        metavar, shown = "", "needed" if one.required else ""
    environment = f"`{one.envvar}`" if getattr(one, "envvar", None) else ""
    return f"`{names}{metavar}`", _prose(str(one.help or "")), shown, environment


def _spelled(one: Any, default: Any) -> str:
    if isinstance(default, bool):
        return str(one.opts[0] if default else (one.secondary_opts or one.opts)[0])
    return str(default)


# --- boxes --------------------------------------------------------------------------------------------


def options_page(games: list[Game]) -> str:
    """Returns the page with every option of every game."""
    parts = [
        "# Options of the games\n",
        "People choose them in the lobby, and commands take `-o NAME=VALUE`.\n",
        "Python takes them by name: `game.start(seats=2, seed=7, target=21)`.\n",
    ]
    parts += [f"## {game.title}\n\n{options_of(game)}" for game in games]
    return "\n".join(parts)


def fields_of_box(game: Game) -> dict[str, list[tuple[str, str]]]:
    """Returns every field of a game's box with its meaning and bounds, by table; fields outside tables are under ""."""
    tables = game.tables
    columns = declared_in(tables, Column)
    found: dict[str, list[tuple[str, str]]] = {}
    for one in declared_in(tables, Named).values():
        found.setdefault(one.table, []).append(
            ("name", f"what it is called; at most {one.longest} letters, each another name")
        )
    for name, item in columns.items():
        found.setdefault(item.table or "", []).append((item.field, annotated_copy.meaning(tables, name, item)))
    for text in declared_in(tables, Text).values():
        left_out = "; may be left out" if text.default is not None else ""
        found.setdefault(text.table, []).append((text.field, f"words, for people only{left_out}"))
    return found


def boxes_page(games: list[Game]) -> str:
    """Returns the page with every field of every game's box."""
    parts = [
        "# Fields of the boxes\n",
        "A box is the file with the components of a game. [Boxes](../boxes.md) explains how to make your own.\n",
    ]
    for game in games:
        parts.append(f"({game.name})=\n## {game.title}\n\n{code(f'cogtable box {game.name} > mine.toml')}")
        sizes = sizes_of_tables(game.tables)
        for name, rows in fields_of_box(game).items():
            size = sizes.get(name)
            many = f", {size.low} to {size.most} entries" if size else ""
            parts.append(f"### {game.title}: {f'`[[{name}]]`{many}' if name else 'numbers'}\n")
            parts.append(table(("field", "what it means, and its allowed values"), [(f"`{a}`", b) for a, b in rows]))
        if made_of := dict(operations(game)):
            parts.append(f"### {game.title}: what its cards are made of\n")
            parts.append(table(("written", "in words"), [(f"`{a}`", b) for a, b in made_of.items()]))
    return "\n".join(parts)


def operations(game: Game) -> Iterator[tuple[str, str]]:
    """Returns the operations of a game's cards, with their effects."""
    for item in declared_in(game.tables, Column).values():
        if item.table and (vocabulary := vocabulary_of(game.tables, item.table, item.field)):
            yield from annotated_copy.operations_of(item, vocabulary)


if __name__ == "__main__":
    write()
