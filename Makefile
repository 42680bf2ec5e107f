# Development tasks. `make test` is for every change; `make test-all` is everything, as CI runs it.

GO ?= go
# Without the folder in them, packages come out of the build cache in any clone.
export GOFLAGS := -buildvcs=false -trimpath
# Whatever is tested stays on this machine.
export MANCALA_LOOPBACK := 1
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT := mvdan.cc/gofumpt@v0.12.0
BUF := github.com/bufbuild/buf/cmd/buf@v1.60.0

# Tests that take long, and that rarely fail if the short ones pass.
LONG := ^TestLong

# Packages that start goroutines, or whose tests do, by their text, and the menus, to which goroutines of
# others answer. They run a second time under the race detector, which needs cgo; packages without
# goroutines are under it where these call them. Not the tools, and not the page, which has one thread.
GOROUTINES := ^[[:space:]]*go (func\>|[[:alnum:]_.]+\()|\.Go\(func\(\)
raced = ./menus $$(grep -rlE --include='*.go' --exclude='*_js.go' '$(GOROUTINES)' . | xargs -n 1 dirname | sort -u | grep -v -e ^./tools/ -e ^./cmd/web/)

# No test has a time limit but the last resort of its package. Vet is left to lint. Two packages for
# each processor, and eight tests of a package that say t.Parallel, since these wait more than they
# compute.
GO_TEST := $(GO) test -vet=off -timeout 30m -parallel 8 -p $$(($$(getconf _NPROCESSORS_ONLN) * 2))

# Every package, in the order in which go test starts them: those that take longest come first.
EVERY := ./cmd/mancala ./cmd/web/webtest ./menus ./internal/puzzle ./internal/record ./netplay/session ./netplay/attack ./internal/table ./...

# For what browsers run.
BROWSER := CGO_ENABLED=0 GOOS=js GOARCH=wasm

# A screen for tests, whatever this machine has.
SCREEN := xvfb-run -a -s "-screen 0 1600x1000x24"

# The packages whose tests contain a text.
tested = $(shell grep -rlF --include='*_test.go' '$(1)' . | xargs -n 1 dirname | sort -u)

.DEFAULT_GOAL := all
.PHONY: all build web web-size test test-all rest packages format lint wrap whole race builds elsewhere golden screenshots words notices generate book puzzles fuzz soak bench figures clean

# Each target has its line behind ##.
.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.* *## \(.*\)/\1|\2/p' Makefile | awk -F '|' '{ printf "make %-15s %s\n", $$1, $$2 }'

all: build ## same as build

build: web ## the program, with the page for browsers in it, in bin
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/mancala ./cmd/mancala

# The page for browsers, for the program and the hub to embed and, in bin/page, for any static server.
web: ## the page for browsers, for the program and the hub to embed, and in bin/page
	@mkdir -p bin
	$(GO) run ./tools/web

# Fails if the page's program, packed with zopfli as for a release, has more bytes than WEBLIMIT. Takes
# minutes.
WEBLIMIT ?= 7500000
web-size: ## the page packed as for a release, and whether it is small enough (minutes)
	@mkdir -p bin
	$(GO) run ./tools/web -best -limit $(WEBLIMIT)

# The packages of a release, the hub's included, in bin/dist. PACKAGES="linux-amd64 web" makes only
# those.
.PHONY: dist test-dist
dist: ## the packages of a release, in bin/dist
	$(GO) run ./tools/dist -best $(PACKAGES)

# Builds all packages, and those of one system in another folder, compares these, and looks into all.
test-dist: ## build the packages, those of one system twice, and look into them
	CGO_ENABLED=0 $(GO) test -count=1 -timeout 1h -v -run TestRelease ./tools/dist -whole

# For every change. Needs only Go, but draws pictures if there is an X server. Short mode has no windows,
# no browsers and no slow tests. The end lists the tests that this machine could not run, with the
# reason; with MANCALA_NEED_ALL=1 that is a failure.
test: ## what every change has to pass
	@sh tools/left-out.sh $(MAKE) --no-print-directory short
	@echo "windows, browsers, the race detector and slow tests: make test-all"

.PHONY: short
short: ## test, without the list of what was left out
	CGO_ENABLED=0 $(if $(shell command -v xvfb-run),$(SCREEN)) $(GO_TEST) -short -skip '$(LONG)' $(EVERY)

test-all: ## everything: packages, test and rest
	@$(MAKE) --no-print-directory -j 1 packages test rest

# In turn, since each keeps all processors busy: quick ones first.
rest: ## what make test leaves out
	@sh tools/left-out.sh $(MAKE) --no-print-directory -j 1 format lint builds whole race elsewhere test-dist test-foreign
	@echo "all checks passed"

# Debian packages that the tests of windows need. Installed when missing and allowed, named otherwise.
packages: ## install the Debian packages that tests need, or name them
	@sh tools/debian-packages.sh

format: ## whether gofumpt would change anything
	@out="$$($(GO) run $(GOFUMPT) -l .)"; if [ -n "$$out" ]; then echo "gofumpt would change:"; echo "$$out"; exit 1; fi

lint: ## vet, staticcheck, and the length of comments
	CGO_ENABLED=0 $(GO) vet ./...
	$(BROWSER) $(GO) vet ./cmd/web ./internal/engine ./netplay/web ./internal/record ./internal/sound ./internal/words
	GOBIN=$(CURDIR)/bin $(GO) install $(STATICCHECK)
	CGO_ENABLED=0 bin/staticcheck ./...
	$(BROWSER) bin/staticcheck ./cmd/web
	$(GO) run ./tools/wrap

# How large the program is, by folder. FOLDERS="internal/match netplay cmd/hub/tables" adds up only these.
.PHONY: count
count: ## how large the program is, by folder
	@$(GO) run ./tools/count $(FOLDERS)

way: ## through which files a ply passes from one player to the other, and how often it is sown
	@$(GO) run ./tools/way

# Breaks the lines of comments that are over 100 columns.
wrap: ## break the lines of comments that are too long
	$(GO) run ./tools/wrap -w

# The other systems must at least compile, without a C compiler.
builds: ## whether it compiles for the other systems
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -o /dev/null ./cmd/mancala
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) build -o /dev/null ./cmd/mancala
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build ./cmd/hub/...
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) build ./cmd/hub/...
	$(BROWSER) $(GO) build -o /dev/null ./cmd/web

