package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

// arrows are the packages of the hub that each of them may import, directly or not. ARCHITECTURE.md
// draws the same.
var arrows = map[string][]string{
	"hub/admin":           {},
	"hub/certs":           {"hub/store"},
	"hub/club":            {"hub/store"},
	"hub/config":          {},
	"hub/gateway":         {"hub/club", "hub/store"},
	"hub/health":          {},
	"hub/lines":           {"hub/store", "hub/tables"},
	"hub/load":            {},
	"hub/store":           {},
	"hub/store/storetest": {},
	"hub/tables":          {"hub/store"},
}

// edges are the packages that use the wire format. The others use the values of packages
// match/lobby and table.
var edges = []string{"hub/gateway", "hub/lines", "hub/load"}

func TestArrows(t *testing.T) {
	need.Programs(t, "go")
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(strings.ReplaceAll(line, "mancala/", ""))
		pkg, deps := words[0], words[1:]
		if seen[pkg] = true; pkg == "hub" {
			continue
		}
		allowed, known := arrows[pkg]
		if !known {
			t.Errorf("%s is in no list: say what it may import, here and in ARCHITECTURE.md", pkg)
		}
		for _, dep := range deps {
			if strings.HasPrefix(dep, "hub/") && !slices.Contains(allowed, dep) {
				t.Errorf("%s imports %s, which it may not", pkg, dep)
			}
			if strings.HasPrefix(dep, "proto/") && !slices.Contains(edges, pkg) {
				t.Errorf("%s reaches the wire, %s", pkg, dep)
			}
		}
	}
	for pkg := range arrows {
		if !seen[pkg] {
			t.Errorf("%s has a list but does not exist", pkg)
		}
	}
}
