"""How `make docs` builds the site. See https://www.sphinx-doc.org and https://myst-parser.readthedocs.io."""

from pathlib import Path

import cogtable
from cogtable.engine.observation import markdown

project = "Cogtable"
author = "Cogtable authors"
version = release = cogtable.__version__
copyright = "Cogtable authors, MIT licence. The names of the games belong to their owners"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 3
default_role = "literal"  # `words` in docstrings
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
smartquotes = False
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Cogtable"
html_static_path = ["_static"]
html_css_files = ["wide.css"]
html_favicon = "../web/public/favicon.svg"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}

HERE = Path(__file__).parent
GAMES = HERE.parent / "src" / "cogtable" / "games"


def write_pages_of_games() -> None:
    """For each game a page that includes its rules, one that includes how it is balanced, where that is told, and one
    that lists what programs observe.
    """
    folder = HERE / "games"
    folder.mkdir(exist_ok=True)
    pages = {}
    for text in sorted([*GAMES.glob("*/rules.md"), *GAMES.glob("*/balance.md")]):
        page = text.parent.name + ("" if text.stem == "rules" else f"-{text.stem}")
        pages[page] = f"```{{include}} ../../{text.relative_to(HERE.parent).as_posix()}\n:relative-images:\n```\n"
    for folder_of_game in sorted(GAMES.glob("*/rules.md")):
        game = cogtable.game(folder_of_game.parent.name)
        pages[f"{game.name}-observations"] = f"# {game.title}: observations\n\n{markdown(game.layout)}"
    names = "\n".join(sorted(pages))
    pages["index"] = f"# The games: rules, balance, observations\n\n```{{toctree}}\n{names}\n```\n"
    for old in folder.glob("*.md"):
        if old.stem not in pages:
            old.unlink()
    for name, words in pages.items():
        page = folder / f"{name}.md"
        if not page.is_file() or page.read_text() != words:
            page.write_text(words)


write_pages_of_games()
