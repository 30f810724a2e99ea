#!/usr/bin/env bash
# Prints the path of a Chromium that works, for the browser tests. Where there is none it comes from Debian: installed
# for the machine where this user may do that, else unpacked under .cache/chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

found=$PWD/.cache/chromium.path # the one that worked last time
unpacked=$PWD/.cache/chromium
page='data:text/html,<p id=proof>'

works() {
    local browser profile status=0
    browser=$(command -v "${1:-}") && "$browser" --version >/dev/null 2>&1 || return 1
    profile=$(mktemp -d)
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$profile" --dump-dom "$page" 2>/dev/null |
        grep -q 'id="proof"' || status=1
    rm -rf "$profile"
    return $status
}

use() {
    mkdir -p .cache
    command -v "$1" | tee "$found"
    exit
}

# A Chromium outside its usual place needs to be told where its libraries and fonts lie.
write_wrapper() {
    local libraries
    libraries=$(find "$unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    cat >"$unpacked/fonts.conf" <<END
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>$unpacked/usr/share/fonts</dir><cachedir>$unpacked/fontcache</cachedir></fontconfig>
END
    cat >"$unpacked/run" <<END
#!/bin/sh
export LD_LIBRARY_PATH='$libraries' FONTCONFIG_FILE='$unpacked/fonts.conf'
exec '$unpacked/usr/lib/chromium/chromium' "\$@"
END
    chmod +x "$unpacked/run"
}

if [ -n "${COGTABLE_CHROMIUM:-}" ]; then
    works "$COGTABLE_CHROMIUM" || die "COGTABLE_CHROMIUM=$COGTABLE_CHROMIUM does not start"
    use "$COGTABLE_CHROMIUM"
fi
if [ -f "$found" ] && [ -x "$(cat "$found")" ]; then
    cat "$found"
    exit
fi
say "Looking for a Chromium that works (once) ..."
for browser in chromium "$unpacked/run"; do
    if works "$browser"; then use "$browser"; fi
done
if debian_install chromium fonts-dejavu-core && works chromium; then use chromium; fi
if debian_unpack "$unpacked" chromium fonts-dejavu-core && write_wrapper && works "$unpacked/run"; then
    use "$unpacked/run"
fi
die "the browser tests take Chromium; please have it installed (apt-get install chromium), or name one with COGTABLE_CHROMIUM"
