#!/usr/bin/env bash
# Makes sure that tests can start a PostgreSQL server; a missing one is installed from Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

there() {
    local found
    for found in /usr/lib/postgresql/*/bin/initdb; do
        if [ -x "$found" ]; then return; fi
    done
    command -v initdb >/dev/null
}

there || { debian_install postgresql && there; } ||
    die "the tests of many processes take PostgreSQL; please have it installed (apt-get install postgresql)"
