"""How `make docs` builds the site. See https://www.sphinx-doc.org and https://myst-parser.readthedocs.io."""

import sys
from pathlib import Path

import cogtable

project = "Cogtable"
author = "Cogtable authors"
version = release = cogtable.__version__
copyright = "Cogtable authors, MIT licence. The names of the games belong to their owners"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
default_role = "literal"  # `words` in docstrings
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
smartquotes = False
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Cogtable"
html_static_path = ["_static", "../build/static"]
html_css_files = ["wide.css", "site.css"]
html_js_files = ["site.js"]
html_favicon = "../web/public/favicon.svg"
html_show_sphinx = False
html_copy_source = False
LIGHT = {
    "font-stack": "Inter, system-ui, sans-serif",
    "font-stack--headings": "Vollkorn, Georgia, serif",
    "color-background-primary": "#f4efe4",
    "color-background-secondary": "#ebe4d5",
    "color-background-hover": "#e0d6c2",
    "color-background-border": "#e0d6c2",
    "color-foreground-primary": "#23252b",
    "color-foreground-secondary": "#5f5d56",
    "color-foreground-muted": "#5f5d56",
    "color-brand-primary": "#7d540a",
    "color-brand-content": "#7d540a",
    "color-brand-visited": "#7d540a",
    "color-card-background": "#fffaf0",
    "color-code-background": "#fffaf0",
}
DARK = {
    "color-background-primary": "#12161d",
    "color-background-secondary": "#0e1117",
    "color-background-hover": "#222a36",
    "color-background-border": "#2b3442",
    "color-foreground-primary": "#e9e4d8",
    "color-foreground-secondary": "#a3a79f",
    "color-foreground-muted": "#a3a79f",
    "color-brand-primary": "#f0c878",
    "color-brand-content": "#f0c878",
    "color-brand-visited": "#f0c878",
    "color-card-background": "#1b212b",
    "color-code-background": "#1b212b",
}
# The colours are those of the game client (web/src/tokens.css).
html_theme_options = {"top_of_page_buttons": [], "light_css_variables": LIGHT, "dark_css_variables": DARK}

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))
import reference

reference.write()
reference.write_static()
