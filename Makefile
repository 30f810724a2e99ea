# One command a task. Each does its own set-up first, and set-up that is done costs nothing.

ARGS ?=
GAMES ?= $(patsubst tests/golden/%.views.txt,%,$(wildcard tests/golden/*.views.txt))
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -q
# The same, which runs a test that failed once more, alone.
TWICE := $(BIN)/python tools/run_tests.py -q
# A process for each core, and not more than memory bears.
SPREAD := -n auto --maxprocesses 4
# What shares something costly, such as compiled code, runs in one process.
IN_GROUPS := --dist loadgroup
QUICK := not browser and not native and not slow and not large
# Their folder is not even read where none of them runs.
NO_BROWSER := --ignore tests/browser
# Playwright brings a Node.js of its own, which does not start on a small Debian: it gets the one that builds the client.
BROWSER = export COGTABLE_CHROMIUM PLAYWRIGHT_NODEJS_PATH && \
    COGTABLE_CHROMIUM="$$(tools/chromium.sh)" && PLAYWRIGHT_NODEJS_PATH="$$($(BIN)/python tools/client.py node)"
# Tests take the headless shell, which costs less, and the whole Chromium for what the shell lacks.
BROWSERS = export COGTABLE_HEADLESS_SHELL && COGTABLE_HEADLESS_SHELL="$$(tools/chromium.sh shell)" && $(BROWSER)

# Tests start many interpreters: what is imported is parsed once, also where somebody's environment keeps no bytecode.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: help setup play client test test-clients test-fast test-large compiled check bench pages words goldens audit docs wheel constraints clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: .venv/.installed-dev client ## install everything that playing, testing and changing Cogtable takes
	@$(BROWSERS) && echo "Chromium for the browser tests: $$COGTABLE_HEADLESS_SHELL, $$COGTABLE_CHROMIUM"

play: .venv/.installed-play client ## open the table in the browser; ARGS="--port 9000" for options
	@$(BIN)/cogtable $(ARGS)

test: check compiled ## every check and every test
	@echo "Testing, and in the browser at the end ..."
	@$(BROWSERS) && $(TWICE) $(SPREAD) $(IN_GROUPS) --no-loadscope-reorder --hypothesis-profile thorough -m "not large"

test-large: .venv/.installed-torch client compiled ## what takes long: large games, further sizes and themes in the browser, Firefox and WebKit, many processes on PostgreSQL, all of conformance, many more generated cases
	@tools/postgres.sh
	@tools/browsers.sh
	@$(BROWSERS) && $(TWICE) $(SPREAD) $(IN_GROUPS) -m large $(ARGS)
	@$(PYTEST) $(SPREAD) --hypothesis-profile exhaustive -m "hypothesis and $(QUICK)" $(ARGS)
	@tools/clients.sh

test-clients: ## environments with Gymnasium 1.2.2, Stable-Baselines3, RLlib, TorchRL and SuperSuit, in an environment of their own
	@tools/clients.sh

test-fast: .venv/.installed-dev client ## the quick tests only, without those of the server; ARGS="tests/server" or "-k splendor" to choose
	@$(PYTEST) $(SPREAD) $(IN_GROUPS) $(NO_BROWSER) --ignore tests/envs $(if $(ARGS),,--ignore tests/server) -m "$(QUICK)" $(ARGS)

compiled: .venv/.installed-dev client
	@$(BIN)/python tools/compile_games.py

check: .venv/.installed-dev client ## style, types, and the client's own checks and tests
	@$(MAKE) --no-print-directory --jobs=$(shell nproc) --output-sync=target -f tools/checks.mk

bench: .venv/.installed-play ## measure the figures of docs/performance.md
	@$(BIN)/cogtable bench $(ARGS)

goldens: .venv/.installed-dev ## write the golden games and views anew, after a change that is meant; GAMES=splendor to choose
	@export PYTHONPATH=tests/tiny && for game in $(GAMES); do \
	    $(BIN)/python -m cogtable.testing.conformance --golden $$game tests/golden && \
	    $(BIN)/python -m cogtable.testing.views $$game tests/golden || exit 1; done

pictures: .venv/.installed-dev client ## take the pictures of the documentation anew; ARGS="lesson undo" for those whose names begin so
	@$(BROWSER) && $(BIN)/python -m tools.pictures $(ARGS)

pages: .venv/.installed-dev client ## compare pictures of all pages before and after a change; ARGS="take build/before", then ARGS="compare build/before"
	@$(BROWSERS) && PYTHONPATH=.:tools $(BIN)/python -m compare_pages $(ARGS)

words: .venv/.installed-dev ## collect all words for translators, and compile what they have translated
	@$(BIN)/cogtable words $(ARGS)

audit: .venv/.installed-audit ## look up known holes in all packages, those of Python and of the client
	@echo "Auditing the packages of Python and of the client ..."
	@failed=0; \
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip --progress-spinner off || failed=1; \
	$(BIN)/python tools/client.py audit || failed=1; exit $$failed

docs: .venv/.installed-docs client ## build the documentation as a site, and say where it lies
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --write-all --doctree-dir build/doctrees docs build/site
	@echo "The documentation is at build/site/index.html"

client: .venv/.installed-play
	@$(BIN)/python tools/client.py build

wheel: .venv/.installed-dev client ## build sdist and wheel, with the client in them, into dist
	@$(BIN)/python -m build --no-isolation

constraints: ## write constraints.txt anew, with today's versions
	@tools/constraints.sh

clean: ## remove everything that make has made
	rm -rf .venv .cache build dist web/node_modules src/cogtable/server/static
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/.installed-%: pyproject.toml constraints.txt tools/setup.sh
	@tools/setup.sh $*
