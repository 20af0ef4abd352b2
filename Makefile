# Greenroom. `make run` brings it up; `make help` lists the rest.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# The first Python of a version that fits; PYTHON=... chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	>/dev/null 2>&1 && echo $$p && exit 0; done; echo python3)

VENV := .venv/bin
NPM := cd web && npm
# Node.js that the set-up brought along stands first, where it had to.
export PATH := $(CURDIR)/.greenroom/bin:$(PATH)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: python ## install or update everything that is needed, then serve
	@exec $(PYTHON) -m installer.bootstrap run

.PHONY: install
install: python ## everything `make run` does, without starting the server
	@$(PYTHON) -m installer.bootstrap install

.PHONY: test
test: test-environment check test-server test-models test-web test-browser ## every check and test

.PHONY: test-full
test-full: test test-long ## and the long runs with whole interviews

.PHONY: python
python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Greenroom needs Python 3.11, 3.12 or 3.13: install it\
	 (on Debian and Ubuntu: apt install python3 python3-venv)." >&2; exit 1; }

.PHONY: test-environment
test-environment: python
	@sh installer/system-packages.sh
	@$(PYTHON) -m installer.bootstrap tests

# --- Fast checks -----------------------------------------------------------------------------

.PHONY: check
check: check-python check-migrations check-client check-web ## the fast checks alone

.PHONY: check-python
check-python:
	$(VENV)/ruff check .
	$(VENV)/ruff format --check .
	$(VENV)/mypy
	$(VENV)/lint-imports
	$(VENV)/python -m tests.tools.check_dead_code

.PHONY: check-migrations
check-migrations:
	$(VENV)/python -m tests.tools.check_migrations

.PHONY: check-client
check-client: build/openapi.json
	cd web && npx openapi-typescript ../build/openapi.json -o ../build/openapi.gen.ts
	@cmp -s build/openapi.gen.ts web/src/api/openapi.gen.ts || { \
	echo "web/src/api/openapi.gen.ts is stale: run \`make client\`." >&2; exit 1; }

.PHONY: check-web
check-web:
	$(VENV)/python -m tests.tools.npm_lock --check
	$(NPM) run lint
	$(NPM) run format:check
	$(NPM) run typecheck
	$(NPM) run check:dead

.PHONY: client
client: build/openapi.json ## write the web client's types anew from the server's HTTP calls
	cd web && npx openapi-typescript ../build/openapi.json -o src/api/openapi.gen.ts

# Always made anew: what it depends on is all of app/.
.PHONY: build/openapi.json
build/openapi.json:
	@mkdir -p build
	@$(VENV)/greenroom openapi > $@.tmp && mv $@.tmp $@

.PHONY: format
format: ## put Python and TypeScript into the house's form
	$(VENV)/ruff check --fix .
	$(VENV)/ruff format .
	$(NPM) run format

# --- Tests -----------------------------------------------------------------------------------

.PHONY: test-server
test-server:
	$(VENV)/python -m pytest -q -m "not models and not full"

.PHONY: test-models
test-models:
	$(VENV)/python -m pytest -q -m "models and not full"

.PHONY: test-web
test-web:
	$(NPM) run test

.PHONY: test-browser
test-browser:
	$(NPM) run e2e -- --grep-invert @full

.PHONY: test-long
test-long:
	$(VENV)/python -m pytest -q -m "full"
	$(NPM) run e2e -- --grep @full

.PHONY: test-fresh
test-fresh: ## run both README commands on a fresh minimal Debian (needs root and debootstrap)
	@tests/tools/fresh-machine.sh

# --- Upkeep ----------------------------------------------------------------------------------

.PHONY: lock
lock: ## bring the environment to the newest versions that pyproject.toml allows, and pin them
	$(VENV)/python -m tests.tools.lock --upgrade

.PHONY: web-lock
web-lock: ## bring web/package-lock.json to web/package.json, complete for every platform
	$(NPM) install --package-lock-only --no-audit --no-fund
	$(VENV)/python -m tests.tools.npm_lock

.PHONY: clean
clean: ## remove what was built here (never the data folder)
	rm -rf .venv .greenroom build web/dist web/node_modules
