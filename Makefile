# Every target makes .venv and installs what it needs; the second time it starts at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Compiled files are kept, whatever the shell says: programs that the tests start are then up at once.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test bench visits crash fuzz paired soak replays saves outcomes docs exercise mutants format census

play: $(VENV)/.play
	$(BIN)/underkeep play

# What fails is run once more, to be told in full.
test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 --dist worksteal --assert=plain || { $(BIN)/pytest --last-failed --last-failed-no-failures none; exit 1; }

bench: $(VENV)/.bench
	@set -e; for name in dice fights delves campaigns session content; do echo "== $$name"; $(BIN)/python benchmarks/$$name.py; done

# Of 200 cautious first-level parties a game with the preset gentle, how many are wiped out on their first visit; fewer than 10 %.
visits: $(VENV)/.dev
	$(BIN)/python benchmarks/first_visits.py

# Kill -9 at random moments of the program, and power that fails at every sync: nothing that was told may be lost.
# KILLS=100 GAMES=10 for fewer, JOBS=2 for two at once.
crash: $(VENV)/.dev
	$(BIN)/python -m tests.crash.driver $(if $(KILLS),--kills $(KILLS)) $(if $(GAMES),--games $(GAMES)) $(if $(JOBS),--jobs $(JOBS))

# Millions of hostile inputs: mutated actions, typed lines, dice, damaged files, forged imports. None may raise or take two seconds.
# NUMBER=100000 for fewer, SECONDS=600 for so long, ONLY="lines dice" for some parts, SYSTEMS="ose" for some games, JOBS=2 for two at once.
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz.driver $(if $(NUMBER),--number $(NUMBER)) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(JOBS),--jobs $(JOBS)) $(foreach part,$(ONLY),--only $(part)) $(foreach game,$(SYSTEMS),--system $(game))

# Pairs of states that differ in one secret: what a seat receives must be the same, byte by byte. SYSTEMS="ose" for some, PAIRS=1000 for fewer.
paired: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz.pairs --jobs 2 $(if $(PAIRS),--number $(PAIRS)) $(foreach game,$(SYSTEMS),--system $(game))

# Self-played delves and fights of all sorts, each read back from its journal and replayed; GAMES="rampage" for some.
# Then 1,000 campaigns of OSE of 30 days each, in town, under way, at sea and underground; then every spell, monster and
# magic item of OSE, twenty times each.
soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak.driver $(foreach game,$(GAMES),--system $(game))
	$(BIN)/python -m tests.soak.campaigns --jobs 2
	$(BIN)/python -m tests.soak.content

# Play the golden stories and write down how they go today; STORIES="ose/town knave" for some of them.
replays: $(VENV)/.dev
	$(BIN)/python -m tests.replays.record $(STORIES)

# The saved games of the present format in tests/saves, anew; after a release a change brings an upcaster instead.
saves: $(VENV)/.dev
	$(BIN)/python -m tests.saves.record

# Hundreds of fights and delves against tests/replays/outcomes.json; WRITE=1 records them anew.
outcomes: $(VENV)/.dev
	$(BIN)/python -m tests.replays.outcomes $(if $(WRITE),--write)

# What the pages show of the program and of the content files, anew.
docs: $(VENV)/.dev
	$(BIN)/python -m tests.docs.refresh
	$(BIN)/python -m tests.docs.content_page

# Look for a scene of every rule: play in all games, keep the shortest scene in which each decides. GAMES="ose" for some, LIST=1 for what is left.
exercise: $(VENV)/.dev
	$(BIN)/python -m underkeep.exercise.drive $(GAMES) --seconds 60 --typed tests/scenes --stories tests/replays $(if $(LIST),--list)

# Small wrongs in functions that execute rules, drawn by the commit's hash: how many do the tests of the rules notice?
mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants.driver $(if $(GAMES),--games $(GAMES))

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# LOWER=1 accepts counts below tests/census_floor.json.
census: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist worksteal --write-census $(if $(LOWER),--lower-floor)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Underkeep needs Python 3.11 or newer; try: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[play]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@ $(VENV)/.dev $(VENV)/.play
