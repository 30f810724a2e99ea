#!/usr/bin/env bash
# Rewrites constraints.txt with the versions that a fresh environment gets today. They must support the oldest Python
# allowed, so PYTHON should name one as old as Debian's; tests/test_release.py checks that.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

fresh=build/constraints
rm -rf "$fresh"
say "Installing everything into $fresh ..."
"${PYTHON:-python3}" -m venv "$fresh"
node=$(sed -n 's/^NODE_FROM_PYPI = "\(.*\)"$/\1/p' tools/client.py)
"$fresh/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[audit,dev,docs,gpu,lab,postgres,ray,rl,torch]' "$node"
{
    echo "# The versions that \`make\` installs. Written by tools/constraints.sh; pyproject.toml has the ranges that work."
    "$fresh/bin/python" -m pip freeze --exclude-editable
} >constraints.txt
