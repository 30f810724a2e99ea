"""The installation files for servers (`deploy/`), and the commands of `docs/host-it.md`, as far as they can be checked
without Docker and root.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from cogtable import cli

from .test_docs import blocks, understood

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOST_IT = ROOT / "docs" / "host-it.md"
PATIENCE = 60
"""The time in seconds after which a test gives up waiting for a process."""


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def dockerfile() -> list[tuple[str, str]]:
    """Returns the instructions of the image, with their arguments."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def image_environment() -> dict[str, str]:
    (line,) = [rest for word, rest in dockerfile() if word == "ENV"]
    return dict(each.partition("=")[::2] for each in shlex.split(line))


def unit(name: str) -> list[tuple[str, str]]:
    """Returns the settings of a systemd unit."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    return [line.partition("=")[::2] for line in text.splitlines() if re.match(r"\w+=", line)]


def known_variables() -> set[str]:
    """Returns the environment variables that `cogtable serve` reads."""
    found = {each.envvar for each in cli.commands().commands["serve"].params}
    return {"COGTABLE_CACHE", *(each for each in found if isinstance(each, str))}


def test_the_server_reads_every_variable(compose: Any) -> None:
    units = [value for name in ("cogtable.service", "cogtable-backup.service") for _, value in unit(name)]
    texts = [*image_environment(), *compose["services"]["server"]["environment"], *units]
    named = {name for text in texts for name in re.findall(r"COGTABLE_\w+", text)}
    assert {"COGTABLE_DATABASE", "COGTABLE_ORIGIN", "COGTABLE_TRUSTED_PROXY", "COGTABLE_CACHE"} <= named
    assert named <= known_variables()


def test_the_image_is_built_from_existing_files() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert all((ROOT / name).exists() for name in kept)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = {"pyproject.toml", "hatch_build.py", "constraints.txt", "src", "web", "tools", "examples"}
    assert needed | {project["project"]["readme"], *project["project"]["license-files"]} <= kept
    (build,) = [rest for word, rest in dockerfile() if word == "RUN" and "pip install" in rest]
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", build)
    assert set(extras.split(",")) <= set(project["project"]["optional-dependencies"])
    assert "--constraint constraints.txt" in build
    (line,) = [rest for word, rest in dockerfile() if word == "CMD"]
    understood(yaml.safe_load(line)[1:])


def test_the_image_runs_unprivileged_in_its_own_folder() -> None:
    said = dict(dockerfile())
    assert said["USER"] == "cogtable"
    places = {name: value for name, value in image_environment().items() if value.startswith("/var/")}
    assert set(places) == {"COGTABLE_DATABASE", "COGTABLE_ARCHIVE", "COGTABLE_CACHE"}
    assert all(value.startswith(said["VOLUME"] + "/") for value in places.values())


@pytest.mark.slow
def test_the_images_server_becomes_healthy(tmp_path: Path) -> None:
    """Runs the image's command, with a free port and folders of this machine."""
    environment = {
        name: value.replace("/var/lib/cogtable", str(tmp_path)).replace("8000", "0").replace("0.0.0.0", "127.0.0.1")
        for name, value in image_environment().items()
        if name not in ("PATH", "COGTABLE_CACHE")
    }
    command = [sys.executable, "-m", "cogtable", "serve", "--no-warm"]
    with subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = next(line for line in server.stdout if line.startswith("Cogtable is at ")).split()[-1]
            (check,) = [rest for word, rest in dockerfile() if word == "HEALTHCHECK"]
            _, flag, code = yaml.safe_load(check.partition("CMD ")[2])
            assert "http://127.0.0.1:8000/healthz" in code
            own = code.replace("http://127.0.0.1:8000", address)
            subprocess.run([sys.executable, flag, own], check=True, timeout=PATIENCE)
            broken = code.replace("http://127.0.0.1:8000", address + "/nowhere")
            assert subprocess.run([sys.executable, flag, broken], stderr=subprocess.DEVNULL, check=False).returncode
        finally:
            began = time.monotonic()
            server.terminate()
            server.wait(PATIENCE)
    assert time.monotonic() - began < 10
    assert (tmp_path / "cogtable.db").is_file()


