# SPDX-License-Identifier: GPL-3.0-or-later
# The front door. Meson and ninja build the C side, npm the web side; this file only knows their names.
#   make            build the program (build/leaper)        make run        play in the browser
#   make test       what every change must pass             make test-full  … and sanitizers, analysers, longer fuzzing
#   make asan       the tests under sanitizers              make tsan       … under the thread sanitizer
#   make check      the static checks alone                 make format     format the C files
#   make fuzz       fuzz each input for some seconds        make bench      measure, against others
#   make install    install program, library, web page      make uninstall  remove them again
#   make deb        build Debian packages in build/deb
#   make npm        build the package for Node and browsers, build/leaper-VERSION.tgz
#   make clean      remove what was built
# Settings: JOBS=2  PORT=8080  RUN_ARGS="--bind …"  PREFIX=/usr/local  DESTDIR=  NATIVE=false  FUZZ_SECONDS=20

SHELL := /bin/bash
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
NATIVE ?= false
PORT ?= 8080
RUN_ARGS ?=
FUZZ_SECONDS ?= 20

# Optional parts, all of which the tests need. Whoever runs tests changes files, and has little compiled again.
WHOLE := -Dtests=enabled -Dmpi=enabled -Dunits=files
CLANG := -Dbuildtype=debugoptimized -Dc_args=-gline-tables-only -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false
TSAN := -Dbuildtype=debugoptimized -Db_sanitize=thread
NPM_CI := npm ci --no-audit --no-fund --loglevel=error
RUN_TESTS := python3 tools/run_tests.py --jobs $(JOBS)

WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) $(wildcard problems/*.jsonl weights/*.net)
# The page has the library as well, as a WebAssembly module.
MODULE := build-wasm/tools/wasm/leaper.wasm
MODULE_SOURCES := $(shell find include variants tools/wasm meson.build src -type f -not -path 'src/archive/*' -not -path 'src/cli/*' \
  -not -path 'src/protocols/*' -not -path 'src/server/*' -not -path 'src/tours/*' 2>/dev/null) $(wildcard levels/*.txt weights/*.txt) tools/embed_texts.py
WEB_BUNDLE := $(if $(wildcard web/package.json),web/dist/index.html)

.PHONY: all build program web npm run tests clang-tests test test-full asan tsan check format fuzz bench install uninstall deb clean \
        deps page-deps page-tools test-deps deb-deps
.DELETE_ON_ERROR:

all: build

deps:
	@tools/install-deps.sh build

page-deps:
	@tools/install-deps.sh build page

test-deps:
	@tools/install-deps.sh build page test

deb-deps:
	@tools/install-deps.sh build page deb

build/build.ninja: | deps
	@meson setup build --prefix $(PREFIX) -Dnative=$(NATIVE) -Dunits=folders

build: deps build/build.ninja
	@ninja -C build -j $(JOBS)

# What it takes to play: the program without the tests. The page goes first, since packing it keeps one processor busy at the end.
program: deps build/build.ninja
	@nice ninja -C build -j $(JOBS) leaper

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | deps
	@cd web && $(NPM_CI) $(if $(wildcard web/node_modules/eslint),,--omit=dev)
	@touch $@

$(MODULE): $(MODULE_SOURCES) | page-deps
	@tools/wasm/build.sh $(JOBS)
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES) $(MODULE)
	@cd web && npm run --silent build
	@touch $@

web: page-deps $(WEB_BUNDLE)

# Without a network: the page has the tools.
npm: page-tools web
	@node npm/build.mjs build/npm
	@npm pack --silent --pack-destination build ./build/npm

# The program, the module and the page's tools have nothing to do with each other.
run:
	@$(MAKE) --no-print-directory --jobs=3 program web
	@exec build/leaper serve --port $(PORT) $(RUN_ARGS)

# `make run` may have configured build/ before cmocka and MPI were there, or before there was one of the options.
tests: test-deps page-tools build/build.ninja
	@meson configure build $(WHOLE) 2>/dev/null || meson setup --reconfigure build $(WHOLE) >/dev/null
	@ninja --quiet -C build -j $(JOBS)

# One build for clang's warnings, its sanitizers and its fuzzers.
clang-tests: test-deps
	@[ -e build-clang/build.ninja ] || CC=clang CC_LD=lld meson setup build-clang $(WHOLE) $(CLANG)
	@ninja --quiet -C build-clang -j $(JOBS)

# What checks the page and drives browsers. The page itself is built without.
page-tools: | deps
	@[ -e web/node_modules/eslint ] || { cd web && $(NPM_CI); }

# Browsers and servers often wait, so one test more than there are processors runs at a time.
test: tests web
	@$(RUN_TESTS) --jobs $$(($(JOBS) + 1)) build:--no-suite:long

test-full: tests clang-tests web deb-deps
	@$(RUN_TESTS) --jobs $$(($(JOBS) + 1)) build build-clang

asan: clang-tests
	@$(RUN_TESTS) build-clang:--no-suite:lint:--no-suite:fuzz

tsan: test-deps
	@[ -e build-tsan/build.ninja ] || meson setup build-tsan $(WHOLE) $(TSAN)
	@ninja --quiet -C build-tsan -j $(JOBS)
	@$(RUN_TESTS) build-tsan

check: tests clang-tests web
	@$(RUN_TESTS) build:--suite:static build-clang:--suite:lint

fuzz: clang-tests
	@meson configure build-clang -Dfuzz_seconds=$(FUZZ_SECONDS)
	@ninja --quiet -C build-clang -j $(JOBS)
	@$(RUN_TESTS) build-clang:--suite:fuzz

format: test-deps
	@find include src tests fuzz bench docs -name '*.[ch]' -print0 | xargs -0 -r clang-format -i

bench: program page-tools web
	@ninja -C build -j $(JOBS) bench/protection bench/games bench/matches bench/answers bench/slow_fsync.so
	@python3 bench/run.py --program build/leaper
	@python3 bench/server.py --program build/leaper
	@python3 bench/live.py --program build/leaper
	@if command -v chromium >/dev/null; then node bench/page.mjs build; else echo "the page is not measured: apt-get install chromium"; fi

install: build web
	@meson setup --reconfigure build --prefix $(PREFIX) >/dev/null
	@ninja -C build -j $(JOBS)
	@DESTDIR=$(DESTDIR) meson install -C build --no-rebuild
	@mkdir -p $(DESTDIR)$(PREFIX)/share/leaper/web
	@cp -R web/dist/. $(DESTDIR)$(PREFIX)/share/leaper/web/
	@cp share/leaper.service share/nginx.conf docs/running.md $(DESTDIR)$(PREFIX)/share/leaper/
	@# Tell the dynamic loader, except about packages (DESTDIR) and a user's own folders.
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

# With the PREFIX and DESTDIR of the installation.
uninstall: deps build/build.ninja
	@meson setup --reconfigure build --prefix $(PREFIX) >/dev/null
	@python3 tools/uninstall.py --build build --destdir "$(DESTDIR)" --folder "$(PREFIX)/share/leaper"
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

deb: deb-deps web
	@JOBS=$(JOBS) tools/make_deb.sh build/deb
	@echo "Packages: $$(cd build/deb && echo *.deb)"

clean:
	@rm -rf build build-* web/dist
