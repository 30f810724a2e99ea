#!/usr/bin/env bash
# Tests the environments in words with the libraries that train and measure language models, in build/agents: they need
# other versions of shared packages than the libraries of tools/clients.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

agents=build/agents
if [ ! -e "$agents/.installed" ] || [ pyproject.toml -nt "$agents/.installed" ]; then
    say "Installing TextArena, verifiers and Inspect into $agents ..."
    .venv/bin/python -m venv "$agents"
    "$agents/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 10 \
        --editable '.[dev,inspect,textarena,verifiers]'
    touch "$agents/.installed"
fi
# Deprecation warnings of other libraries aren't failures of this project.
exec "$agents/bin/python" -m pytest -q -W default --maxprocesses 2 -n auto --dist loadgroup tests/agents \
    tests/envs/test_agent_libraries.py tests/envs/test_text.py
