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

// lowest are the packages that every package may import: they know nothing of this program.
var lowest = []string{"mancala/past", "mancala/spelling"}

// screens are the packages that a wing of screens may import: no other wing, and no network.
var screens = []string{
	"mancala/match", "mancala/match/lobby", "mancala/menus/kit", "mancala/menus/page", "mancala/menus/ports", "mancala/menus/settings", "mancala/motion",
	"mancala/notation", // a text can have several games to choose from
	"mancala/render", "mancala/rules", "mancala/scene", "mancala/table", "mancala/words",
}

// wings are the screens, by part of the program; they know each other only by routes.
var wings = []string{"mancala/menus/club", "mancala/menus/game", "mancala/menus/info", "mancala/menus/learn", "mancala/menus/newgame", "mancala/menus/review", "mancala/menus/ruleset"}

// solved are the packages that puzzles need.
var solved = []string{"mancala/fsrs", "mancala/glicko", "mancala/puzzle", "mancala/puzzle/kept"}

// counted are the packages of the user's statistics.
var counted = []string{"mancala/glicko", "mancala/match/statistics"}

// heard are the packages for the window's sound.
var heard = []string{"mancala/menus/conductor", "mancala/sound"}

// played are the packages that a game across a network needs below netplay/link.
var played = []string{
	"mancala/match", "mancala/match/lobby", "mancala/netplay/address", "mancala/netplay/admission", "mancala/netplay/dial", "mancala/netplay/frames", "mancala/netplay/keys",
	"mancala/netplay/limit", "mancala/netplay/listen", "mancala/netplay/meet", "mancala/netplay/session", "mancala/netplay/stream", "mancala/netplay/transport", "mancala/netplay/workers",
	"mancala/proto/mancala/v1", "mancala/rules", "mancala/table",
}

// lobbied are the packages that the lobby of a club needs besides.
var lobbied = slices.Concat(played, []string{"mancala/netplay/lobby"})

// wired are the packages that connect to the screens, on a desktop and in a browser.
var wired = slices.Concat(lobbied, []string{
	"mancala/engine", "mancala/fsrs", "mancala/glicko", "mancala/menus/kit", "mancala/menus/ports", "mancala/menus/settings", "mancala/motion", "mancala/netplay/club", "mancala/netplay/link", "mancala/notation", "mancala/puzzle",
	"mancala/puzzle/kept", "mancala/puzzle/prover", "mancala/record",
	"mancala/record/sqlitefile", "mancala/render", "mancala/table", "mancala/words",
})