def test_the_containers_find_each_other(compose: Any) -> None:
    services = compose["services"]
    assert set(services) == {"server", "database", "proxy"}
    server, database, proxy = services["server"], services["database"], services["proxy"]
    said = database["environment"]
    account = f"{said['POSTGRES_USER']}:{said['POSTGRES_PASSWORD']}@database/{said['POSTGRES_DB']}"
    assert server["environment"]["COGTABLE_DATABASE"] == f"postgresql+psycopg://{account}"
    (subnet,) = compose["networks"]["default"]["ipam"]["config"]
    assert server["environment"]["COGTABLE_TRUSTED_PROXY"] == subnet["subnet"]
    caddyfile = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"reverse_proxy server:{dict(dockerfile())['EXPOSE']}" in caddyfile
    assert set(re.findall(r"\{\$(\w+)\}", caddyfile)) == set(proxy["environment"])
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    for service in services.values():
        for volume in service["volumes"]:
            place = volume.partition(":")[0]
            assert (DEPLOY / place).is_file() if place.startswith(".") else place in compose["volumes"]
    assert (DEPLOY / server["build"]["context"]).resolve() == ROOT
    assert (ROOT / server["build"]["dockerfile"]).is_file()


def test_the_compose_files_variables_are_those_of_the_page() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    (line,) = [each for each in commands() if each.startswith("printf")]
    assert {each.partition("=")[0] for each in shlex.split(line)[1].split("\\n") if each} == asked


def test_the_units_run_existing_commands() -> None:
    (line,) = [value for name, value in unit("cogtable.service") if name == "ExecStart"]
    program, command, *arguments = shlex.split(line)
    assert (program, command) == ("/opt/cogtable/bin/cogtable", "serve")
    known = cli.commands().commands["serve"].params
    options = {option for each in known for option in (*each.opts, *each.secondary_opts)}
    assert {each for each in arguments if each.startswith("--")} <= options
    (line,) = [value for name, value in unit("cogtable-backup.service") if name == "ExecStart"]
    shell, flag, script = shlex.split(line)
    assert (shell, flag) == ("/bin/sh", "-c")
    script = script.replace("$(date +%%a)", "Mon")
    understood(script.removeprefix("exec /opt/cogtable/bin/cogtable ").split())
    folder = Path(script.split()[-1]).parent
    assert f"/var/lib/{dict(unit('cogtable-backup.service'))['StateDirectory'].split()[1]}" == str(folder)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd-analyze")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for file in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = file.read_text(encoding="utf-8").replace("/opt/cogtable/bin/cogtable", "/bin/true")
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())]
    found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    about_ours = [line for line in found.stderr.splitlines() if "cogtable" in line]
    assert (found.returncode, about_ours) == (0, [])


# --- the page ------------------------------------------------------------------------------------------


def commands() -> Iterator[str]:
    """Returns the commands of the page, including those in its running text, without their prefixes."""
    for block in blocks(HOST_IT):
        if block.kind == "sh":
            yield from block.text.replace("\\\n", "").splitlines()
    text = re.sub(r"\s+", " ", HOST_IT.read_text(encoding="utf-8"))
    yield from (each for each in re.findall(r"`((?:sudo|docker|cogtable) [^`]+)`", text) if "..." not in each)


def test_the_containers_and_units_that_the_page_names_exist(compose: Any) -> None:
    services = set(compose["services"])
    takes_services = re.compile(r"docker compose (?:exec(?: -T)?|logs --follow|stop|start) (\w+)")
    named = {name for command in commands() for name in takes_services.findall(command)}
    assert named == {"server", "database"} <= services
    units = {each for command in commands() for each in re.findall(r"cogtable(?:-backup)?\.(?:service|timer)", command)}
    assert units == {file.name for file in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer"))}


def test_nested_commands_exist() -> None:
    inner = [re.search(r"(?:exec server|/bin)/?\s?cogtable (.*)", command) for command in commands()]
    found = [shlex.split(each[1]) for each in inner if each]
    assert len(found) >= 2
    for arguments in found:
        understood(arguments)


def test_the_unit_keeps_the_database_where_the_page_restores_it() -> None:
    places = {value for name, value in unit("cogtable.service") if name == "Environment"}
    (restore,) = [command for command in commands() if " admin restore " in command]
    assert f"COGTABLE_DATABASE={shlex.split(restore)[-1]}" in places
