# What to do with tracemill from a clone. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# Debian package and a header it brings, for systems without dpkg.
NEEDS := libxml2-dev:libxml2/libxml/xmlreader.h libosmium2-dev:osmium/version.hpp \
  libprotozero-dev:protozero/version.hpp zlib1g-dev:zlib.h libbz2-dev:bzlib.h libexpat1-dev:expat.h \
  libxxhash-dev:xxhash.h libzstd-dev:zstd.h libarchive-dev:archive.h libsqlite3-dev:sqlite3.h \
  libcurl4-openssl-dev:curl/curl.h libmd-dev:md5.h pkg-config:

SWIFT := swift
PRODUCT := .build/release/tracemill
# The tests and the rooms they import, and no other program than the one they run beside them.
TESTS := tracemillPackageTests
# Tests reach into modules, so release tests are a build of their own; apart, the two do not undo each other.
RELEASE_TESTS := -c release -Xswiftc -enable-testing --scratch-path .build/release-tests

# What runs the Spark job; apart from the build folder of Swift.
PYTHON := .build/spark/bin/python
SPARK := Sources/tracemill-spark

# What drives Chromium in the tests of the replay page.
PAGES := .build/page-tests

# What runs the reference dispatcher and its tests.
DISPATCHER := .build/dispatcher

.PHONY: help build run test test-all test-spark spark-tests spark test-pages page-tests chromium dispatcher test-dispatcher dispatcher-packages check format bench bench-check samples tables dist test-dist install packages

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## /\1\t/' \
	  | while IFS=$$'\t' read -r name text; do printf '  make %-15s %s\n' "$$name" "$$text"; done

# Linked with Swift's libraries inside: it starts sooner, takes less memory, and runs where Swift is not installed. The
# linker's remark on mktemp is about FoundationEssentials.
build: packages ## build the program for release, as .build/release/tracemill
	@$(SWIFT) build -c release -q -j $(JOBS) --product tracemill --static-swift-stdlib > >(grep -v mktemp || true) 2>&1

run: build ## match the traces of the sample town and find its routes, into Reports/
	@$(PRODUCT) map build Traces/town.osm -o .build/town.tmg
	@$(PRODUCT) match Traces --map .build/town.tmg --job-list Traces/jobs.json --job-events Traces/job-events.json \
	  -o Reports --format csv --verbose
	@$(PRODUCT) match Traces --map .build/town.tmg -o Reports/trips.json --format json --quiet
	@$(PRODUCT) match Traces --map .build/town.tmg -o Reports/trips.geojson --format geojson --quiet
	@for format in csv json geojson; do \
	  $(PRODUCT) route --requests Traces/requests.ndjson --map .build/town.tmg -o Reports/routes.$$format --quiet; done
	@echo "wrote into Reports/:" $$(ls Reports)
	@echo 'The drive of the courier, from Reports/maneuvers.csv:'
	@$(PRODUCT) match Traces/courier.gpx --map .build/town.tmg --table maneuvers --format ndjson \
	  | sed -E 's/.*"time":"([^"]*)".*"instruction":"([^"]*)".*/  \1  \2/'
	@$(PRODUCT) match Traces/courier.gpx --map .build/town.tmg --table +candidates -o .build/courier.html --quiet
	@echo 'The page that replays it: .build/courier.html'
	@$(PRODUCT) view Reports --map .build/town.tmg --trip courier -o .build/tour.html --overwrite --quiet
	@echo 'The page of its tour: .build/tour.html'

# Rooms are tested in a debug build, and what runs the program as a process runs the release.
test: build ## pass the tests before a commit: of the rooms, in debug, and of the program, on the release
	@$(SWIFT) build -q -j $(JOBS) --product $(TESTS)
	@$(call tests,debug,)

# CI runs this alone: Documentation/Architecture.md, Tests, says why it leaves out the debug build.
test-all: build ## pass all tests in release: of the rooms with what takes long, the program, the Spark job, pages and dispatcher
	@$(SWIFT) build -q -j $(JOBS) --product $(TESTS) $(RELEASE_TESTS)
	@export TRACEMILL_TEST_ALL=1; $(call tests,release,$(RELEASE_TESTS))
	@$(MAKE) spark-tests
	@$(MAKE) page-tests
	@$(MAKE) test-dispatcher

test-spark: build spark-tests ## pass the tests of the Spark job, in two executors on this machine

spark-tests: spark
	@started=$$SECONDS; log=.build/tests-spark.log; cd Tests/tracemill-spark; \
	if TRACEMILL=$(CURDIR)/$(PRODUCT) $(CURDIR)/$(PYTHON) -W ignore -m unittest -b >$(CURDIR)/$$log 2>&1; then \
	  printf 'spark: %s. %s s\n' "$$(grep -o 'Measured.*' $(CURDIR)/$$log)" "$$((SECONDS - started))"; \
	else tail -200 $(CURDIR)/$$log >&2; echo "spark: tests failed; everything they said is in $$log" >&2; exit 1; fi

