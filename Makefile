# Each verb sets up what it needs. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.ONESHELL:
MAKEFLAGS += --no-print-directory

# The first Python that is new enough; .venv is made from it.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PY := .venv/bin/python
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.PHONY: help
help: ## List these verbs
	@if [ -t 1 ]; then bold=$$'\e[1;36m'; plain=$$'\e[0m'; else bold=; plain=; fi
	@awk -v b="$$bold" -v p="$$plain" 'BEGIN {FS = ":.*## "} \
		/^[a-z0-9-]+:.*## / {printf "  %s%-12s%s %s\n", b, $$1, p, $$2}' $(MAKEFILE_LIST)

.PHONY: env
env: ## Make .venv from the locks (nothing to do when it is current)
	@if [ -z "$(PYTHON)" ]; then
		echo "env: no Python 3.11 or newer on the path; install one (with venv and pip), or say PYTHON=/path/to/python" >&2
		exit 1
	fi
	$(PYTHON) scripts/env.py

.PHONY: lock
lock: ## Write requirements/*.txt anew from the pyproject files (UPGRADE=1 moves transitive pins)
	@if [ ! -x .venv/bin/uv ]; then $(MAKE) env; fi
	$(PY) scripts/lock.py $(if $(UPGRADE),--upgrade)

.PHONY: proto
proto: env ## Generate code, subjects and permissions from proto/
	@$(PY) -m cardproto.generate
