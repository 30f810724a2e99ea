#!/usr/bin/env bash
# chromium.sh [shell]: prints the path of a working Chromium for the browser tests; with `shell` that of its headless
# shell, which has no windows and needs a fifth less CPU time, or of the full Chromium if there is no headless shell.
# Missing programs come from Debian: installed for the machine if this user has permission, otherwise unpacked under
# .cache/chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

program=chromium packages=(chromium fonts-dejavu-core)
case "${1:-}" in
"") ;;
# Both at once: they share files, so they must have the same version.
shell) program=chromium-headless-shell packages+=(chromium-headless-shell) ;;
*) die "expected \"shell\" or nothing, not \"$1\"" ;;
esac

found=$PWD/.cache/$program.path # the one that worked last time
unpacked=$PWD/.cache/chromium
wrapper=$unpacked/run-$program
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

# A Chromium in an unusual place needs the paths of its libraries and fonts.
write_wrapper() {
    local libraries
    libraries=$(find "$unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    cat >"$unpacked/fonts.conf" <<END
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>$unpacked/usr/share/fonts</dir><cachedir>$unpacked/fontcache</cachedir></fontconfig>
END
    cat >"$wrapper" <<END
#!/bin/sh
export LD_LIBRARY_PATH='$libraries' FONTCONFIG_FILE='$unpacked/fonts.conf'
exec '$unpacked/usr/lib/chromium/$program' "\$@"
END
    chmod +x "$wrapper"
}

if [ -n "${COGTABLE_CHROMIUM:-}" ]; then
    works "$COGTABLE_CHROMIUM" || die "COGTABLE_CHROMIUM=$COGTABLE_CHROMIUM does not start"
    [ $program = chromium ] || found=/dev/null # not a shell, so the next run looks for one again
    use "$COGTABLE_CHROMIUM"
fi
if [ -f "$found" ] && [ -x "$(cat "$found")" ]; then
    cat "$found"
    exit
fi
say "Looking for a $program that works (once) ..."
for browser in $program "$wrapper"; do
    if works "$browser"; then use "$browser"; fi
done
if debian_install "${packages[@]}" && works $program; then use $program; fi
if debian_unpack "$unpacked" chromium-common "${packages[@]}" && write_wrapper && works "$wrapper"; then use "$wrapper"; fi
if [ $program != chromium ]; then
    whole=$(tools/chromium.sh)
    say "There is no $program here: the browser tests use the whole Chromium, and take a quarter more time"
    use "$whole"
fi
die "the browser tests take Chromium; please have it installed (apt-get install chromium), or name one with COGTABLE_CHROMIUM"
