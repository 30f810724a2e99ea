# All checks of `make check`, in parallel on all cores; each prints its output when it is done.

BIN := .venv/bin
CLIENT := $(BIN)/python tools/client.py once

.PHONY: all types client-check client-tests style
all: client-check types client-tests style # the slowest begin

types:
	@echo "Checking the types of the Python code ..."
	@$(BIN)/mypy

client-check:
	@echo "Checking the client ..."
	@$(CLIENT) check

client-tests:
	@echo "Testing the client ..."
	@$(CLIENT) test

style:
	@echo "Checking the style of the Python code ..."
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
