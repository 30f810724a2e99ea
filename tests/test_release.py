"""Releases: one version everywhere, consistent forms and workflows, and a small installation."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, distributions
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import cogtable
import release
import try_wheel

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
RELEASE = (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")


@pytest.fixture
def ready(tmp_path):
    """A project that is ready for version 1.2.3."""
    (tmp_path / "src" / "cogtable").mkdir(parents=True)
    (tmp_path / "src" / "cogtable" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.2.3\n")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 - 2027-01-31\n\n## 1.2.2 - 2026-12-24\n")
    return tmp_path


def test_a_consistent_tag_is_accepted(ready):
    assert release.disagreements("v1.2.3", ready) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("src/cogtable/__init__.py", "1.2.3", "1.2.2", "src/cogtable/__init__.py says 1.2.2, and the tag 1.2.3"),
        ("CITATION.cff", "version: 1.2.3", "version: 1.2.2", "CITATION.cff says 1.2.2, and the tag 1.2.3"),
        ("CHANGELOG.md", "## 1.2.3 - 2027-01-31", "## Unreleased", "CHANGELOG.md begins with Unreleased; give"),
        ("CHANGELOG.md", " - 2027-01-31", "", "CHANGELOG.md does not say when 1.2.3 came"),
    ],
)  # fmt: skip
def test_an_inconsistent_tag_is_refused(ready, file, old, new, wrong):
    text = (ready / file).read_text()
    (ready / file).write_text(text.replace(old, new))
    (found,) = release.disagreements("v1.2.3", ready)
    assert found.startswith(wrong)


@pytest.mark.parametrize("tag", ["", "1.2.3", "v1.2", "v1.2.3rc1"])
def test_a_tag_of_another_form_is_refused(ready, tag):
    assert release.disagreements(tag, ready) == [f'expected a tag like v1.2.3; found "{tag}"']


def test_the_version_is_the_same_everywhere():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {cogtable.__version__}\n" in citation
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased" or headings[0].startswith(f"{cogtable.__version__} - ")


def test_the_release_is_tried_on_three_systems_and_needs_no_password():
    jobs = yaml.safe_load(RELEASE)["jobs"]
    assert jobs["try"]["strategy"]["matrix"]["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert (jobs["try"]["needs"], jobs["publish"]["needs"]) == ("build", "try")
    assert jobs["publish"]["if"] == "github.ref_type == 'tag'"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    for secret in ("http", "password:", "secrets."):
        assert secret not in RELEASE


def test_workflows_run_existing_commands():
    for workflow in (GITHUB / "workflows").glob("*.yml"):
        for script in re.findall(r"\b(tools/\w+\.py|\.ci/\w+)", workflow.read_text(encoding="utf-8")):
            assert (ROOT / script).is_file(), f"{workflow.name}: {script}"


def test_the_form_for_bug_reports_asks_for_what_is_needed():
    form = (GITHUB / "ISSUE_TEMPLATE" / "fault.yml").read_text(encoding="utf-8")
    assert "cogtable doctor" in form
    for file in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(file.read_text(encoding="utf-8"))
        if file.name != "config.yml":
            assert {"name", "description", "body"} <= set(form), file.name
            names = [item["id"] for item in form["body"] if item["type"] != "markdown"]
            assert names
            assert len(set(names)) == len(names)


BYTECODE_MB = 80
"""Packages that pip installs besides; not every environment keeps them."""


def needed(name: str, found: dict[str, int]) -> None:
    """Adds the bytes of a package and its dependencies, without extras, on this machine."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        pytest.fail(f"{name} is needed and not installed")
    files = [Path(str(package.locate_file(file))) for file in package.files or ()]
    found[name.lower()] = sum(file.stat().st_size for file in files if file.suffix != ".pyc" and file.is_file())
    for text in package.requires or ():
        wanted = Requirement(text)
        if wanted.name.lower() not in found and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            needed(wanted.name, found)


def test_an_installation_for_players_is_smaller_than_promised():
    found: dict[str, int] = {}
    needed("cogtable", found)
    own = sum(file.stat().st_size for file in (ROOT / "src").rglob("*") if file.is_file() and file.suffix != ".pyc")
    assert not set(try_wheel.EXTRAS) & set(found)
    assert 100 < (sum(found.values()) + own) / 1e6 + BYTECODE_MB < try_wheel.MOST_MB


def test_pinned_versions_support_the_oldest_python():
    """Debian's Python is older than the latest patch version, and pip refuses packages that need a newer one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    pinned = set((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())
    needs = {
        f"{package.name}=={package.version}": SpecifierSet(package.metadata["Requires-Python"] or "")
        for package in distributions()
    }
    assert len(needs.keys() & pinned) > 50
    assert [package for package in sorted(needs.keys() & pinned) if oldest not in needs[package]] == []


def test_preinstalled_packages_do_not_count(tmp_path):
    for name in ("cogtable/a.py", "cogtable/__pycache__/a.pyc", "pip/b.py", "setuptools-65.dist-info/c", "six.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(bytes(1_000_000))
    assert try_wheel.megabytes(tmp_path) == 3
