package table

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// change is a piece of a file that a mutant has another text for.
type change struct{ file, old, new string }

// mutants are mistakes that the tests of this package must find. The compiler gets changed copies
// of the files (go test -overlay), so the package itself needs nothing for them.
var mutants = []struct {
	name    string
	changes []change
}{
	{"no barrier", []change{{"resume.go", "!(a.there && a.caughtUp)", "false && a.there"}}},
	{"barrier without local wishes", []change{
		{"owner.go", "	case !o.open():\n		o.pending = append(o.pending, Event{By: by, Wish: w})\n		return nil, nil\n", ""},
	}},
	{"local wishes before those sent again", []change{{"resume.go", "!(a.there && a.caughtUp)", "!a.there"}}},
	{"MAC unchecked", []change{{"follower.go", "case f.mac.of(&f.state.Terms.Series, f.self, &e.Wish) != e.MAC:", "case false:"}}},
	{"Hash not in MAC", []change{{"event.go", "	m.in = w.appendBody(m.in, by)\n", "	c := *w\n	c.Hash = [16]byte{}\n	m.in = c.appendBody(m.in, by)\n"}}},
	{"strictAfter infinite", []change{{"follower.go", "case e.N <= f.strictAfter:", "case true:"}}},
	{"strictAfter for one connection only", []change{{"resume.go", "		f.strictAfter = fo.N\n", "		f.strictAfter, f.restarted = fo.N, false\n"}}},
	{"ID not compared", []change{
		{"follower.go", "case e.ID <= f.state.LastID[f.self-A]:", "case false:"},
		{"state.go", "(e.ID <= s.LastID[e.By-A] || e.ID-s.LastID[e.By-A] > maxIDJump)", "false"},
	}},
	{"ID before catching up", []change{{"follower.go", "	if f.stage == live {\n		f.seal(&w)\n", "	f.seal(&w)\n	if f.stage == live {\n"}}},
	{"pending not stored", []change{{"follower.go", "	for _, w := range f.queue {\n		r.Pending = append(", "	for _, w := range f.queue[:0] {\n		r.Pending = append("}}},
	{"owner's pending not stored", []change{{"owner.go", "	r.Pending = append(r.Pending, o.pending...)\n", ""}}},
	{"game over at the prediction", []change{{"apply.go", "	c.Plies = n\n", "	c.Plies, c.Over = n, !m.Running()\n"}}},
	{"sent wish dropped from the queue", []change{
		{
			"follower.go", "	f.align()\n	return f.changes, nil\n}\n\n// trust",
			"	f.align()\n	f.queue = slices.DeleteFunc(f.queue, func(w wished) bool { return w.Kind != KindPly && !f.fits(f.shown(), &w.Wish) })\n	return f.changes, nil\n}\n\n// trust",
		},
	}},
	{"predictions left standing", []change{{"state.go", "		s.withdraw(c)\n", ""}, {"apply.go", "	s.withdraw(c)\n	_ = end(", "	_ = end("}}},
	{"tag unchecked", []change{{"resume.go", "(s.H != a.h || o.mac.tag(&s.Terms.Series, s.N, &s.H) != tag)", "(s.H != a.h)"}}},
	{"refusals believed", []change{{"follower.go", "case r.Code != TooFast && r.Code != NotClean &&", "case false &&"}}},
	{"toss unchecked", []change{{"follower.go", "e.Kind == KindBegin && (e.N > 1 || f.begin != 0 && e.Arg != f.begin)", "false"}}},
	{"member ahead believed", []change{{"resume.go", "	case ahead && o.state.Terms.Club:\n", "	case false:\n"}}},
	{"events before those handed back", []change{{"server.go", "if p.live = f.N >= p.n; !p.live {", "if p.live = true; !p.live {"}}},
	{"an earlier attempt has the seat", []change{{"server.go", "attempt >= p.attempt {", "true {"}}},
	{"the seat is lost by an attempt in vain", []change{{"server.go", "	outs, err := s.Attach(by, n, h, now)\n", "	s.Leave(by, ErrReplaced)\n	outs, err := s.Attach(by, n, h, now)\n"}}},
	{"a line that ended has the seat", []change{{"server.go", "	s.seats[by-A] = place{}\n", ""}}},
	{"end not synced by the owner", []change{{"simulationends_test.go", "	if p.final {", "	if false {"}}},
}

// TestLongMutants makes each mutant; the tests must find it within 200 seeds.
func TestLongMutants(t *testing.T) {
	need.Programs(t, "go")
	dir := t.TempDir()
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			out, err := testMutant(t, filepath.Join(dir, strings.ReplaceAll(m.name, " ", "-")), m.changes)
			switch {
			case strings.Contains(out, "build failed"):
				t.Fatalf("it does not compile:\n%s", out)
			case err == nil:
				t.Error("the tests found nothing")
			}
		})
	}
}

// testMutant tests the package with changes, and returns the output.
func testMutant(t *testing.T, dir string, changes []change) (string, error) {
	t.Helper()
	texts := mutated(t, changes)
	need.NoError(t, os.MkdirAll(dir, 0o755))
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for file, text := range texts {
		own := need.Must(filepath.Abs(file))(t)
		overlay.Replace[own] = filepath.Join(dir, file)
		need.NoError(t, os.WriteFile(overlay.Replace[own], []byte(text), 0o644))
	}
	b := need.Must(json.Marshal(overlay))(t)
	list := filepath.Join(dir, "overlay.json")
	need.NoError(t, os.WriteFile(list, b, 0o644))
	out, err := exec.Command("go", "test", "-vet=off", "-overlay", list, "-skip", "^TestLong", ".", "-seeds", "200", "-mutant", "-rapid.nofailfile").CombinedOutput()
	return string(out), err
}

// mutated returns the texts of the files that have changes.
func mutated(t *testing.T, changes []change) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, c := range changes {
		text, ok := texts[c.file]
		if !ok {
			b := need.Must(os.ReadFile(c.file))(t)
			text = string(b)
		}
		if strings.Count(text, c.old) != 1 {
			t.Fatalf("%s has %d times the text\n%s", c.file, strings.Count(text, c.old), c.old)
		}
		texts[c.file] = strings.Replace(text, c.old, c.new, 1)
	}
	return texts
}
