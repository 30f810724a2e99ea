#!/usr/bin/env bash
# Makes sure that there are Firefox and WebKit for `make test-large`; those that are missing come from Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

# The packages of the programs that are missing. WebKit draws on a screen of Xvfb.
missing() {
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null || echo firefox-esr
    command -v WebKitWebDriver >/dev/null || echo webkit2gtk-driver
    command -v Xvfb >/dev/null || echo xvfb
}

mapfile -t packages < <(missing)
if [ ${#packages[@]} -gt 0 ]; then
    debian_install "${packages[@]}" || true # checked below
fi
mapfile -t packages < <(missing)
[ ${#packages[@]} -eq 0 ] ||
    die "the tests in Firefox and WebKit need ${packages[*]}; please install this: apt-get install ${packages[*]}"
