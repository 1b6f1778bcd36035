# Everything runs in a virtual environment of the project; PYTHON names the interpreter that makes it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Locked packages are what their hashes say. torch, in the build that fits the machine, and what it needs besides come with
# the project itself.
INSTALL_LOCKED := -m pip install --disable-pip-version-check --require-hashes --no-deps
INSTALL_REST := -m pip install --disable-pip-version-check --no-build-isolation
LOCK := $(BIN)/pip-compile --quiet --strip-extras --no-header --no-emit-index-url --no-emit-find-links \
	--no-emit-trusted-host --allow-unsafe

# Runs a command that says nothing for long, with a dot every few seconds.
define with_dots
@echo '$(1)'; $(1) & job=$$!; while kill -0 $$job 2>/dev/null; do sleep 2; printf .; done; echo; wait $$job
endef

.PHONY: run test test-slow test-notebooks test-adapters test-rllib lint style types compiled docs notebooks bench bench-peers bench-search wheels sanitize soak lock lock-adapters lock-docs clean

run: $(READY)  ## set up, train a network on the CPU, rate it among the bots, keep its curve, a win and a loss
	$(BIN)/gosu train --preset quick

test: $(READY)  ## set up, check style and types, run the tests
	$(MAKE) style
	$(MAKE) -j2 types compiled
	$(BIN)/python -m pytest -m "not slow and not soak and not notebook" -n 2 --dist worksteal

test-slow: $(READY)  ## the tests that take more than five seconds each
	$(BIN)/python -m pytest -m "slow and not soak and not notebook" -n 2 --dist worksteal

test-notebooks: $(READY)  ## run the notebooks again; what they show must be what they keep
	$(BIN)/python -m pytest -m notebook -n 2 --dist worksteal

test-adapters: .venv-adapters/.ready  ## the clients that are not in the lock: Tianshou, TorchRL, SuperSuit, OpenSpiel, Ray
	.venv-adapters/bin/python -m pytest -m "adapter and not soak" tests/adapters tests/test_docs.py

.venv-adapters/.ready: tests/adapters/requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv-adapters
	.venv-adapters/bin/python $(INSTALL_LOCKED) -r tests/adapters/requirements.lock
	.venv-adapters/bin/python $(INSTALL_REST) -e '.[adapters,cluster]'
	touch $@

test-rllib: .venv-rllib/.ready  ## RLlib, which wants a gymnasium of its own
	.venv-rllib/bin/python -m pytest -m adapter tests/adapters/test_rllib.py

.venv-rllib/.ready: tests/adapters/rllib.txt pyproject.toml
	$(PYTHON) -m venv .venv-rllib
	.venv-rllib/bin/python -m pip install --quiet --disable-pip-version-check -r tests/adapters/rllib.txt
	.venv-rllib/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

lint: style
	$(call with_dots,$(BIN)/mypy)

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

compiled: $(READY)  ## build the libraries of the rules that are not there yet
	$(BIN)/python -m gosu_env.units

docs: .venv-docs/.ready  ## the documentation site, in build/site; a warning is an error
	.venv-docs/bin/sphinx-build -W --keep-going -q -c docs/site -b html . build/site
	@echo 'open build/site/index.html'

.venv-docs/.ready: docs/requirements.lock
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python $(INSTALL_LOCKED) -r docs/requirements.lock
	touch $@

notebooks: $(READY)  ## run the notebooks again and keep what they show; ONLY=3 runs the third
	$(BIN)/python notebooks/execute.py $(ONLY)

bench: $(READY)
	$(BIN)/gosu bench --seconds 5

bench-peers: .venv-peers/.ready  ## this project and its peers, side by side; about a quarter of an hour
	.venv-peers/bin/python -m benchmarks.compare

bench-search: .venv-peers/.ready  ## simulations a second of tree search, beside OpenSpiel's; about two minutes
	.venv-peers/bin/python -m benchmarks.search

.venv-peers/.ready: benchmarks/requirements.lock
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python $(INSTALL_LOCKED) -r benchmarks/requirements.lock
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

sanitize: $(READY)  ## 20 million random decisions with every index checked, under AddressSanitizer and UBSan
	$(BIN)/python tests/sanitized.py 20000000

soak: $(READY)  ## 20 million random decisions with every invariant checked, kills at random moments, harmed files by the thousand
	$(BIN)/python -m pytest -m soak -s

$(READY): requirements.lock pyproject.toml
	$(call with_dots,$(PYTHON) -m venv $(VENV))
	$(BIN)/python $(INSTALL_LOCKED) -r requirements.lock
	$(BIN)/python $(INSTALL_REST) -e '.[arena,dev,play,training,web]'
	touch $(READY)

lock: $(READY)  ## pin what pyproject.toml asks for, with hashes
	$(BIN)/python -m pip install --quiet pip-tools
	$(LOCK) --extra dev --extra arena --extra play --extra training --extra web --output-file requirements.lock pyproject.toml
	$(BIN)/python lock.py requirements.lock

lock-adapters: $(READY)  ## pin what the extra `adapters` asks for, with hashes
	$(BIN)/python -m pip install --quiet pip-tools
	$(LOCK) --extra adapters --extra cluster --output-file tests/adapters/requirements.lock pyproject.toml tests/adapters/requirements.txt
	$(BIN)/python lock.py tests/adapters/requirements.lock

lock-docs: $(READY)  ## pin what the extra `docs` asks for, with hashes
	$(BIN)/python -m pip install --quiet pip-tools
	$(LOCK) --constraint requirements.lock --extra docs --extra arena --extra play --output-file docs/requirements.lock pyproject.toml
	$(BIN)/python lock.py docs/requirements.lock

wheels: .venv-wheels/.ready  ## wheels for Linux, macOS and Windows in dist/, all made on this machine
	for target in linux-x86_64 linux-aarch64 macos-arm64 macos-x86_64 windows-x86_64; do \
		GOSU_TARGET=$$target .venv-wheels/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps \
			--no-build-isolation --wheel-dir dist . || exit 1; rm -rf build/lib build/bdist*; done
	ls -l dist

.venv-wheels/.ready: pyproject.toml
	$(PYTHON) -m venv .venv-wheels
	.venv-wheels/bin/python -m pip install --quiet --disable-pip-version-check 'setuptools>=77' wheel 'numpy>=2.0,<2.5' ziglang==0.15.1
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
