package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"mancala/tools/need"
)

// A never is an arrow that must not be drawn: from packages of this program to a package, or to all
// below a folder if it ends with a slash, for a reason.
type never struct {
	from, to []string
	why      string
}

// core are the folders that decide: rules, games, puzzles, computer players.
var core = []string{
	"mancala/rules", "mancala/internal/match", "mancala/internal/table", "mancala/internal/notation", "mancala/internal/puzzle", "mancala/internal/engine", "mancala/internal/external", "mancala/internal/uci", "mancala/internal/kgp",
	"mancala/internal/fsrs", "mancala/internal/glicko", "mancala/internal/past", "mancala/internal/spelling",
}

// front are the folders that show and tell.
var front = []string{"mancala/menus", "mancala/internal/textui", "mancala/internal/scene", "mancala/internal/words", "mancala/render", "mancala/internal/motion", "mancala/internal/sound", "mancala/internal/qrcode", "mancala/internal/film"}

// outside are the folders that bring games from elsewhere, and keep them.
var outside = []string{"mancala/netplay", "mancala/internal/record", "mancala/proto"}

// programs are the folders that put the parts together, and nothing imports them.
var programs = []string{"mancala/cmd"}

// support are the packages that only tests import.
var support = []string{
	"mancala/tools/need", "mancala/rules/rulestest", "mancala/internal/match/matchtest", "mancala/internal/table/tabletest", "mancala/internal/scene/scenetest", "mancala/menus/menustest",
	"mancala/netplay/club/clubtest", "mancala/netplay/faults", "mancala/netplay/attack", "mancala/cmd/hub/hubtest",
}

// wings are the screens, by part of the program. The rules of a game are chosen in several of them.
var wings = []string{"mancala/menus/club", "mancala/menus/game", "mancala/menus/info", "mancala/menus/learn", "mancala/menus/newgame", "mancala/menus/review"}

// nevers are the arrows between this program's packages that there must never be, direct or not. A
// package may import all others; ARCHITECTURE.md has the map. A new package under a known folder
// obeys these without an entry.
var nevers = []never{
	{[]string{"mancala/rules"}, []string{"mancala/"}, "the rules stand alone"},
	{core, outside, "the core decides, and knows neither a network nor a file"},
	{core, front, "the core returns codes, and front ends have the sentences and pictures"},
	{outside, front, "what comes from elsewhere is told by front ends"},
	{front, append([]string{"mancala/internal/engine"}, outside...), "front ends get games, records and computer players through ports"},
	{[]string{"mancala/render", "mancala/internal/motion", "mancala/menus/kit"}, []string{"mancala/internal/match", "mancala/internal/table"}, "drawing knows positions, not games"},
	{[]string{"mancala/cmd/hub/store"}, []string{"mancala/cmd/hub"}, "the store is below all of the hub"},
	{[]string{"mancala/cmd/hub/club"}, []string{"mancala/cmd/hub/tables"}, "the club knows of its tables what the store knows"},
	{[]string{"mancala/cmd/hub/tables"}, []string{"mancala/cmd/hub/club"}, "a table knows players, not members"},
	{[]string{"mancala/cmd/hub/store", "mancala/cmd/hub/club", "mancala/cmd/hub/tables", "mancala/cmd/hub/admin", "mancala/cmd/hub/certs", "mancala/cmd/hub/config", "mancala/cmd/hub/health"}, []string{"mancala/proto"}, "only the edges of the hub know the wire"},
}

