package scene_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/tools/need"
)

// plies is the number of plies that [TestOnePlyEach] plays.
const plies = 20

// TestOnePlyEach plays the first plies of a game at one machine as the window does: shown, narrated
// and stored. [TestLongSowings] counts its sowings.
func TestOnePlyEach(t *testing.T) {
	sc := scenetest.Local(t, [2]match.Seat{})
	sc.Env.Recorder = table.NewRecorder(sc.Table, [2]string{match.KindPerson, match.KindPerson}, func(match.Record) {}, nil)
	n := listen(sc)
	for range plies {
		houses := slices.Collect(sc.Match().Position().Plies())
		scenetest.Press(t, sc, houses[len(houses)/2])
		for sc.Motion() != nil {
			sc.Advance(50 * time.Millisecond)
		}
	}
	if sc.Match().Plies() != plies || len(*n) < plies {
		t.Errorf("%d plies, told %q", sc.Match().Plies(), *n)
	}
}

// TestLongSowings checks that a ply at one machine is sown once, by the table. All code that shows,
// narrates or stores the ply uses that result.
func TestLongSowings(t *testing.T) {
	need.Programs(t, "go")
	profile := filepath.Join(t.TempDir(), "counts")
	out, err := exec.Command("go", "test", "-run", "^TestOnePlyEach$", "-covermode", "count", "-coverpkg", "mancala/rules", "-coverprofile", profile, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	counts := need.Must(os.ReadFile(profile))(t)
	source := need.Must(os.ReadFile(filepath.Join("..", "..", "rules", "sow.go")))(t)
	before, _, found := strings.Cut(string(source), "\ts := Sowing{Mover: p.toMove")
	at := "mancala/rules/sow.go:" + strconv.Itoa(1+strings.Count(before, "\n")) + "."
	for line := range strings.Lines(string(counts)) {
		if found && strings.HasPrefix(line, at) {
			fields := strings.Fields(line)
			if n, err := strconv.Atoi(fields[len(fields)-1]); err != nil || n != plies {
				t.Errorf("%d plies are sown %d times, %v", plies, n, err)
			}
			return
		}
	}
	t.Errorf("there is no line %s in the counts", at)
}
