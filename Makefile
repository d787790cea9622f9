# Each verb sets up what it needs. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The first Python that is new enough; .venv is made from it.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PY := .venv/bin/python
BIN := .venv/bin
TYPED := packages services tests scripts

# Files of tests run beside each other, in their order: browser tests come last.
BESIDE ?= -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# What follows `make up`, as in: make up ARGS="--port 9000 --engines 2"
ARGS ?=

##@ Play
.PHONY: up
up: env web ## Start a whole table on this machine and print its address (ARGS="--port 9000 …")
	@exec $(BIN)/carteado up $(ARGS)

##@ Work on it
.PHONY: test
test: env web ## Everything that a change must pass
	@$(PY) scripts/web.py test
	@$(BIN)/pytest -m "not slow" $(BESIDE) $(ARGS)

.PHONY: check
check: env ## Lint, formats, types, import contracts, buf, generated files, svelte-check
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy $(TYPED)
	@$(BIN)/lint-imports
	@cd proto && ../$(BIN)/buf lint && ../$(BIN)/buf format --diff --exit-code
	@cd proto && ../$(BIN)/buf breaking --against baseline.binpb
	@$(PY) scripts/web.py install
	@$(PY) -m cardproto.generate --check
	@$(PY) scripts/nats_authorization.py --check
	@$(PY) scripts/openapi.py --check
	@$(PY) scripts/tutorial.py --check
	@$(PY) scripts/web.py check

.PHONY: fix
fix: env ## Let the formatters and linters put right what they can
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .
	@cd proto && ../$(BIN)/buf format --write
	@$(PY) scripts/web.py fix

.PHONY: proto
proto: env ## Generate code, subjects and permissions from proto/, OpenAPI from the routes, the tutorial from the rules
	@$(PY) scripts/web.py install
	@$(PY) -m cardproto.generate
	@$(PY) scripts/nats_authorization.py
	@$(PY) scripts/openapi.py
	@$(PY) scripts/tutorial.py

.PHONY: web
web: env ## Build the web client (nothing to do when it is current)
	@$(PY) scripts/web.py build

.PHONY: screenshots
screenshots: env web ## Pictures of every screen into screenshots/ (ARGS="--only 'table-*'")
	@$(PY) scripts/screenshots.py $(ARGS)

.PHONY: frames
frames: env web ## Frames of the client on a telephone's screen, and what they cost (ARGS="--games virae …")
	@$(PY) scripts/frames.py $(ARGS)

.PHONY: chaos
chaos: env ## The long form: hundreds of games while everything is killed, frozen, cut off and wiped
	@CARTEADO_CHAOS_GAMES=200 $(BIN)/pytest -m chaos -s $(ARGS)

.PHONY: e2e
e2e: env web ## Every browser test
	@$(BIN)/pytest -m browser tests/e2e $(ARGS)

.PHONY: soak
soak: env ## Let rooms churn for half an hour and judge every curve (ARGS="--minutes 60 …")
	@$(BIN)/carteado soak $(ARGS)

.PHONY: load
load: env ## Real games by many clients against a table, measured (ARGS="--tables 200 --storm …")
	@$(BIN)/carteado load $(ARGS)

.PHONY: bench
bench: env ## Measure the whole path of a move on this machine (ARGS="--tables 50 …")
	@$(BIN)/carteado bench path $(ARGS)

.PHONY: wheel-compiled
wheel-compiled: env ## An optional wheel of the rules, compiled by mypyc, in dist/ (needs a C compiler)
	@$(PY) scripts/compiled.py wheel

.PHONY: test-compiled
test-compiled: wheel-compiled ## The tests of the rules against that wheel, in an environment of its own
	@$(PY) scripts/compiled.py test $(ARGS)

##@ Containers
.PHONY: images
images: env web ## Build the image of every service (TAG=dev)
	@$(PY) scripts/containers.py images $(if $(TAG),--tag $(TAG))

.PHONY: compose-test
compose-test: env web ## Start docker-compose.yml and play on it, one engine killed meanwhile
	@$(PY) scripts/containers.py test

##@ Environment
.PHONY: env
env: ## Make .venv from the locks (nothing to do when it is current)
	@if [ -z "$(PYTHON)" ]; then \
		echo "env: no Python 3.11 or newer on the path. Install one with venv and pip," >&2; \
		echo "env: or name it: make env PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi
	@$(PYTHON) scripts/env.py

.PHONY: lock
lock: ## Write requirements/*.txt anew (UPGRADE=1 moves the transitive pins)
	@if [ ! -x $(BIN)/uv ]; then $(MAKE) env; fi
	@$(PY) scripts/lock.py $(if $(UPGRADE),--upgrade)

.PHONY: clean
clean: ## Remove what was built or installed here; games in .carteado stay
	@rm -rf .venv .venv.lock web/node_modules web/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

.PHONY: help
help: ## List these verbs
	@if [ -t 1 ] && [ -z "$${NO_COLOR:-}" ]; then b=$$'\e[1;36m'; h=$$'\e[1m'; p=$$'\e[0m'; else b=; h=; p=; fi; \
	awk -v b="$$b" -v h="$$h" -v p="$$p" 'BEGIN {FS = ":.*## "} \
		/^##@ / {printf "\n%s%s%s\n", h, substr($$0, 5), p} \
		/^[a-z0-9-]+:.*## / {printf "  %s%-12s%s %s\n", b, $$1, p, $$2}' $(MAKEFILE_LIST)