// forbidden are external packages that one of this module's packages must not import, with the
// reason.
var forbidden = []struct{ from, to, why string }{
	{"mancala/rules", "github.com/", "the rules are standard library only"},
	{"mancala/rules", "os", "the rules know no files"},
	{"mancala/rules", "time", "the rules know no clock"},
	{"mancala/rules", "net", "the rules know no sockets"},
	{"mancala/rules", "math/rand", "the rules know no chance"},
	{"mancala/internal/match", "github.com/", "a match knows no window"},
	{"mancala/internal/match", "google.golang.org/", "a match knows no wire"},
	{"mancala/internal/match", "net", "a match knows no sockets"},
	{"mancala/internal/table", "github.com/", "a table knows no window"},
	{"mancala/internal/table", "google.golang.org/", "a table knows no wire"},
	{"mancala/internal/table", "net", "a table knows no sockets"},
	{"mancala/internal/table", "os", "a table knows no files"},
	{"mancala/internal/scene", "github.com/", "a scene serves window and terminal, and has no pixels"},
	{"mancala/menus/settings", "github.com/", "the terminal may read the settings, too"},
	{"mancala/internal/motion", "github.com/", "motion is arithmetic; the terminal and the sound follow it too"},
	{"mancala/internal/puzzle", "os", "puzzles know no files"},
	{"mancala/internal/puzzle", "math/rand", "puzzles know no chance"},
	{"mancala/internal/engine", "github.com/", "the engine is standard library only"},
	{"mancala/internal/engine", "net", "the engine knows no sockets"},
	{"mancala/netplay/link", "github.com/hajimehoshi/", "the wire knows no window"},
	{"mancala/netplay/link", "net/http", "browsers are answered by netplay/web"},
	{"mancala/netplay/address", "github.com/", "addresses need the standard library alone"},
	{"mancala/netplay/admission", "net", "admission touches no connection"},
	{"mancala/netplay/admission", "os", "admission knows no file"},
	{"mancala/netplay/transport", "net/http", "browsers are answered by netplay/web"},
	{"mancala/netplay/transport", "github.com/", "connections need the standard library alone"},
	{"mancala/netplay/keys", "os", "the keys know no files"},
	{"mancala/netplay/keys", "net", "the keys know no sockets"},
	{"mancala/netplay/meet", "github.com/", "a meeting point is standard library only"},
	{"mancala/netplay/limit", "os", "limits touch no connection"},
	{"mancala/netplay/limit", "math/rand", "limits know no chance"},
	{"mancala/netplay/session", "net", "a session knows no sockets"},
	{"mancala/netplay/session", "os", "a session knows no files"},
	{"mancala/internal/textui", "github.com/", "the terminal knows no window"},
	{"mancala/internal/textui", "net", "the terminal knows no sockets"},
	{"mancala/internal/textui", "os", "the terminal is given what it reads and writes"},
	{"mancala/internal/record", "github.com/hajimehoshi/", "the records know no window"},
	{"mancala/internal/record/sqlitefile", "github.com/", "an SQLite file needs the driver alone"},
	{"mancala/internal/sound", "github.com/hajimehoshi/", "the sounds know no window"},
}

// arrowsOf are the imports of a package: direct and indirect.
type arrowsOf struct{ imports, deps []string }