# Spark needs Java 17 and a few packages of Python, which lie in a folder of their own.
spark:
	@needs=''; java -version 2>&1 | grep -qE 'version "(1[7-9]|2[0-9])' || needs='openjdk-17-jre-headless:'; \
	python3 -c 'import ensurepip, venv' 2>/dev/null || needs="$$needs python3-venv:"; \
	if [ -n "$$needs" ]; then $(MAKE) packages NEEDS="$$needs"; fi
	@if ! cmp -s $(SPARK)/requirements.txt .build/spark/requirements.txt; then \
	  rm -rf .build/spark; python3 -m venv .build/spark; \
	  $(PYTHON) -m pip install -q --disable-pip-version-check -r $(SPARK)/requirements.txt \
	    || { echo 'The packages in $(SPARK)/requirements.txt cannot be installed from PyPI.' >&2; exit 1; }; \
	  cp $(SPARK)/requirements.txt .build/spark/; fi

test-pages: build page-tests ## pass the tests of the replay page, in Chromium

page-tests: chromium
	@started=$$SECONDS; log=$(CURDIR)/.build/tests-pages.log; \
	if { ! command -v node || node --test --test-reporter=tap Tests/pages/*.test.mjs; } >$$log 2>&1 && cd Tests/pages \
	  && TRACEMILL=$(CURDIR)/$(PRODUCT) $(CURDIR)/$(PAGES)/bin/python -W ignore -m unittest -b >>$$log 2>&1; then \
	  modules=$$(sed -nE 's/^# pass ([0-9]+)/\1 of its modules in node/p' $$log); \
	  printf 'pages: %s tests in Chromium, %s passed. %s s\n' "$$(sed -nE 's/^Ran ([0-9]+) test.*/\1/p' $$log)" \
	    "$${modules:-none of its modules (node is not installed)}" "$$((SECONDS - started))"; \
	else tail -200 $$log >&2; echo "pages: tests failed; everything they said is in $$log" >&2; exit 1; fi

# Chromium and the packages of Python that drive it, which lie in a folder of their own.
chromium:
	@needs='chromium:'; [ "$$(id -u)" -eq 0 ] || needs="$$needs chromium-sandbox:"; \
	python3 -c 'import ensurepip, venv' 2>/dev/null || needs="$$needs python3-venv:"; \
	$(MAKE) packages NEEDS="$$needs"
	@if ! cmp -s Tests/pages/requirements.txt $(PAGES)/requirements.txt; then \
	  rm -rf $(PAGES); python3 -m venv $(PAGES); \
	  $(PAGES)/bin/python -m pip install -q --disable-pip-version-check -r Tests/pages/requirements.txt \
	    || { echo 'The packages in Tests/pages/requirements.txt cannot be installed from PyPI.' >&2; exit 1; }; \
	  cp Tests/pages/requirements.txt $(PAGES)/; fi

dispatcher: dispatcher-packages ## start the reference dispatcher; OPTIONS='--port 9000' are handed on
	@$(DISPATCHER)/bin/python Tests/dispatcher/dispatcher.py .build/dispatcher.sqlite $(OPTIONS)

test-dispatcher: dispatcher-packages ## pass the tests of the reference dispatcher, its page, its proxy and mapping files
	@started=$$SECONDS; log=$(CURDIR)/.build/tests-dispatcher.log; cd Tests/dispatcher; \
	if $(CURDIR)/$(DISPATCHER)/bin/python -m pytest -q -rP -p no:cacheprovider >$$log 2>&1; then \
	  printf 'dispatcher: %s. %s. %s s\n' "$$(sed -nE 's/^([0-9]+ passed).*/\1/p' $$log)" \
	    "$$(sed -n 's/^Measured: //p' $$log | paste -sd ';')" "$$((SECONDS - started))"; \
	else tail -200 $$log >&2; echo "dispatcher: tests failed; everything they said is in $$log" >&2; exit 1; fi

# The packages of Python for it, which lie in a folder of their own.
dispatcher-packages:
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) packages NEEDS='python3-venv:'
	@if ! cmp -s Tests/dispatcher/requirements.txt $(DISPATCHER)/requirements.txt; then \
	  rm -rf $(DISPATCHER); mkdir -p .build; python3 -m venv $(DISPATCHER); \
	  $(DISPATCHER)/bin/python -m pip install -q --disable-pip-version-check -r Tests/dispatcher/requirements.txt \
	    || { echo 'The packages in Tests/dispatcher/requirements.txt cannot be installed from PyPI.' >&2; exit 1; }; \
	  cp Tests/dispatcher/requirements.txt $(DISPATCHER)/; fi