# Short mode and more: windows, browsers and slow tests.
whole: ## every test of every package
	CGO_ENABLED=0 $(SCREEN) $(GO_TEST) -exec "sh '$(CURDIR)/tools/gently.sh'" $(EVERY)

# Without a screen: drawing is for one goroutine. Programs under the detector compute more than they
# wait, so few run at once.
race: ## packages with goroutines under the race detector
	CGO_ENABLED=1 $(GO_TEST) -parallel 2 -short -race -skip '$(LONG)' $(raced)

# The packages that ask the system for something, once more with other rights, in a chroot, without IPv6
# and so on, as far as this machine can provide that.
elsewhere: ## the tests with other rights, in a chroot, without IPv6 and so on
	@GO="$(GO)" sh tools/left-out.sh sh tools/elsewhere.sh

# The programs for Windows and for Linux on arm64, under Wine and QEMU. Not every machine has these, so
# MANCALA_NEED_ALL does not apply to them.
.PHONY: test-foreign
test-foreign: ## the programs for Windows and arm64, under Wine and QEMU
	@sh tools/debian-packages.sh foreign || true # the tests say what is missing
	@env -u MANCALA_NEED_ALL CGO_ENABLED=0 sh tools/left-out.sh $(GO_TEST) -count=1 ./tools/foreign -foreign

