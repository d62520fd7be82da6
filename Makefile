# Two commands are enough: `make play` and `make test`. `make help` lists the rest.
#
# Two environments, both made here:
#   .venv      what a player has: the package installed, compiled where that is possible
#   .venv-dev  what a contributor has: src/ itself (editable, plain Python) and every tool
# Each step leaves a stamp in its environment and is done again only when its inputs change.

.DEFAULT_GOAL := help
.SUFFIXES:
.DELETE_ON_ERROR:

# The first Python that is new enough; or say which: make play PYTHON=/path/to/python3
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
# FATUM_COMPILE=0: never compile; 1: an error if compiling fails; unset: compile if possible.
FATUM_COMPILE ?=
# FATUM_CLIENT: the same for building the browser client.
FATUM_CLIENT ?=
export FATUM_COMPILE FATUM_CLIENT
export PIP_DISABLE_PIP_VERSION_CHECK := 1

need-python = if [ -z "$(PYTHON)" ]; then \
	echo "Fatum needs Python 3.11 or newer. Install it, or name it: make PYTHON=/path/to/python3"; exit 1; fi

PIP := -m pip --quiet --quiet
PLAY := .venv/bin/python
DEV := .venv-dev/bin/python
CODE := $(wildcard src tests benchmarks examples) hatch_build.py client/build.py client/pocket.py client/site.py client/tools client/e2e docs/conf.py
# npm, with Node and the client's libraries fetched where they are missing.
NPM = $(firstword $(wildcard $(DEV) $(PLAY)) $(PYTHON)) client/build.py npm
PYTEST := -m pytest --numprocesses=auto --dist=worksteal --quiet $(PYTEST_ARGS)

.PHONY: help play test test-plain test-compiled test-client client-budgets gallery crowded services soak check check-client fmt bench ladder load docs site dist lock clean FORCE

help: ## List these commands
	@echo "Fatum: make COMMAND"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: .venv/.installed ## Set everything up and open the games in the browser
	@.venv/bin/fatum

test: test-plain test-compiled test-client ## Set everything up and run all tests on both builds

test-plain: .venv-dev/.ready services ## Run the tests on the sources as they stand; slow ones only on the installed build
	@echo "Tests on the plain build"
	@$(DEV) $(PYTEST) -m "not slow"

test-compiled: .venv/.tools services dist ## Run the tests on the installed, compiled package, and on the built distributions
	@$(PLAY) -c "import fatum; print('Tests on the installed build,', 'compiled' if fatum.compiled else 'not compiled'); \
	  raise SystemExit('FATUM_COMPILE=1 asks for a compiled one.' if '$(FATUM_COMPILE)' == '1' and not fatum.compiled else 0)"
	@$(PLAY) $(PYTEST)

# Redis, PostgreSQL and a browser, for the tests that start them.
services:
	@sh tests/services.sh

# The parts of `make soak`, one line each: soak-NAME = COMMAND # what it does. Each takes less than an hour.
soak-kills    = FATUM_TEST_KILLS=$(or $(KILLS),1000) $(SOAK) tests/server/test_kills.py # Kill servers and start them again
soak-cluster  = FATUM_TEST_CLUSTER_KILLS=$(or $(KILLS),500) FATUM_TEST_SITUATIONS="calm frozen restarted postgres dead everything" FATUM_TEST_SITTING=60 $(SOAK) tests/server/test_cluster.py # Kill the processes of a cluster, freeze and restart Redis and PostgreSQL
soak-one-device = FATUM_TEST_PAUSE=$(or $(PAUSE),120) $(SOAK) tests/server/test_presence.py -k real_time # Two people at one device take two minutes for everything
soak-messages = FATUM_TEST_MESSAGES=$(or $(MESSAGES),1000000) $(SOAK) tests/server/test_input.py # Send a million messages of nonsense
soak-hostile  = FATUM_TEST_HOSTILE=$(or $(PIECES),125000) $(SOAK) tests/server/test_hostile.py # Attack a server while a quiet table plays
soak-autobahn = $(PLAY) -m tests.server.autobahn # Run the Autobahn cases of WebSocket conformance
soak-versions = $(PLAY) -m tests.server.versions # Test connections with the lowest and newest uvicorn and websockets
soak-analysis = $(PLAY) -m benchmarks.ladder analysis # See how many mistakes that an analysis names stand when it thinks ten times as long, and write docs/ladder.md
soak-arrays   = FATUM_TEST_POSITIONS=$(or $(POSITIONS),115000) $(SOAK) tests/envs/test_leaks.py # Exchange hidden cards in a million positions and compare every array
soak-envs     = FATUM_TEST_ENVS=1 $(SOAK) tests/envs # Run the environments' conformance tests for every variant
soak-crowded  = $(if $(SHARE),FATUM_SHARE=$(SHARE)) $(NPM) run --silent crowded # Look for layout faults in crowded moments on every screen, and make contact sheets in build/crowded (SHARE=2/4: the second quarter)
soak-follow   = FATUM_FOLLOW=$(or $(GAMES),4) $(NPM) run --silent e2e -- follow.test.ts # Play seeded games and see that every opponent's turn was shown
soak-browsers = sh tests/services.sh firefox-esr webkit2gtk-driver xvfb xauth && $(NPM) run --silent browsers # Play whole games in Firefox and WebKit
soak-pocket   = $(PLAY) client/site.py && FATUM_CLIENT=1 FATUM_POCKET=1 $(NPM) run --silent e2e -- pocket.test.ts gone.test.ts && FATUM_POCKET_CHECKSUMS=1000 $(NPM) test -- pocket # Play whole games without a server and make all checksums again under Pyodide
soak-tree     = FATUM_CLIENT=1 FATUM_TREE_GAMES=$(or $(GAMES),25) $(NPM) run --silent e2e -- tree.test.ts # Play whole games by the accessibility tree alone
soak-learn    = FATUM_CLIENT=1 FATUM_LEARN=$(or $(LEARN),all) $(NPM) run --silent e2e -- learn.test.ts # Play both tutorials to their ends in five languages
soak-axe      = FATUM_CLIENT=1 FATUM_AXE=$(or $(AXE),all) $(NPM) run --silent e2e -- axe.test.ts # Check every screen and state in every language and theme with axe
SOAK = $(PLAY) -m pytest --quiet -s --timeout=0