// arrows are this program's packages that each of its packages may import, directly or not. It may
// import no others; ARCHITECTURE.md has the map and the reasons.
var arrows = map[string][]string{
	"mancala/rules":             {},
	"mancala/past":              {},
	"mancala/spelling":          {},
	"mancala/rules/rulestest":   {"mancala/rules", "mancala/tools/need"},
	"mancala/notation":          {"mancala/match", "mancala/rules"}, // texts of this program bring match.GameCheck
	"mancala/proto":             {},
	"mancala/proto/mancala/v1":  {},
	"mancala/match":             {"mancala/rules"},
	"mancala/match/matchtest":   {"mancala/match", "mancala/rules", "mancala/tools/need"},
	"mancala/match/statistics":  {"mancala/glicko", "mancala/match", "mancala/rules"},
	"mancala/table":             {"mancala/match", "mancala/rules"},
	"mancala/scene":             {"mancala/match", "mancala/motion", "mancala/rules", "mancala/table", "mancala/words"},
	"mancala/scene/scenetest":   {"mancala/match", "mancala/match/matchtest", "mancala/motion", "mancala/rules", "mancala/rules/rulestest", "mancala/scene", "mancala/table", "mancala/tools/need", "mancala/words"},
	"mancala/motion":            {"mancala/rules"},
	"mancala/render":            {"mancala/motion", "mancala/rules"},
	"mancala/render/apng":       {},
	"mancala/record":            {"mancala/match", "mancala/netplay/keys", "mancala/record/sqlitefile", "mancala/rules"},
	"mancala/record/sqlitefile": {},
	"mancala/netplay/faults":    {},
	"mancala/netplay/attack":    {"mancala/netplay/workers", "mancala/proto/mancala/v1"},
	"mancala/netplay/frames":    {"mancala/proto/mancala/v1", "mancala/rules"},
	"mancala/netplay/limit":     {},
	"mancala/netplay/keys":      {},
	"mancala/netplay/lobby":     {"mancala/match", "mancala/match/lobby", "mancala/netplay/frames", "mancala/netplay/keys", "mancala/proto/mancala/v1", "mancala/rules"},
	"mancala/netplay/meet":      {"mancala/netplay/limit"},
	"mancala/netplay/nearby":    {"mancala/match", "mancala/netplay/keys", "mancala/rules"},
	"mancala/netplay/router":    {"mancala/netplay/workers", "mancala/rules"},
	"mancala/netplay/admission": {"mancala/match", "mancala/netplay/limit", "mancala/proto/mancala/v1", "mancala/rules"},
	"mancala/netplay/dial": {
		"mancala/match", "mancala/netplay/address", "mancala/netplay/frames", "mancala/netplay/keys", "mancala/netplay/limit", "mancala/netplay/meet",
		"mancala/netplay/transport", "mancala/proto/mancala/v1", "mancala/rules",
	},
	"mancala/netplay/listen": {
		"mancala/match", "mancala/match/lobby", "mancala/netplay/address", "mancala/netplay/admission", "mancala/netplay/frames", "mancala/netplay/keys",
		"mancala/netplay/limit", "mancala/netplay/meet", "mancala/netplay/session", "mancala/netplay/stream", "mancala/netplay/transport", "mancala/netplay/workers",
		"mancala/proto/mancala/v1", "mancala/rules", "mancala/table",
	},
	"mancala/netplay/transport": {"mancala/match", "mancala/netplay/address", "mancala/netplay/keys", "mancala/netplay/limit", "mancala/netplay/meet", "mancala/rules"},
	"mancala/netplay/web":       {"mancala/netplay/limit"},
	"mancala/netplay/link":      played,
	"mancala/netplay/stream": {
		"mancala/match", "mancala/netplay/address", "mancala/netplay/admission", "mancala/netplay/frames", "mancala/netplay/keys", "mancala/netplay/limit",
		"mancala/netplay/meet", "mancala/netplay/session", "mancala/netplay/transport", "mancala/netplay/workers", "mancala/proto/mancala/v1", "mancala/rules", "mancala/table",
	},
	"mancala/netplay/session":   {"mancala/match", "mancala/netplay/admission", "mancala/netplay/frames", "mancala/netplay/limit", "mancala/proto/mancala/v1", "mancala/rules", "mancala/table"},
	"mancala/netplay/workers":   {},
	"mancala/netplay/address":   {"mancala/match", "mancala/netplay/keys", "mancala/netplay/limit", "mancala/netplay/meet", "mancala/rules"},
	"mancala/engine":            {"mancala/match", "mancala/rules"},
	"mancala/uci":               {"mancala/rules"},
	"mancala/external":          {"mancala/kgp", "mancala/rules", "mancala/uci"},
	"mancala/kgp":               {"mancala/rules"},
	"mancala/words":             {"mancala/match", "mancala/rules"},
	"mancala/qrcode":            {},
	"mancala/textui":            {"mancala/match", "mancala/match/lobby", "mancala/fsrs", "mancala/glicko", "mancala/motion", "mancala/puzzle", "mancala/qrcode", "mancala/rules", "mancala/scene", "mancala/table", "mancala/words"},
	"mancala/sound":             {},
	"mancala/glicko":            {},
	"mancala/fsrs":              {},
	"mancala/puzzle":            {"mancala/fsrs", "mancala/glicko", "mancala/rules"},
	"mancala/puzzle/kept":       {"mancala/fsrs", "mancala/glicko", "mancala/match", "mancala/puzzle", "mancala/rules"},
	"mancala/puzzle/prover":     {"mancala/engine", "mancala/fsrs", "mancala/glicko", "mancala/match", "mancala/puzzle", "mancala/rules"},
	"mancala/tools/book":        {"mancala/engine", "mancala/match", "mancala/rules"},
	"mancala/tools/puzzles":     {"mancala/engine", "mancala/fsrs", "mancala/glicko", "mancala/match", "mancala/puzzle", "mancala/puzzle/prover", "mancala/rules"},
	"mancala/tools/sounds":      {"mancala/sound"},
	"mancala/tools/dist":        {"mancala/motion", "mancala/render", "mancala/rules"},
	"mancala/tools/foreign":     {},
	"mancala/tools/need":        {},
	"mancala/tools/paper":       {},
	"mancala/tools/words":       {},
	"mancala/tools/notices":     {},
	"mancala/tools/wrap":        {},
	"mancala/tools/count":       {},
	"mancala/tools/way":         {},
	"mancala/tools/web":         {"mancala/cmd/web/page", "mancala/match", "mancala/rules", "mancala/words"},
	"mancala/cmd/web/page":      {"mancala/match", "mancala/rules", "mancala/words"},
	"mancala/tools/need/screen": {"mancala/tools/need"},
	"mancala/tools/need/lan":    {"mancala/tools/need"},
	"mancala/tools/need/drive":  {"mancala/match", "mancala/netplay/keys", "mancala/record", "mancala/record/sqlitefile", "mancala/rules", "mancala/tools/need", "mancala/words"},
	"mancala/menus/kit":         {"mancala/motion", "mancala/render", "mancala/rules"},
	"mancala/menus/settings":    {"mancala/match", "mancala/motion", "mancala/rules"},
	"mancala/menus/ports":       {"mancala/match", "mancala/match/lobby", "mancala/menus/kit", "mancala/menus/settings", "mancala/motion", "mancala/render", "mancala/rules", "mancala/table", "mancala/words"},
	"mancala/menus/page":        screens,
	"mancala/menus/menustest":   slices.Concat(screens, []string{"mancala/match/matchtest", "mancala/tools/need"}),
	"mancala/menus/conductor":   {"mancala/match", "mancala/motion", "mancala/render", "mancala/rules", "mancala/scene", "mancala/sound", "mancala/table", "mancala/words"},
	"mancala/menus/game":        screens,
	"mancala/menus/info":        slices.Concat(screens, counted),
	"mancala/menus/newgame":     slices.Concat(screens, []string{"mancala/menus/ruleset"}),
	"mancala/menus/review":      screens,
	"mancala/menus/learn":       slices.Concat(screens, solved),
	"mancala/menus":             slices.Concat(screens, wings, heard, solved, counted),
	"mancala/cmd/wiring":        wired,
	"mancala/cmd/web":           slices.Concat(screens, wings, heard, solved, counted, wired, []string{"mancala/cmd/web/zone", "mancala/cmd/wiring", "mancala/menus", "mancala/netplay/web"}),
	"mancala/cmd/web/zone":      {},
	"mancala/cmd/web/webtest":   {},
	"mancala/cmd/mancala": slices.Concat(screens, wings, heard, solved, counted, wired, []string{
		"mancala/cmd/wiring", "mancala/menus", "mancala/netplay/nearby", "mancala/netplay/router", "mancala/netplay/web", "mancala/qrcode", "mancala/textui",
		"mancala/external", "mancala/kgp", "mancala/uci",
	}),

	"mancala/match/lobby":           {"mancala/match", "mancala/rules"},
	"mancala/menus/ruleset":         screens,
	"mancala/menus/club":            slices.Concat(screens, []string{"mancala/menus/ruleset"}),
	"mancala/netplay/club":          lobbied,
	"mancala/netplay/club/clubtest": lobbied,
}

