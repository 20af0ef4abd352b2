# Greenroom: `make run` installs and starts it, `make test` tests it; `make help` lists the rest.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# The first Python with a supported version; set PYTHON=... to choose another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	>/dev/null 2>&1 && echo $$p && exit 0; done; echo python3)

VENV := .venv/bin
NPM := cd web && npm
# If setup had to install Node.js, that copy comes first.
export PATH := $(CURDIR)/.greenroom/bin:$(PATH)
# Where this is set, every test process and every command that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

# Parallel test processes: three for two cores, because many tests wait for processes; at most eight.
WORKERS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); n=$$((n * 3 / 2)); echo $$((n < 3 ? 3 : n > 8 ? 8 : n)))
CHECKS := check-web-lint check-python-types check-web-types check-web-format check-web-unused check-client \
	check-python check-migrations

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: python ## install or update everything that is needed, then serve
	@exec $(PYTHON) -m installer.bootstrap run

.PHONY: install
install: python ## install or update everything, without starting the server
	@$(PYTHON) -m installer.bootstrap install

.PHONY: test
test: test-environment test-server check-security test-models test-web test-browser-and-checks ## every check and test

.PHONY: test-full
test-full: test test-long ## every check and test, and the long runs with whole interviews

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
check: ## the fast checks alone
	@$(MAKE) --no-print-directory --output-sync=target -j$(WORKERS) $(CHECKS)

# The browser tests often wait: for pages, for sound that plays in real time. Meanwhile, the checks run at the lowest
# priority; unlike the other tests, they have no time limits. The output of each is printed when it is done.
.PHONY: test-browser-and-checks
test-browser-and-checks:
	@$(MAKE) --no-print-directory -j$(WORKERS) test-browser checks-in-background

.PHONY: checks-in-background
checks-in-background:
	@nice -n 19 $(MAKE) --no-print-directory --output-sync=target --keep-going $(CHECKS)

.PHONY: check-python
check-python:
	$(VENV)/ruff check .
	$(VENV)/ruff format --check .
	$(VENV)/lint-imports
	$(VENV)/python -m tests.tools.check_dead_code

.PHONY: check-python-types
check-python-types:
	$(VENV)/mypy

.PHONY: check-migrations
check-migrations:
	$(VENV)/python -m tests.tools.check_migrations

.PHONY: check-client
check-client: build/openapi.json
	cd web && npx openapi-typescript ../build/openapi.json -o ../build/openapi.gen.ts
	@cmp -s build/openapi.gen.ts web/src/api/openapi.gen.ts || { \
	echo "web/src/api/openapi.gen.ts is stale: run \`make client\`." >&2; exit 1; }

.PHONY: check-web-lint
check-web-lint:
	$(VENV)/python -m tests.tools.npm_lock --check
	$(NPM) run lint

.PHONY: check-web-types
check-web-types:
	$(NPM) run typecheck

.PHONY: check-web-format
check-web-format:
	$(NPM) run format:check

.PHONY: check-web-unused
check-web-unused:
	$(NPM) run check:dead

.PHONY: client
client: build/openapi.json ## generate the web client's types from the server's OpenAPI document
	cd web && npx openapi-typescript ../build/openapi.json -o src/api/openapi.gen.ts

# Always generated: it depends on all of app/.
.PHONY: build/openapi.json
build/openapi.json:
	@mkdir -p build
	@$(VENV)/greenroom openapi > $@.tmp && mv $@.tmp $@

.PHONY: format
format: ## format Python and TypeScript
	$(VENV)/ruff check --fix .
	$(VENV)/ruff format .
	$(NPM) run format

# --- Tests -----------------------------------------------------------------------------------

# In CI, a test that fails runs once more: see ADR 0018. The summary lists it as RERUN.
PYTEST := $(VENV)/python -m pytest -q $(if $(CI),--reruns 1 -rfER)
# A test that hangs ends its process: see tests/time_limits.py.
SERVER_TESTS := -m "not models and not full" -n $(WORKERS) --dist loadfile --no-loadscope-reorder \
	--max-worker-restart 2
# Read by check-security, which removes it.
SERVER_RESULTS := build/server-tests.xml

.PHONY: test-server
test-server:
	$(PYTEST) $(SERVER_TESTS) --junitxml=$(SERVER_RESULTS)

.PHONY: check-security
check-security: ## after test-server: every test that docs/security.md names ran and passed
	$(VENV)/python -m tests.tools.check_security_doc --results $(SERVER_RESULTS)
	@rm $(SERVER_RESULTS)

# Only the files with such tests are imported; tests/conftest.py checks that each of them has the mark in its text.
MODEL_TEST_FILES = $$(grep -rlF --include='test_*.py' pytest.mark.models tests)

.PHONY: test-models
test-models:
	$(PYTEST) -m "models and not full" $(MODEL_TEST_FILES)

.PHONY: test-web
test-web:
	$(NPM) run test

.PHONY: test-browser
test-browser:
	$(NPM) run e2e

.PHONY: test-long
test-long:
	$(PYTEST) -m "full"
	GREENROOM_LONG_TESTS=1 $(NPM) run e2e -- --no-deps --workers=1 --grep @full

.PHONY: test-scale
test-scale: ## the server tests and a restore in the browser, on PostgreSQL (Debian's postgresql, redis-server, nginx, caddy)
	@sh installer/system-packages.sh scale
	@$(PYTHON) -m installer.bootstrap tests
	$(VENV)/python -m tests.tools.postgresql_cluster $(PYTEST) $(SERVER_TESTS) $(SCALE_TESTS)
	$(VENV)/python -m tests.tools.postgresql_cluster npm --prefix web run e2e -- --grep PostgreSQL

.PHONY: test-closed
test-closed: test-environment ## the main job with real models and browsers, cut off from every other machine (needs root)
	$(VENV)/python -m tests.tools.closed_network npm --prefix web run e2e -- --no-deps main-job.spec.ts prepare.spec.ts

FAULT_ROUNDS ?= 200

.PHONY: test-faults
test-faults: ## kill, fill, lock, misdate, cut off and flood a running server (FAULT_ROUNDS kills; only on this machine)
	FAULT_ROUNDS=$(FAULT_ROUNDS) timeout 18000 $(PYTEST) tests/faults

.PHONY: test-fresh
test-fresh: ## run both README commands on a fresh minimal Debian (needs root and debootstrap)
	@tests/tools/fresh-machine.sh

.PHONY: coverage
coverage: ## branch coverage of app and models by the server and model tests
	$(PYTEST) $(SERVER_TESTS) --cov --cov-report=
	$(PYTEST) -m "models and not full" $(MODEL_TEST_FILES) --cov --cov-append --cov-report=term:skip-covered

.PHONY: test-image
test-image: ## carry out the steps of the Dockerfile in minimal Debians, and run the image (needs root and debootstrap)
	@tests/tools/image.sh

.PHONY: test-bundle
test-bundle: ## make a bundle, and install it on a minimal Debian without a network (needs root and debootstrap)
	@tests/tools/offline.sh

# --- Upkeep ----------------------------------------------------------------------------------

.PHONY: lock
lock: ## upgrade to the newest Python packages that pyproject.toml allows, and pin them
	$(VENV)/python -m tests.tools.lock --upgrade

.PHONY: web-lock
web-lock: ## update web/package-lock.json from web/package.json, for every platform
	$(NPM) install --package-lock-only --no-audit --no-fund
	$(VENV)/python -m tests.tools.npm_lock

.PHONY: clean
clean: ## remove what was built here (never the data folder)
	rm -rf .venv .greenroom build web/dist web/node_modules
