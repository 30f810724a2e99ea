"""How `make docs` builds the site. See https://www.sphinx-doc.org and https://myst-parser.readthedocs.io."""

import sys
from pathlib import Path

import cogtable

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
sys.path.insert(0, str(HERE.parent))
from tools import reference

reference.write()
