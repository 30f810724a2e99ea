# Packages from Debian, for root and for ordinary users. Other scripts in this folder source this one.

say() { echo "$*" >&2; }

die() {
    echo "error: $*" >&2
    exit 1
}

# debian_install PACKAGE ...: installs for the whole machine. Fails if this user has no permission.
debian_install() {
    local as_root=()
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root=(sudo -n)
    fi
    say "Installing from Debian: $* ..."
    "${as_root[@]}" apt-get update -qq >&2 || say "(apt-get update failed; going on with the package lists there are)"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# debian_unpack FOLDER PACKAGE ...: unpacks packages into a folder, even installed ones, with all dependencies that aren't
# installed. Needs no permissions: apt's lists and downloads are under .cache/apt meanwhile.
debian_unpack() {
    local folder=$1 state=$PWD/.cache/apt missing archive
    shift
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    rm -rf "$state"
    mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/debs" "$folder"
    local apt=(apt-get -qq -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache")
    say "Unpacking from Debian into $folder: $* ..."
    "${apt[@]}" update >&2 || say "(apt-get update failed; going on with the package lists there are)"
    missing=$("${apt[@]}" install --simulate --reinstall --no-install-recommends "$@" | awk '$1 == "Inst" { print $2 }') || return 1
    # shellcheck disable=SC2086  # one word for each package
    (cd "$state/debs" && "${apt[@]}" download $missing >&2) || return 1
    for archive in "$state"/debs/*.deb; do
        dpkg-deb --extract "$archive" "$folder" || return 1
    done
    rm -rf "$state"
}
