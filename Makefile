# What a newcomer runs: `make demo` and `make test`. Each sets up what it needs.

# What the library needs, and what the Swift toolchain needs to compile and link on a bare Debian.
PACKAGES := pkg-config libcurl4-openssl-dev libjpeg62-turbo-dev libpng-dev \
  binutils libc6-dev libgcc-12-dev libstdc++-12-dev libxml2-dev libncurses6 libsqlite3-dev libuuid1 \
  zlib1g-dev libcairo2-dev libpango1.0-dev libfontconfig-dev git ca-certificates
# What works the report as a person would.
REPORT_PACKAGES := chromium chromium-driver python3
# Peers that a few tests compare with; without them those tests say that they are skipped.
TEST_PACKAGES := libjpeg-turbo-progs netpbm nginx-light openssl redis-server libhiredis-dev
# What programs with GTK need (trait GTK), and what checks them without a screen.
GTK_PACKAGES := libgtk-4-dev
GTK_CHECK_PACKAGES := xvfb xdotool imagemagick openbox fonts-inter python3

SWIFT ?= swift
# The command carries the Swift runtime with it. It has a folder of its own, so that other builds do not evict it.
STATIC := -c release --static-swift-stdlib --scratch-path .build/static
SOURCES := Package.swift Sources Tests Benchmarks Examples

.PHONY: help setup setup-test setup-gtk build demo test gtk-check check-report bench lint clean

help:
	@echo "make demo    sets up, serves TestImages/ on the loopback, loads ads of it, leaves a picture and a report"
	@echo "make test    sets up and runs the tests"
	@echo "make build   builds the command: .build/static/release/lazymedia"
	@echo "make bench   runs the benchmarks"
	@echo "make lint    checks formatting"
	@echo "make check-report   reports on 500 creatives, and works the page in Chromium"
	@echo "make gtk-check  tests the part for GTK, and scrolls its example under Xvfb"
	@echo "make setup   installs the Debian packages that are missing"

setup:
	@command -v $(SWIFT) >/dev/null || { echo "setup: a Swift toolchain (6.2 or newer) must be on the PATH"; exit 1; }
	@.ci/install-packages $(PACKAGES)

setup-test: setup
	@.ci/install-packages $(TEST_PACKAGES)

setup-gtk: setup
	@.ci/install-packages $(GTK_PACKAGES)

build: setup
	$(SWIFT) build $(STATIC) --product lazymedia

demo: build
	@.build/static/release/lazymedia demo

# One test at a time: tests that wait for sockets must not wait behind those that decode. Of a run of all tests it is
# checked that those named in Documentation/Requirements.md were among them.
test: SHELL := /bin/bash
test: setup-test
	@mkdir -p .build
	set -o pipefail; $(SWIFT) test --disable-xctest --no-parallel $(TEST_FLAGS) 2>&1 | tee .build/test.log
	$(if $(filter --filter% --skip --skip=%,$(TEST_FLAGS)),,@.ci/list-requirements --check .build/test.log)

check-report: build
	@.ci/install-packages $(REPORT_PACKAGES)
	@.ci/check-report .build/static/release/lazymedia

gtk-check: setup-gtk
	@.ci/install-packages $(GTK_CHECK_PACKAGES)
	$(SWIFT) test --disable-xctest --no-parallel --traits default,GTK --filter LazyMediaGTKTests
	$(SWIFT) build -c release --package-path Examples/GTKFeed
	.ci/check-gtk

bench: setup
	$(SWIFT) run -c release benchmarks all

lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

clean:
	rm -rf .build Output Examples/*/.build
