# Two commands for everybody: `make demo` (a refereed game with no camera) and `make test` (every check).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What Python compiled once serves all processes that tests start.
unexport PYTHONDONTWRITEBYTECODE
# Python compiles what is imported when it first is; much of what is installed never is.
# LOCKED=1 installs exactly what requirements.lock names, by its hashes; else what pyproject.toml allows, from any index.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
ifdef LOCKED
INSTALL = $(PIP) --require-hashes --requirement requirements.lock && $(PIP) --no-deps --no-build-isolation --editable .
else
INSTALL = $(PIP) --editable .
endif
PYTHON_SOURCES := engine vision web calibration hardware referee tests

.PHONY: setup format test-all test-fast coverage docs train demo wheels deb image test bench bench-check bench-keep size lint types imports audit lock check-python clean browser club database

demo: $(VENV)/.installed
	@$(BIN)/referee demo $(DEMO)

# Much of what tests take is waiting, for a browser or a thread: two more at a time than there are cores.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 2)")

# Types and imports are checked beside the tests; what they say comes last, and either fails it all. Collecting them
# compiles, the first time, what else every worker would compile at the same time as the others.
test: ONLY = -m "not slow"
test test-all: $(VENV)/.installed-dev browser database lint
	@said=$$(mktemp); $(MAKE) --no-print-directory types imports >"$$said" 2>&1 & beside=$$!; \
	[ -e $(VENV)/.compiled ] || $(BIN)/pytest --collect-only --quiet $(ONLY) >$(VENV)/.compiled 2>&1; \
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --durations=15 $(ONLY); tests=$$?; \
	wait $$beside; checks=$$?; cat "$$said"; rm "$$said"; exit $$((tests + checks))

# Everything for working on it, with the quick checks before each commit.
setup: $(VENV)/.installed-dev
	@$(BIN)/pre-commit install

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix $(PYTHON_SOURCES)
	$(BIN)/ruff format $(PYTHON_SOURCES)

# The rules and the arbiter, without a browser, a camera, whole simulated evenings or code broken on purpose.
test-fast: lint types imports
	$(BIN)/pytest -n auto -m "not slow" tests/engine tests/arbiter tests/project --ignore tests/arbiter/test_simulated_games.py

# How much of the engine and the page their own tests run, with a floor.
coverage: $(VENV)/.installed-dev
	$(BIN)/pytest -n auto -m "not slow" tests/engine tests/arbiter tests/web --cov=engine --cov=web --cov-fail-under=95

docs: $(VENV)/.installed-dev
	@$(PIP) --editable '.[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in site/: open site/index.html."

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/ruff format --check $(PYTHON_SOURCES)

types: $(VENV)/.installed-dev
	$(BIN)/mypy

imports: $(VENV)/.installed-dev
	$(BIN)/lint-imports

# Every wheel the program needs, as locked, for installing without a network: WHEELS is the folder, ARCH as below.
WHEELS ?= wheels
wheels: $(VENV)/.installed
	@PYTHON=$(BIN)/python sh referee/appliance/collect_wheels.sh $(WHEELS) $(ARCH)

# A package that installs without a network; ARCH=amd64 for other machines than a Pi.
deb: $(VENV)/.installed
	@PYTHON=$(BIN)/python sh referee/appliance/make_deb.sh $(ARCH)

# A card for the Pi, made by PI_GEN, a checkout of the tool that makes Raspberry Pi OS; needs root and about an hour.
image: deb
	@PYTHON=$(BIN)/python sh referee/appliance/image/build.sh "$(or $(PI_GEN),pi-gen)" dist/sequence-referee_*_arm64.deb $(or $(OUT),dist)

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench $(BENCH)

# Whether a figure is worse than at the last release by more than its noise; BENCH="engine" asks of that bench alone.
bench-check: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench --check $(BENCH)

# Keeps today's figures of these benches as those of a release.
bench-keep: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench --keep $(BENCH)

# How many files, lines and named numbers each room has.
size: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.size

# Whether a library, locked or of the lowest version allowed, has a known advisory; says so where no index is at hand.
audit: $(VENV)/.installed-dev
	@$(PIP) pip-audit uv
	@$(BIN)/python -m tests.audit

# Every library with its version and hashes, for Python 3.11 and newer on any machine: made anew when pyproject.toml changed.
lock: $(VENV)/.installed-dev
	@$(PIP) uv
	@printf 'hatchling>=1.25\neditables\n' | $(BIN)/python -m uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--extra https --generate-hashes --custom-compile-command "make lock" pyproject.toml - -o requirements.lock
	@printf 'simplejpeg>=1.8.1\n' | $(BIN)/python -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-deps \
		--generate-hashes --custom-compile-command "make lock" - -o requirements-pi.lock

# Trains the learnt readers further, on drawings: TRAIN=reader that of boards, TRAIN=cards that of card indices.
TRAIN ?= cards
train: $(VENV)/.installed-dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[train]'
	$(BIN)/python -m vision.training $(TRAIN)

# A hub with eight tables that play by themselves, to see what a club's evening looks like.
club: $(VENV)/.installed
	@$(BIN)/referee club --play 8 $(CLUB)

# Clubs are tested over a real PostgreSQL server, too. As root on Debian it is installed here; else the way to it is said.
database:
	@sh tests/install.sh database

# The page is tested in a real browser. As root on Debian it is installed here; elsewhere the way to it is said.
browser:
	@sh tests/install.sh browser

check-python:
	@command -v $(PYTHON) >/dev/null || { echo "No '$(PYTHON)' found. Install Python 3.11 or newer, or say: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $$($(PYTHON) --version) was found. Say: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian and Raspberry Pi OS: sudo apt install python3-venv"; exit 1; }

$(VENV)/bin/python: | check-python
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Sequence Referee into $(VENV) ..."
	@$(INSTALL)
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Sequence Referee and its checks into $(VENV) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache bench.json
