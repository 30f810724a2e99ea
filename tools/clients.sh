#!/usr/bin/env bash
# Tests the environments with the libraries that train on them, in build/clients: RLlib pins an older Gymnasium than the
# one in .venv, the oldest that the extra `rl` allows.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

clients=build/clients
if [ ! -e "$clients/.installed" ] || [ pyproject.toml -nt "$clients/.installed" ]; then
    say "Installing Stable-Baselines3, RLlib, TorchRL and SuperSuit into $clients ..."
    .venv/bin/python -m venv "$clients"
    grep --invert-match '^gymnasium==' constraints.txt >"$clients/constraints.txt"
    "$clients/bin/python" -m pip install --quiet --disable-pip-version-check --constraint "$clients/constraints.txt" \
        --extra-index-url https://download.pytorch.org/whl/cpu --retries 1 --timeout 10 --editable '.[clients,dev]'
    touch "$clients/.installed"
fi
# Deprecation warnings of other libraries aren't failures of this project.
exec "$clients/bin/python" -m pytest -q -W default --maxprocesses 2 -n auto --dist loadgroup tests/envs
