#!/usr/bin/env bash
# Makes .venv and installs Cogtable into it: `tools/setup.sh play`, `tools/setup.sh docs` with the packages that build the
# documentation, `tools/setup.sh dev` with these and the packages of the tests, `tools/setup.sh torch` with PyTorch for
# the CPU and Ray in addition, or `tools/setup.sh audit` with the tool that looks up known vulnerabilities.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

what=${1:?usage: tools/setup.sh play | docs | dev | torch | audit}

find_python() {
    local python
    for python in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$python"
            return
        fi
    done
    die "Cogtable takes Python 3.11 or newer; name one with PYTHON=/path/to/python3"
}

# Debian's Python has no ensurepip, which puts pip into a new environment; it is a separate package.
make_environment() {
    local python=$1 version pip_wheel
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    rm -rf .venv
    say "Making .venv with Python $version ..."
    if "$python" -c 'import ensurepip' 2>/dev/null || debian_install "python$version-venv"; then
        "$python" -m venv .venv && return
    fi
    "$python" -m venv --without-pip .venv || die "this Python lacks the module venv: apt-get install python3-venv"
    if "$python" -m pip --version >/dev/null 2>&1; then
        "$python" -m pip --python .venv/bin/python install --quiet pip && return
    fi
    if command -v virtualenv >/dev/null; then
        virtualenv --quiet --clear --python "$python" .venv && return
    fi
    if debian_unpack .cache/pip python3-pip-whl; then
        pip_wheel=$(echo .cache/pip/usr/share/python-wheels/pip-*.whl)
        .venv/bin/python "$pip_wheel/pip" install --quiet pip && return
    fi
    rm -rf .venv
    die "this Python cannot make an environment with pip; please have this installed: apt-get install python3-venv"
}

case $what in
    play) package=. ;;
    docs) package='.[docs]' ;;
    dev) package='.[dev,docs,lab,postgres,rl]' ;;
    torch) package='.[dev,docs,lab,postgres,ray,rl,torch]' ;;
    audit) package='.[audit]' ;;
    *) die "usage: tools/setup.sh play | docs | dev | torch | audit" ;;
esac
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    make_environment "$python"
fi
say "Installing Python packages (once) ..."
more=()
# PyPI's PyTorch for Linux has gigabytes for GPUs; the CPU build counts as newer if its index can be reached.
if [ "$what" = torch ]; then more=(--extra-index-url https://download.pytorch.org/whl/cpu --retries 1 --timeout 10); fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt ${more[@]+"${more[@]}"} \
    --editable "$package"
touch .venv/.installed-play ".venv/.installed-$what"
case $what in dev | torch) touch .venv/.installed-docs .venv/.installed-dev ;; esac