// forbidden are external packages that one of this module's packages must not import, even
// indirectly, with the reason.
var forbidden = []struct{ from, to, why string }{
	{"mancala/rules", "github.com/", "the rules are standard library only"},
	{"mancala/rules", "os", "the rules know no files"},
	{"mancala/rules", "time", "the rules know no clock"},
	{"mancala/rules", "net", "the rules know no sockets"},
	{"mancala/rules", "math/rand", "the rules know no chance"},
	{"mancala/match", "github.com/", "a match knows no window"},
	{"mancala/match", "google.golang.org/", "a match knows no wire"},
	{"mancala/match", "net", "a match knows no sockets"},
	{"mancala/table", "github.com/", "a table knows no window"},
	{"mancala/table", "google.golang.org/", "a table knows no wire"},
	{"mancala/table", "net", "a table knows no sockets"},
	{"mancala/table", "os", "a table knows no files"},
	{"mancala/scene", "github.com/", "a scene serves window and terminal, and has no pixels"},
	{"mancala/menus/settings", "github.com/", "the terminal may read the settings, too"},
	{"mancala/motion", "github.com/", "motion is arithmetic; the terminal and the sound follow it too"},
	{"mancala/puzzle", "os", "puzzles know no files"},
	{"mancala/puzzle", "math/rand", "puzzles know no chance"},
	{"mancala/engine", "github.com/", "the engine is standard library only"},
	{"mancala/engine", "net", "the engine knows no sockets"},
	{"mancala/netplay/link", "github.com/hajimehoshi/", "the wire knows no window"},
	{"mancala/netplay/link", "net/http", "browsers are answered by netplay/web"},
	{"mancala/netplay/address", "github.com/", "addresses need the standard library alone"},
	{"mancala/netplay/admission", "net", "admission touches no connection"},
	{"mancala/netplay/admission", "os", "admission knows no file"},
	{"mancala/netplay/dial", "github.com/", "dialling needs the standard library alone"},
	{"mancala/netplay/listen", "net/http", "browsers are answered by netplay/web"},
	{"mancala/netplay/listen", "github.com/", "listening needs the standard library alone"},
	{"mancala/netplay/transport", "github.com/", "streams need the standard library alone"},
	{"mancala/netplay/transport", "google.golang.org/", "streams carry bytes"},
	{"mancala/netplay/keys", "os", "the keys know no files"},
	{"mancala/netplay/keys", "net", "the keys know no sockets"},
	{"mancala/netplay/meet", "github.com/", "a meeting point is standard library only"},
	{"mancala/netplay/limit", "os", "limits touch no connection"},
	{"mancala/netplay/limit", "math/rand", "limits know no chance"},
	{"mancala/netplay/session", "net", "a session knows no sockets"},
	{"mancala/netplay/session", "os", "a session knows no files"},
	{"mancala/textui", "github.com/", "the terminal knows no window"},
	{"mancala/textui", "net", "the terminal knows no sockets"},
	{"mancala/textui", "os", "the terminal is given what it reads and writes"},
	{"mancala/record", "github.com/hajimehoshi/", "the records know no window"},
	{"mancala/record/sqlitefile", "github.com/", "an SQLite file needs the driver alone"},
	{"mancala/sound", "github.com/hajimehoshi/", "the sounds know no window"},
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
			hub := path == "mancala/hub" || strings.HasPrefix(path, "mancala/hub/") // whose arrows are tested there
			if _, known := all[path]; !known && !hub {
				all[path] = arrowsOf{strings.Fields(imports), strings.Fields(deps)}
			}
		}
	}
	read("mancala/cmd/web", browser...)
	read("mancala/...")
	read("mancala/cmd/...", browser...)
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

