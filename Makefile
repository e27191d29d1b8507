# make run    install what is needed and open the app
# make test   install what is needed and run every test, those in a browser too
# make unit   run the quick ones: no browser, and no sweeps through every layer and every odd setting
# make check  format, lint, types, and which floor imports which
# Second runs skip what is done: .stamps/ remembers.

PYTHON ?= python3
BIN := .venv/bin
STAMPS := .stamps

.PHONY: run test unit check format clean

run: $(STAMPS)/app
	$(BIN)/streamlit run app.py

test: $(STAMPS)/dev $(STAMPS)/browser
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

unit: $(STAMPS)/dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -m "not browser and not sweep"

check: $(STAMPS)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy app.py explainer pages
	$(BIN)/lint-imports

format: $(STAMPS)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv $(STAMPS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tracebook needs Python 3.11 or newer; say which with: make PYTHON=python3.12 run")'
	$(PYTHON) -m venv .venv

$(STAMPS)/app: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: requirements-dev.txt $(STAMPS)/app
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/browser: tests/browser/chromium.py $(STAMPS)/dev
	$(BIN)/python tests/browser/chromium.py
	@mkdir -p $(STAMPS) && touch $@