// packages returns the imports of this module's packages by path, for this system, or for a browser
// if a package is only for browsers.
var packages = sync.OnceValue(func() map[string]arrowsOf {
	all := map[string]arrowsOf{}
	browser := []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"}
	read := func(pattern string, env ...string) { // packages that were read before stay
		cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{join .Imports " "}}|{{join .Deps " "}}`, pattern)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.Output()
		if err != nil {
			panic(fmt.Sprintf("go list %s: %v", pattern, err))
		}
		for line := range strings.Lines(string(out)) {
			path, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
			imports, deps, _ := strings.Cut(rest, "|")
			if _, known := all[path]; !known {
				all[path] = arrowsOf{strings.Fields(imports), strings.Fields(deps)}
			}
		}
	}
	read("mancala/cmd/web/...", browser...)
	read("mancala/...")
	read("mancala/cmd/web/...", browser...)
	return all
})

// arrowsFrom returns the imports of a package.
func arrowsFrom(t *testing.T, pkg string) arrowsOf {
	t.Helper()
	need.Programs(t, "go")
	a, known := packages()[pkg]
	if !known {
		t.Errorf("there is no package %s", pkg)
	}
	return a
}

// within tells whether a package is one of folders, or below one.
func within(pkg string, folders ...string) bool {
	for _, folder := range folders {
		if pkg == folder || strings.HasPrefix(pkg, strings.TrimSuffix(folder, "/")+"/") {
			return true
		}
	}
	return false
}

// ofProgram tells whether a package is linked by a program, and not by tests alone.
func ofProgram(pkg string) bool { return !within(pkg, support...) && !within(pkg, "mancala/tools") }

func TestNevers(t *testing.T) {
	need.Programs(t, "go")
	known := func(folder string) {
		for pkg := range packages() {
			if within(pkg, folder) {
				return
			}
		}
		t.Errorf("%s is in a list but does not exist", folder)
	}
	for _, folder := range slices.Concat(core, front, outside, programs, support, wings) {
		known(folder)
	}
	for _, n := range nevers {
		for _, folder := range slices.Concat(n.from, n.to) {
			known(folder)
		}
		for pkg, of := range packages() {
			if !within(pkg, n.from...) || !ofProgram(pkg) {
				continue
			}
			for _, dep := range of.deps {
				if within(dep, n.to...) && !within(dep, n.from...) {
					t.Errorf("%s imports %s: %s", pkg, dep, n.why)
				}
			}
		}
	}
}

// TestNothingImportsPrograms finds arrows up to programs, and from programs to support of tests.
func TestNothingImportsPrograms(t *testing.T) {
	need.Programs(t, "go")
	for pkg, of := range packages() {
		for _, dep := range of.deps {
			if within(dep, programs...) && !within(pkg, programs...) && dep != "mancala/cmd/web/page" { // tools/web builds the page
				t.Errorf("%s imports %s, a part of a program", pkg, dep)
			}
			if within(dep, "mancala/cmd/hub") && !within(pkg, "mancala/cmd/hub") {
				t.Errorf("%s imports %s: the hub imports the game, never the other way round", pkg, dep)
			}
			if ofProgram(pkg) && within(dep, support...) {
				t.Errorf("%s imports %s, which is for tests", pkg, dep)
			}
		}
	}
}

// TestWingsKnowEachOtherByRoutes finds arrows from one wing of screens to another.
func TestWingsKnowEachOtherByRoutes(t *testing.T) {
	for _, wing := range wings {
		for _, dep := range arrowsFrom(t, wing).deps {
			if within(dep, wings...) && !within(dep, wing) {
				t.Errorf("%s imports %s: wings know each other by routes", wing, dep)
			}
		}
	}
}

// TestPageHasNoCommandLine keeps the packages of the command line out of the page for browsers.
func TestPageHasNoCommandLine(t *testing.T) {
	for _, pkg := range []string{"mancala/cmd/web", "mancala/cmd/wiring", "mancala/menus", "mancala/internal/textui"} {
		for _, dep := range arrowsFrom(t, pkg).deps {
			if strings.HasPrefix(dep, "github.com/spf13/") {
				t.Errorf("%s links %s, which only cmd/mancala needs", pkg, dep)
			}
		}
	}
}

// hubsAlone are the external packages of the hub that no other program links.
var hubsAlone = []string{
	"github.com/jackc/", "github.com/pelletier/", "github.com/prometheus/", "golang.org/x/crypto/acme",
}

// TestOnlyTheHubLinksItsModules keeps the libraries of the hub, which is in the same module, out of
// the programs for players.
func TestOnlyTheHubLinksItsModules(t *testing.T) {
	need.Programs(t, "go")
	out := need.Must(exec.Command("go", "list", "-deps", "mancala/cmd/hub").Output())(t)
	for _, alone := range hubsAlone {
		if !strings.Contains(string(out), "\n"+alone) {
			t.Errorf("the hub does not link %s", alone)
		}
		for pkg, of := range packages() {
			for _, dep := range of.deps {
				if strings.HasPrefix(dep, alone) && !within(pkg, "mancala/cmd/hub") {
					t.Errorf("%s links %s, which only the hub needs", pkg, dep)
				}
			}
		}
	}
}

// TestMatchReadsNoClock keeps match and table from reading the time: callers pass in the times for
// a game's clocks.
func TestMatchReadsNoClock(t *testing.T) {
	var files []string
	for _, pkg := range []string{"internal/match", "internal/table"} {
		found, err := filepath.Glob("../../" + pkg + "/*.go")
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pkg, len(found), err)
		}
		files = append(files, found...)
	}
	asks := regexp.MustCompile(`time\.(Now|Since|Until|After|AfterFunc|Sleep|Tick|NewTicker|NewTimer)\b`)
	for _, file := range files {
		text := need.Must(os.ReadFile(file))(t)
		if found := asks.Find(text); found != nil && !strings.HasSuffix(file, "_test.go") {
			t.Errorf("%s has %s", file, found)
		}
	}
}

func TestForbiddenArrows(t *testing.T) {
	for _, f := range forbidden {
		for _, dep := range arrowsFrom(t, f.from).imports {
			if dep == f.to || strings.HasPrefix(dep, strings.TrimSuffix(f.to, "/")+"/") {
				t.Errorf("%s imports %s: %s", f.from, dep, f.why)
			}
		}
	}
}