check: ## lint the sources and count lines of `unsafe` code per module
	@$(SWIFT) format lint --strict --parallel --recursive Sources Tests Benchmarks Package.swift
	@echo 'lint: nothing to say'
	@for module in Sources/*/; do \
	  count=$$({ grep -rhE --include='*.swift' '^[^/]*\bunsafe\b' "$$module" || true; } | wc -l); \
	  if [ "$$count" -gt 0 ]; then printf 'unsafe: %4d lines in %s\n' "$$count" "$$(basename "$$module")"; fi; \
	done

format: ## format the sources in place
	@$(SWIFT) format --in-place --parallel --recursive Sources Tests Benchmarks Package.swift

bench: build ## measure against the peers on real data (needs ../shared/data)
	@python3 Benchmarks/bench.py

bench-check: build ## count instructions per fix, route and row; fail where they grew by 3 % (needs valgrind)
	@python3 Benchmarks/instructions.py

tables: build ## update the tables of columns in Documentation/ from the program's schema
	@for page in $$(grep -l '^<!-- table: ' Documentation/*.md); do \
	  awk '/^<!-- table: / { print; command = "$(PRODUCT) schema --format markdown " $$3; while ((command | getline line) > 0) print line; skip = 1 } \
	    /^<!-- end -->/ { skip = 0 } !skip' "$$page" > .build/page.md && mv .build/page.md "$$page"; done

samples: packages ## write the sample town's map and traces into Traces/
	@$(SWIFT) build -q -j $(JOBS) --product sample-town
	@.build/debug/sample-town Traces

# Tarball and wheel hold a program that needs glibc and nothing else; .ci/dist.py says how.
dist: build ## write a tarball, a Debian package and a Python wheel with the program, into .build/dist
	@$(MAKE) packages NEEDS='dpkg-dev: binutils: git: nettle-dev: liblzma-dev: liblz4-dev: libicu-dev:'
	@python3 .ci/dist.py

test-dist: dist ## try what `make dist` wrote in bare roots of Debian 12 and 13 (as root)
	@$(MAKE) packages NEEDS='debootstrap:'
	@.ci/try-dist

install: build ## install the program, its manual pages and completions below PREFIX (/usr/local), within DESTDIR
	@install -D -m 755 $(PRODUCT) $(DESTDIR)$(PREFIX)/bin/tracemill
	@$(call pages,$(PRODUCT),$(DESTDIR)$(PREFIX))

# Installs missing packages when it may (as root, or in CI), else names the command that does.
packages:
	@command -v $(SWIFT) >/dev/null || { echo 'Swift 6.3 is missing: see https://www.swift.org/install/linux/' >&2; exit 1; }
	@missing=(); \
	for need in $(NEEDS); do $(has) || missing+=("$${need%%:*}"); done; \
	if [ "$${#missing[@]}" -eq 0 ]; then exit 0; fi; \
	sudo=''; [ "$$(id -u)" -eq 0 ] || sudo='sudo '; \
	if ! command -v apt-get >/dev/null; then \
	  echo "Missing, by their Debian names: $${missing[*]}. Install your system's equivalents." >&2; exit 1; fi; \
	if [ -n "$$sudo" ] && [ "$${CI:-}" != true ]; then \
	  echo "Missing: $${missing[*]}. Install them with:" >&2; \
	  echo "  sudo apt-get update && sudo apt-get install -y $${missing[*]}" >&2; exit 1; fi; \
	echo "installing $${missing[*]}" >&2; \
	$${sudo}apt-get update -qq >/dev/null; \
	$${sudo}env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$${missing[@]}" >/dev/null

# True when dpkg knows the package of $$need, PACKAGE:HEADER, as installed, or else the header or command is there.
has = { dpkg-query -W -f '$${db:Status-Status}' "$${need%%:*}" 2>/dev/null | grep -qx installed \
  || { [ -n "$${need\#*:}" ] && [ -e "/usr/include/$${need\#*:}" ]; } || command -v "$${need%%:*}" >/dev/null; }

# $(call tests,NAME,OPTIONS) runs the tests quietly: one line when all pass, what failed when not. As many tests run at a time
# as there are processors: more would only wait for each other, and for their limits of time.
tests = log=.build/tests-$(1).log; export TRACEMILL_TEST_PROGRAM=$(CURDIR)/$(PRODUCT); \
  export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(JOBS); \
  if $(SWIFT) test --skip-build $(2) >$$log 2>&1; then printf '%s: ' $(1); grep -E 'Test run with' $$log | tail -1; \
  else tail -20 $$log >&2; grep -A 4 -E ' recorded an issue|Fatal error|error: ' $$log | tail -200 >&2 || true; \
    echo "$(1): tests failed; everything they said is in $$log" >&2; exit 1; fi

# $(call pages,PROGRAM,PLACE) writes the manual pages and completions of a program below a place.
pages = rm -rf .build/pages && mkdir -p .build/pages && $(1) manual .build/pages/man1 \
  && $(1) --generate-completion-script bash >.build/pages/tracemill \
  && $(1) --generate-completion-script zsh >.build/pages/_tracemill \
  && $(1) --generate-completion-script fish >.build/pages/tracemill.fish \
  && install -D -m 644 -t $(2)/share/man/man1 .build/pages/man1/*.1 \
  && install -D -m 644 .build/pages/tracemill $(2)/share/bash-completion/completions/tracemill \
  && install -D -m 644 .build/pages/_tracemill $(2)/share/zsh/site-functions/_tracemill \
  && install -D -m 644 .build/pages/tracemill.fish $(2)/share/fish/vendor_completions.d/tracemill.fish
