"""Checks that all mentions of the version agree: `python tools/release.py v1.2.3`. Needs only Python."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def disagreements(tag: str, root: Path = ROOT) -> list[str]:
    """Returns the reasons against releasing a tag, in sentences; empty if there are none."""
    if not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        return [f'expected a tag like v1.2.3; found "{tag}"']
    version = tag[1:]
    found = [
        (f"{file} says {said}, and the tag {version}")
        for file, pattern in (
            ("src/cogtable/__init__.py", r'^__version__ = "(.*)"$'),
            ("CITATION.cff", r"^version: (.*)$"),
        )
        if (said := _first(pattern, root / file)) != version
    ]
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = _first(r"^## (.*)$", root / "CHANGELOG.md")
    if newest.partition(" ")[0] != version:
        found.append(f"CHANGELOG.md begins with {newest}; give what is new the heading ## {version} and its date")
    elif not re.search(rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE):
        found.append(f"CHANGELOG.md does not say when {version} came; expected ## {version} - YEAR-MONTH-DAY")
    return found


def _first(pattern: str, file: Path) -> str:
    found = re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].strip() if found else "nothing"


if __name__ == "__main__":
    wrong = disagreements(sys.argv[1] if len(sys.argv) == 2 else "")
    sys.exit("\n".join(f"error: {each}" for each in wrong))
