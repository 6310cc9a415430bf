# SPDX-License-Identifier: GPL-3.0-or-later
# The front door. Meson and ninja build the C side, npm the web side; this file only knows their names.
#   make            build the program (build/leaper)        make run      play in the browser
#   make test       every test and static check             make asan     the tests under sanitizers
#   make check      the static checks alone                 make format   lay out the C files
#   make fuzz       fuzz each input for some seconds        make bench    measure, against others
#   make install    install program, library, web page      make uninstall   remove them again
#   make clean      remove what was built
# Settings: JOBS=2  PORT=8080  RUN_ARGS="--bind …"  PREFIX=/usr/local  DESTDIR=  NATIVE=false  FUZZ_SECONDS=20

SHELL := /bin/bash
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
NATIVE ?= false
PORT ?= 8080
RUN_ARGS ?=
FUZZ_SECONDS ?= 20
TEST_ARGS ?=

WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)
WEB_BUNDLE := $(if $(wildcard web/package.json),web/dist/index.html)

.PHONY: all build program web run test asan tsan check format fuzz bench install uninstall clean deps test-deps
.DELETE_ON_ERROR:

all: build

deps:
	@tools/install-deps.sh build

test-deps:
	@tools/install-deps.sh build test

build/build.ninja: | deps
	@meson setup build --prefix $(PREFIX) -Dnative=$(NATIVE)

build: deps build/build.ninja
	@ninja -C build -j $(JOBS)

# What it takes to play: the program without the tests.
program: deps build/build.ninja
	@ninja -C build -j $(JOBS) leaper

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | deps
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	@cd web && npm run --silent build
	@touch $@

web: deps $(WEB_BUNDLE)

run: program web
	@exec build/leaper serve --port $(PORT) $(RUN_ARGS)

test: test-deps web
	@python3 tools/run_tests.py --jobs $(JOBS) $(TEST_ARGS)

asan: test-deps
	@python3 tools/run_tests.py --jobs $(JOBS) --only asan

tsan: test-deps
	@python3 tools/run_tests.py --jobs $(JOBS) --only tsan

check: test-deps web
	@python3 tools/run_tests.py --jobs $(JOBS) --only static

fuzz: test-deps
	@python3 tools/run_tests.py --jobs $(JOBS) --only fuzz --fuzz-seconds $(FUZZ_SECONDS)

format: test-deps
	@find src tests fuzz bench docs -name '*.[ch]' -print0 | xargs -0 -r clang-format -i

bench: program
	@ninja -C build -j $(JOBS) bench/linkage
	@python3 bench/run.py --program build/leaper

install: build web
	@meson setup --reconfigure build --prefix $(PREFIX) >/dev/null
	@ninja -C build -j $(JOBS)
	@DESTDIR=$(DESTDIR) meson install -C build --no-rebuild
	@mkdir -p $(DESTDIR)$(PREFIX)/share/leaper/web
	@cp -R web/dist/. $(DESTDIR)$(PREFIX)/share/leaper/web/
	@# The system's list of libraries; packages (DESTDIR) and folders of a user have nothing to do with it.
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

# With the PREFIX and DESTDIR of the installation.
uninstall: deps build/build.ninja
	@meson setup --reconfigure build --prefix $(PREFIX) >/dev/null
	@python3 tools/uninstall.py --build build --destdir "$(DESTDIR)" --folder "$(PREFIX)/share/leaper"
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

clean:
	@rm -rf build build-* web/dist
