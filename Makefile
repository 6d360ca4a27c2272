# splicelab: `make demo` answers a question, `make test` runs every check.
# Needs Python 3.11 or newer as $(PYTHON) and make; everything else goes into .venv.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: help demo test bench clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    what splice is worth to a real deck: about five minutes, with a report for the browser"
	@echo "make test    style, types, imports and tests"
	@echo "make bench   speed of the engine and the agents on this machine"
	@echo "make clean   remove the environment and all caches (results stay)"

demo: $(VENV)/.installed
	$(BIN)/splicelab value kbc_ur_splice_glacial_ray
	@echo "Open results/value-kbc_ur_splice_glacial_ray.html in a browser."

test: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/mypy --follow-imports=silent environments experiments decks        # the compiled side is typed by its signatures
	$(BIN)/lint-imports
	@# compiled once, before two processes would
	$(BIN)/python -c 'import agents.play, agents.selfplay, sim.graph, experiments.solve.kernels, experiments.fuzz.kernels'
	$(BIN)/python -m pytest -n 2 --dist worksteal

bench: $(VENV)/.installed
	$(BIN)/splicelab bench

clean:
	rm -rf $(VENV) .numba_cache .pytest_cache .ruff_cache .mypy_cache .import_linter_cache *.egg-info

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "splicelab needs Python 3.11 or newer; $(PYTHON) is" \
	  "`$(PYTHON) --version 2>&1`. Name another: make PYTHON=python3.12 …" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

# The stamps make a second run quick; a changed pyproject.toml installs again.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.installed
