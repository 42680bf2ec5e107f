# Development tasks. `make test` is everything that must hold; CI runs the same.

GO ?= go
export GOFLAGS := -buildvcs=false
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT := mvdan.cc/gofumpt@v0.12.0
BUF := github.com/bufbuild/buf/cmd/buf@v1.60.0

# Packages with goroutines: they run a second time under the race detector, which needs cgo.
RACED := ./match ./engine ./netplay ./record ./textui ./menus/... ./cmd/...

.PHONY: all build test packages format lint unit race builds golden generate fuzz soak bench clean

all: build

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/mancala ./cmd/mancala

test: packages format lint builds unit race
	@echo "all checks passed"

# Debian packages that the tests of windows need. Installed when missing and allowed, named otherwise.
packages:
	@sh tools/debian-packages.sh

format:
	@out="$$($(GO) run $(GOFUMPT) -l .)"; if [ -n "$$out" ]; then echo "gofumpt would change:"; echo "$$out"; exit 1; fi

lint:
	CGO_ENABLED=0 $(GO) vet ./...
	CGO_ENABLED=0 $(GO) run $(STATICCHECK) ./...

# The other systems must at least compile, without a C compiler.
builds:
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -o /dev/null ./cmd/mancala
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) build -o /dev/null ./cmd/mancala
	CGO_ENABLED=0 GOOS=js GOARCH=wasm $(GO) build -o /dev/null ./cmd/mancala

# All tests, the pixel goldens and the two-window game included: without a display they fail here instead of being skipped.
unit:
	MANCALA_NEED_DISPLAY=1 CGO_ENABLED=0 xvfb-run -a -s "-screen 0 1600x1000x24" $(GO) test ./...

race:
	CGO_ENABLED=1 xvfb-run -a -s "-screen 0 1600x1000x24" $(GO) test -short -race $(RACED)

# Rewrites every golden file from what the code does now. Look at the difference before you commit it.
golden:
	xvfb-run -a -s "-screen 0 1600x1000x24" $(GO) test ./render ./netplay ./menus/... -update

generate:
	cd proto && $(GO) run $(BUF) lint && $(GO) run $(BUF) generate

FUZZTIME ?= 20s
fuzz:
	@for p in ./rules ./netplay ./engine; do for f in $$($(GO) test -list '^Fuzz' $$p | grep ^Fuzz); do \
		echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p || exit 1; done; done

# The simulated network with many more seeds than in the tests.
SEEDS ?= 100000
soak:
	$(GO) test -count=1 -timeout 1h -run TestSimulatedNetwork ./netplay -seeds $(SEEDS)

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./rules ./engine ./render ./netplay ./record

clean:
	rm -rf bin