soak: $(if $(soak-$(PART)),.venv/.tools services) ## Run one of the long tests: make soak PART=NAME; without PART, list them
	@$(or $(soak-$(PART)),$(if $(PART),echo "There is no part called $(PART)." >&2; exit 2,\
	  awk '/^soak-[a-z-]+ *=/ { name = substr($$1, 6); sub(/.* # /, ""); printf "  make soak PART=%-11s %s\n", name, $$0 }' $(firstword $(MAKEFILE_LIST))))

test-client: .venv/.installed services ## Run the tests of the browser client
	@echo "Tests of the browser client"
	@$(NPM) test
	@$(PLAY) client/site.py
	@$(NPM) run --silent e2e

client-budgets: .venv/.installed services ## Measure how fast the browser client is and write docs/client-budgets.md
	@$(PLAY) client/site.py
	@$(NPM) run --silent budgets

gallery: .venv/.installed services ## Take the screenshots in docs/gallery again
	@$(NPM) run --silent gallery

crowded: .venv/.installed services ## Show crowded moments of real games on eight screens, with their layout faults, in build/crowded
	@$(NPM) run --silent crowded

check: .venv-dev/.ready ## Format, lint, types, architecture and docs: everything CI asks for
	@echo "Format";       $(DEV) -m ruff format --quiet --check $(CODE) || { $(DEV) -m ruff format --diff --quiet $(CODE); exit 1; }
	@echo "Lint";         $(DEV) -m ruff check --quiet $(CODE)
	@echo "Types";        $(DEV) -m mypy --no-error-summary $(CODE)
	@echo "Architecture"; out=$$(.venv-dev/bin/lint-imports --no-cache 2>&1) || { echo "$$out"; exit 1; }
	@echo "Deploy";       if [ -x .venv-dev/bin/hadolint ]; then .venv-dev/bin/hadolint deploy/Dockerfile; fi
	@.venv-dev/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml
	@echo "Texts";        $(DEV) -m fatum.i18n check
	@$(MAKE) --no-print-directory check-client docs
	@echo "All checks passed."

check-client: .venv-dev/.ready ## Format, lint, types, generated files and weight of the browser client
	@echo "Client";       $(NPM) run --silent check -- --output human
	@$(NPM) run --silent lint
	@$(NPM) run --silent generate -- --check
	@$(DEV) -m fatum.protocol.schema --typescript | cmp - client/src/protocol.gen.ts
	@$(DEV) -m fatum.server.api.openapi | $(NPM) run --silent http -- --check
	@$(DEV) client/tools/tutorial.py --check
	@$(DEV) client/build.py > build/client.log 2>&1 || { cat build/client.log; exit 1; }
	@$(NPM) run --silent size

fmt: .venv-dev/.ready ## Format the code and mend what the linter can mend
	@$(DEV) -m ruff check --fix --quiet $(CODE) || true
	@$(DEV) -m ruff format $(CODE)
	@$(NPM) run --silent fmt

docs: .venv-dev/.ready ## Build the documentation into build/docs
	@echo "Docs"
	@$(DEV) -m sphinx --quiet --fail-on-warning --keep-going --jobs auto -d build/doctrees docs build/docs