func TestArrows(t *testing.T) {
	need.Programs(t, "go")
	for pkg := range packages() {
		allowed, known := arrows[pkg]
		if !known {
			t.Errorf("%s is in no list: say what it may import, here and in ARCHITECTURE.md", pkg)
			continue
		}
		for _, dep := range arrowsFrom(t, pkg).deps {
			if strings.HasPrefix(dep, "mancala/") && !slices.Contains(allowed, dep) && !slices.Contains(lowest, dep) {
				t.Errorf("%s imports %s, which it may not", pkg, dep)
			}
		}
	}
	for pkg := range arrows {
		if _, known := packages()[pkg]; !known {
			t.Errorf("%s has a list but does not exist", pkg)
		}
	}
}

// TestPageHasNoCommandLine keeps the packages of the command line out of the page for browsers.
func TestPageHasNoCommandLine(t *testing.T) {
	for _, pkg := range []string{"mancala/cmd/web", "mancala/cmd/wiring", "mancala/menus", "mancala/textui"} {
		for _, dep := range arrowsFrom(t, pkg).deps {
			if strings.HasPrefix(dep, "github.com/spf13/") {
				t.Errorf("%s links %s, which only cmd/mancala needs", pkg, dep)
			}
		}
	}
}

// hubsAlone are the external packages of the hub that no other program links.
var hubsAlone = []string{
	"github.com/jackc/", "github.com/pelletier/", "github.com/prometheus/", "golang.org/x/crypto/acme", "golang.org/x/time/",
}

// TestOnlyTheHubLinksItsModules keeps the libraries of the hub, which is in the same module, out of
// the programs for players.
func TestOnlyTheHubLinksItsModules(t *testing.T) {
	need.Programs(t, "go")
	out := need.Must(exec.Command("go", "list", "-deps", "mancala/hub").Output())(t)
	for _, alone := range hubsAlone {
		if !strings.Contains(string(out), "\n"+alone) {
			t.Errorf("the hub does not link %s", alone)
		}
		for pkg, of := range packages() {
			for _, dep := range of.deps {
				if strings.HasPrefix(dep, alone) {
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
	for _, pkg := range []string{"match", "table"} {
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
