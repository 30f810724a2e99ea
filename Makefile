# One command for each task. Each runs its own set-up first, which costs nothing once it is done.

ARGS ?=
GAMES ?= $(patsubst tests/golden/%.views.txt,%,$(wildcard tests/golden/*.views.txt))
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -q
# The same, but a failed test is run once more, alone.
TWICE := $(BIN)/python tools/run_tests.py -q
# One process per core, limited by memory.
SPREAD := -n auto --maxprocesses 4
# Tests that share something costly, such as compiled code, run in one process.
IN_GROUPS := --dist loadgroup
QUICK := not browser and not native and not slow and not large
# Without browser tests, their folder isn't even collected.
NO_BROWSER := --ignore tests/browser
# Playwright ships with its own Node.js, which doesn't start on a small Debian. It gets the one that builds the client.
BROWSER = export COGTABLE_CHROMIUM PLAYWRIGHT_NODEJS_PATH && \
    COGTABLE_CHROMIUM="$$(tools/chromium.sh)" && PLAYWRIGHT_NODEJS_PATH="$$($(BIN)/python tools/client.py node)"
# Tests use the headless shell, which costs less, and the full Chromium for features that the shell lacks.
BROWSERS = export COGTABLE_HEADLESS_SHELL && COGTABLE_HEADLESS_SHELL="$$(tools/chromium.sh shell)" && $(BROWSER)

# Tests start many interpreters, so bytecode is always cached, even if the environment disables that.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: help setup play client test test-agents test-clients test-fast test-large compiled check bench pages words goldens audit docs wheel constraints clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: .venv/.installed-dev client ## install everything for playing, testing and changing Cogtable
	@$(BROWSERS) && echo "Chromium for the browser tests: $$COGTABLE_HEADLESS_SHELL, $$COGTABLE_CHROMIUM"

play: .venv/.installed-play client ## open the table in the browser; ARGS="--port 9000" for options
	@$(BIN)/cogtable $(ARGS)

test: check compiled ## every check and every test
	@echo "Testing, and in the browser at the end ..."
	@$(BROWSERS) && $(TWICE) $(SPREAD) $(IN_GROUPS) --no-loadscope-reorder --hypothesis-profile thorough -m "not large"

test-large: .venv/.installed-torch client compiled ## slow tests: large games, further sizes and themes in the browser, Firefox and WebKit, many processes on PostgreSQL, all of conformance, many more generated cases
	@tools/postgres.sh
	@tools/browsers.sh
	@$(BROWSERS) && $(TWICE) $(SPREAD) $(IN_GROUPS) -m large $(ARGS)
	@$(PYTEST) $(SPREAD) --hypothesis-profile exhaustive -m "hypothesis and $(QUICK)" $(ARGS)
	@tools/clients.sh
	@tools/agents.sh

test-clients: ## environments with Gymnasium 1.2.2, Stable-Baselines3, RLlib, TorchRL and SuperSuit, in a separate virtual environment
	@tools/clients.sh

test-agents: .venv/.installed-dev ## environments in words with TextArena, verifiers and Inspect, in a separate virtual environment
	@tools/agents.sh

test-fast: .venv/.installed-dev client ## the quick tests only, without those of the server; ARGS="tests/server" or "-k splendor" to choose
	@$(PYTEST) $(SPREAD) $(IN_GROUPS) $(NO_BROWSER) --ignore tests/envs $(if $(ARGS),,--ignore tests/server) -m "$(QUICK)" $(ARGS)

compiled: .venv/.installed-dev client
	@$(BIN)/python tools/compile_games.py

check: .venv/.installed-dev client ## style, types, and the client's own checks and tests
	@$(MAKE) --no-print-directory --jobs=$(shell nproc) --output-sync=target -f tools/checks.mk

bench: .venv/.installed-play ## measure the figures of docs/performance.md
	@$(BIN)/cogtable bench $(ARGS)

goldens: .venv/.installed-dev ## rewrite the golden games and views after an intended change; GAMES=splendor to choose
	@export PYTHONPATH=tests/tiny && for game in $(GAMES); do \
	    $(BIN)/python -m cogtable.testing.conformance --golden $$game tests/golden && \
	    $(BIN)/python -m cogtable.testing.views $$game tests/golden || exit 1; done

pictures: .venv/.installed-dev client ## retake the pictures of the documentation; ARGS="lesson undo" for those whose names begin so
	@$(BROWSER) && $(BIN)/python -m tools.pictures $(ARGS)

pages: .venv/.installed-dev client ## compare pictures of all pages before and after a change; ARGS="take build/before", then ARGS="compare build/before"
	@$(BROWSERS) && PYTHONPATH=.:tools $(BIN)/python -m compare_pages $(ARGS)

words: .venv/.installed-dev ## collect all words for translators, and compile their translations
	@$(BIN)/cogtable words $(ARGS)

audit: .venv/.installed-audit ## look up known vulnerabilities in all Python and npm packages
	@echo "Auditing the packages of Python and of the client ..."
	@failed=0; \
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip --progress-spinner off || failed=1; \
	$(BIN)/python tools/client.py audit || failed=1; exit $$failed

docs: .venv/.installed-docs client ## build the documentation as a site, with tables to play at in it, and print its path
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --write-all --tag play --doctree-dir build/doctrees docs build/site
	@$(BIN)/cogtable site --out build/site/play
	@echo "The documentation is at build/site/index.html"

client: .venv/.installed-play
	@$(BIN)/python tools/client.py build

wheel: .venv/.installed-dev client ## build sdist and wheel with the client into dist
	@$(BIN)/python -m build --no-isolation

constraints: ## rewrite constraints.txt with today's versions
	@tools/constraints.sh

clean: ## remove everything that make has created
	rm -rf .venv .cache build dist web/node_modules src/cogtable/server/static
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/.installed-%: pyproject.toml constraints.txt tools/setup.sh
	@tools/setup.sh $*
