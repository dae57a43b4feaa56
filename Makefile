# Two commands for everybody: `make demo` (a refereed game with no camera) and `make test` (every check).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTHON_SOURCES := engine vision web calibration hardware referee tests

.PHONY: demo deb test bench lint types imports check-python clean browser

demo: $(VENV)/.installed
	@$(BIN)/referee demo $(DEMO)

test: $(VENV)/.installed-dev browser lint types imports
	$(BIN)/pytest -n auto

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/ruff format --check $(PYTHON_SOURCES)

types: $(VENV)/.installed-dev
	$(BIN)/mypy

imports: $(VENV)/.installed-dev
	$(BIN)/lint-imports

# A package that installs without a network; ARCH=amd64 for other machines than a Pi.
deb: $(VENV)/.installed
	@PYTHON=$(BIN)/python sh referee/appliance/make_deb.sh $(ARCH)

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench $(BENCH)

# The page is tested in a real browser. As root on Debian it is installed here; elsewhere the way to it is said.
browser:
	@sh tests/e2e/install_browser.sh

check-python:
	@command -v $(PYTHON) >/dev/null || { echo "No '$(PYTHON)' found. Install Python 3.11 or newer, or say: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $$($(PYTHON) --version) was found. Say: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian and Raspberry Pi OS: sudo apt install python3-venv"; exit 1; }

$(VENV)/bin/python: | check-python
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Sequence Referee into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Sequence Referee and its checks into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache bench.json