# Rewrites every golden file from the present output. No slow test has one. Look at the difference before
# you commit it.
UPDATES := flag.Bool("update"
golden: ## write all golden files anew
	MANCALA_NEED_ALL=1 CGO_ENABLED=0 $(SCREEN) $(GO_TEST) -short -skip '$(LONG)' $(call tested,$(UPDATES)) -update
	CGO_ENABLED=0 $(GO) test ./cmd/mancala -run TestScripts -update

# Brings the pictures of the README up to date, from the running program.
screenshots: ## take the pictures of the README anew
	MANCALA_NEED_ALL=1 MANCALA_SCREENSHOTS=$(CURDIR)/docs CGO_ENABLED=0 $(SCREEN) $(GO) test -count=1 ./cmd/mancala -run Screenshots

# Collects the texts of the program into internal/words/po, where translators find them.
words: ## collect the texts for translators
	$(GO) run ./tools/words

# Writes the licences of everything that is linked into cmd/wiring/notices.txt and cmd/hub/notices.txt.
notices: ## write the licences of all that is linked
	$(GO) run ./tools/notices

# By the checksums a test notices schema or generated code that was changed without this.
generate: ## the Go code of the messages, from their schema, and of the shaders
	$(GO) run ./tools/kage
	cd proto && $(GO) run $(BUF) lint && $(GO) run $(BUF) generate && \
	sha256sum mancala/v1/*.proto $$(grep -rl --include='*.go' '^// Code generated' mancala | sort) >generated.sum

# Continues the opening books of package engine until each is complete, as the committed ones are. From
# nothing, books of five seeds a house take hours on two cores, with BOOKMEMORY MiB. After Ctrl+C or a
# crash the same command continues; an unfinished book can be used meanwhile.
BOOKMEMORY ?= 6000
PROGRESS := .progress
book: ## continue the opening books
	@mkdir -p $(PROGRESS)
	$(GO) run ./tools/book -rules kalah -seeds 3 -above 30
	$(GO) run ./tools/book -rules empty-capture -seeds 3 -above 30
	$(GO) run ./tools/book -rules kalah -seeds 4 -above 36
	$(GO) run ./tools/book -rules empty-capture -seeds 4 -above 36
	$(GO) run ./tools/book -rules mangala -seeds 3 -above 28
	$(GO) run ./tools/book -rules mangala -seeds 4 -above 36
	$(GO) run ./tools/book -rules kalah -seeds 5 -above 42 -memory $(BOOKMEMORY) -keep $(PROGRESS)/kalah-6-5.progress
	$(GO) run ./tools/book -rules empty-capture -seeds 5 -above 43 -memory $(BOOKMEMORY) -keep $(PROGRESS)/empty-capture-6-5.progress

# Finds the puzzles from which internal/puzzle/lists were packed, and packs the ones that they lack (none now).
# Six minutes on one core.
SMALL := 3-3 3-4 3-5 4-2 4-3 4-4 5-1 5-2 5-3 6-1 6-2
puzzles: ## find puzzles, and pack those that are missing
	@mkdir -p $(PROGRESS)/puzzles
	for rules in kalah kalah+pie empty-capture+pie; do for size in $(SMALL); do \
		$(GO) run ./tools/puzzles find -rules $$rules -houses $${size%-*} -seeds $${size#*-} -openings 4 -most 32 \
			>$(PROGRESS)/puzzles/open-$$rules-$$size.txt || exit 1; done; done
	$(GO) run ./tools/puzzles find >$(PROGRESS)/puzzles/kalah-6-4-a.txt
	$(GO) run ./tools/puzzles find -seed 2 -positions 30000 -least 16 >$(PROGRESS)/puzzles/kalah-6-4-b.txt
	$(GO) run ./tools/puzzles find -rules empty-capture -positions 8000 >$(PROGRESS)/puzzles/empty-6-4.txt
	$(GO) run ./tools/puzzles find -seeds 3 -positions 8000 >$(PROGRESS)/puzzles/kalah-6-3.txt
	$(GO) run ./tools/puzzles pack $$(LC_ALL=C ls $(PROGRESS)/puzzles/*.txt)
	$(GO) run ./tools/puzzles find -rules mangala -positions 5000 -most 16 >$(PROGRESS)/mangala.txt
	$(GO) run ./tools/puzzles find -rules oware -positions 24000 -least 4 -most 12 >$(PROGRESS)/oware.txt
	$(GO) run ./tools/puzzles find -rules bestemshe -houses 5 -seeds 5 -positions 4000 -least 4 -most 14 >$(PROGRESS)/bestemshe.txt
	for rules in mangala oware bestemshe; do $(GO) run ./tools/puzzles pack $(PROGRESS)/$$rules.txt || exit 1; done
	$(GO) run ./tools/puzzles reply
	$(GO) run ./tools/puzzles won

FUZZTIME ?= 20s
fuzz: ## every fuzz target, FUZZTIME each
	@GO="$(GO)" sh tools/fuzz.sh $(FUZZTIME) $(call tested,func Fuzz)

# The simulated network and tables with many more seeds than in the tests, a host among 12,000 strangers for a
# minute, and 1,000 pairs at one meeting point.
SEEDS ?= 100000
soak: ## the simulations with many more seeds
	$(GO) test -count=1 -timeout 1h -run TestSimulatedNetwork ./netplay/session -seeds $(SEEDS)
	$(GO) test -count=1 -timeout 1h -run TestSimulated ./internal/table -seeds $(SEEDS)
	$(GO) test -count=1 -timeout 1h -run TestLongMutations ./internal/notation -mutations 400000
	$(GO) test -count=1 -timeout 1h -run TestSimulatedTables ./cmd/hub/tables -tables.seeds 2000
	$(GO) test -count=1 -timeout 1h -run TestLongNodesSimulated ./cmd/hub/store
	$(GO) test -count=1 -v -run TestSoak ./netplay/attack -soak 60s
	$(GO) test -count=1 -v -run TestSoak ./netplay/meet -pairs 1000

# Hubs in processes of their own, over PostgreSQL and over SQLite, in chains of faults: half an hour.
CHAIN := -chain.faults 60 -chain.games 200 -chain.every 1s -chain.ahead
.PHONY: chain
chain: ## members play at hubs through 60 faults, one after the other
	CGO_ENABLED=0 $(GO) test -count=1 -timeout 2h -v -run TestLongChain ./cmd/hub/load $(CHAIN)

# Both builds meet the same machine and load, so their ratio holds on others. ROWS="solve page" measures
# only the rows that begin so.
BASE ?= HEAD~1
bench: ## this tree beside the commit BASE: the ratios of speed, memory and size (15 minutes)
	CGO_ENABLED=0 $(SCREEN) $(GO) run ./tools/bench -base $(BASE) $(ROWS)

.PHONY: benchmarks
benchmarks: ## all benchmarks
	$(SCREEN) $(GO) test -run '^$$' -bench . -benchmem $(call tested,func Benchmark)

# Real windows on a screen of their own, whose figures are in docs/capacity.md.
figures: ## measure the window: start, end, rest, memory (5 minutes)
	MANCALA_FIGURES=1 CGO_ENABLED=0 $(GO) test -count=1 -v ./cmd/mancala -run TestFigures

clean: ## delete what was built
	rm -rf bin
	find cmd/mancala/webpage cmd/hub/webpage -type f ! -name .gitignore -delete
