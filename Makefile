# Each target makes .venv and installs what is missing, at pinned versions; a second run costs a second.

PYTHON ?= python3
VENV := .venv
PORT ?= 5000
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help repro ui site test test-slow test-gpu lint format bench clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name it: make PYTHON=python3.11 ..." >&2; exit 1; }
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV), once" >&2
	@$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

repro: $(INSTALLED) ## the main job: from nothing to a champion of Dots and Boxes 3×3, judged by exact play
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(RUN) -m pipelines.repro

ui: $(INSTALLED) ## MLflow's pages on what was run here: http://127.0.0.1:5000, another port by PORT=…
	@$(RUN) -m src.tracking.ui port=$(PORT)

site: $(INSTALLED) ## the page to play on, as files in site/ for any web server; needs npm
	@$(RUN) -m src.play site

test: $(INSTALLED) ## the tests, compiled, and those that also run as plain Python
	@$(RUN) -m pytest -q
	@NUMBA_DISABLE_JIT=1 $(RUN) -m pytest -q -m plain

test-slow: $(INSTALLED) ## the tests that take minutes
	@$(RUN) -m pytest -q -m slow

test-gpu: $(INSTALLED) ## on a machine with a GPU: the same answers as without, and what it brings; takes minutes
	@$(RUN) -m pytest -q -s -m gpu

lint: $(INSTALLED) ## style
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .

format: $(INSTALLED) ## mend style
	@$(VENV)/bin/ruff check --fix .
	@$(VENV)/bin/ruff format .

bench: $(INSTALLED) ## what the search and the rules cost on this machine
	@$(RUN) -m src.bench search
	@$(RUN) -m src.bench rules

clean: ## remove what can be made again
	@rm -rf $(VENV) .cache