bench: ## Measure the compiled build beside its peers and write docs/benchmarks.md
	@$(need-python)
	@$(PYTHON) benchmarks/bootstrap.py $(BENCH_ARGS)

ladder: .venv/.tools ## Measure how strong the bots are and write docs/ladder.md (hours)
	@$(PLAY) -m benchmarks.ladder $(LADDER_ARGS)

# boardgame.io, which the server is measured against; without Node it is left out.
benchmarks/boardgameio/node_modules: benchmarks/boardgameio/package-lock.json
	@echo "Installing boardgame.io"
	@cd benchmarks/boardgameio && npm ci --silent --ignore-scripts --omit=optional || echo "It is left out."
	@if [ -d $@ ]; then touch $@; fi

load: .venv/.tools services benchmarks/boardgameio/node_modules ## Measure how much the server carries and write docs/load.md
	@$(PLAY) -m benchmarks.load --page docs/load.md $(LOAD_ARGS)

site: .venv-dev/.ready docs ## Build the games as a static folder for any web host into build/site
	@$(DEV) client/site.py

dist: dist/.made ## Build the source distribution, the pure wheel and the compiled wheel into dist/

dist/.made: .venv-dev/.tools build/inputs
	@echo "Building the distributions"
	@rm -rf dist
	@$(BUILD) sdist
	@FATUM_COMPILE=0 $(BUILD) wheel
	@$(if $(filter 0,$(FATUM_COMPILE)),,$(BUILD) wheel)
	@touch $@
BUILD = $(DEV) -m hatchling build --directory dist --target

lock: .venv-dev/.tools ## Choose the newest library versions and write them to requirements/*.txt
	@$(LOCK) --upgrade pyproject.toml $(TESTED) requirements/dev.in -o requirements/dev.txt
	@$(LOCK) -c requirements/dev.txt pyproject.toml -o requirements/run.txt
	@$(LOCK) -c requirements/dev.txt pyproject.toml $(TESTED) requirements/test.in -o requirements/test.txt
	@$(LOCK) -c requirements/dev.txt requirements/build.in -o requirements/build.txt
	@$(LOCK) --upgrade requirements/bench.in -o requirements/bench.txt
TESTED = --extra arena --extra envs --extra openspiel --extra ray --extra server
LOCK = .venv-dev/bin/uv --quiet pip compile --universal --python-version 3.11 --no-emit-index-url \
	--no-header --no-annotate

clean: ## Remove the environments and everything built
	@rm -rf .venv .venv-dev build dist client/node_modules benchmarks/boardgameio/node_modules client/src/locales src/fatum/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- environments --------------------------------------------------------------------------------

# What the installed package is made of. Rewritten only when that changes.
build/inputs: FORCE
	@mkdir -p build
	@{ echo "compile: $(if $(filter 0,$(FATUM_COMPILE)),no,yes), client: $(if $(filter 0,$(FATUM_CLIENT)),no,yes)"; \
	  find src client docs/rules hatch_build.py pyproject.toml requirements/build.txt README.md \
	    \( -name __pycache__ -o -name node_modules -o -path src/fatum/server/static -o -path client/src/locales \
	    -o -path client/e2e -o -path client/tests \) -prune -o -type f -print \
	  | LC_ALL=C sort | xargs cksum; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The package was called fatum until 0.1; pip would leave its files beside the new ones.
forget-old-name = if ls $(@D)/lib/python3*/site-packages/fatum-*.dist-info >/dev/null 2>&1; then \
	$(@D)/bin/python $(PIP) uninstall --yes fatum; fi

.venv/.made .venv-dev/.made:
	@$(need-python)
	@echo "Making $(@D) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(@D)
	@touch $@

.venv/.libraries: .venv/.made requirements/run.txt
	@echo "Installing libraries"
	@$(PLAY) $(PIP) install --requirement requirements/run.txt
	@touch $@

.venv/.installed: .venv/.libraries build/inputs
	@echo "Building Fatum (a minute the first time)"
	@rm -f build/*/notice.txt
	@$(forget-old-name)
	@$(PLAY) $(PIP) install --no-deps --force-reinstall .
	@cat build/*/notice.txt 2>/dev/null || true
	@touch $@

.venv/.tools: .venv/.installed requirements/test.txt
	@echo "Installing test tools"
	@$(PLAY) $(PIP) install --requirement requirements/test.txt
	@touch $@

.venv-dev/.tools: .venv-dev/.made requirements/dev.txt
	@echo "Installing libraries and tools"
	@$(DEV) $(PIP) install --requirement requirements/dev.txt
	@touch $@

.venv-dev/.ready: .venv-dev/.tools pyproject.toml hatch_build.py
	@$(forget-old-name)
	@FATUM_COMPILE=0 $(DEV) $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
