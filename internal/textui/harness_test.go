package textui

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

var update = flag.Bool("update", false, "write the golden files anew")

// typist is a person at a terminal. It answers each question on the screen with the next line of
// its script, and ends the input after the last line.
type typist struct {
	script []string
	typed  chan []byte
	echo   bytes.Buffer // the terminal's screen: the output with the answers in their places
	plain  bytes.Buffer // only the output
	asked  func(question string)
	idle   bool // answers nothing before the question whether to play again
	// presses are typed one after another, without a question: each as soon as the screen ends with
	// its text.
	presses []press
}

func newTypist(script ...string) *typist {
	return &typist{script: script, typed: make(chan []byte, len(script)+100)}
}

// Write takes the output.
func (t *typist) Write(b []byte) (int, error) {
	t.echo.Write(b)
	t.plain.Write(b)
	text := escapes.ReplaceAllString(string(b), "")
	if len(t.presses) > 0 && strings.HasSuffix(t.echo.String(), t.presses[0].after) {
		line := t.presses[0].line
		t.presses = t.presses[1:]
		t.press(line)
		return len(b), nil
	}
	if again := strings.HasSuffix(text, "again? [y/n] "); again || !t.idle && (strings.HasSuffix(text, ": ") || strings.HasSuffix(text, "] ")) {
		if t.asked != nil {
			t.asked(text)
		}
		t.answer()
	}
	return len(b), nil
}

// press is a line that is typed after a text.
type press struct{ after, line string }

func (t *typist) press(line string) {
	t.echo.WriteString(line + "\n")
	t.typed <- []byte(line + "\n")
}

func (t *typist) answer() {
	if len(t.script) == 0 {
		if t.typed != nil {
			close(t.typed)
			t.typed = nil
		}
		return
	}
	t.press(t.script[0])
	t.script = t.script[1:]
}

// keys is the reading end of a typist.
type keys struct {
	typed <-chan []byte
	rest  []byte
}

func (t *typist) keys() io.Reader { return &keys{typed: t.typed} }

func (k *keys) Read(b []byte) (int, error) {
	if len(k.rest) == 0 {
		k.rest = <-k.typed
	}
	if len(k.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}

// byLow is a computer player for tests that plays the legal house with the lowest number.
type byLow struct{}

func (byLow) Choose(_ context.Context, p rules.Position) (rules.House, error) {
	for h := range p.Plies() {
		return h, nil
	}
	return 0, rules.ErrGameOver
}

func (byLow) Observe(rules.Sowing, rules.Position) {}

var variant = rulestest.VariantOf

// sceneOf returns the scene of a table with persons, with the clock of the test.
func sceneOf(tbl *table.Table) *scene.Scene {
	sc := scene.New(tbl, [2]string{match.KindPerson, match.KindPerson})
	sc.Env.Now = time.Now
	return sc
}

// localScene returns a scene with both seats at this end. A nil seat is a person's.
func localScene(t testing.TB, v rules.Variant, name string, seats [2]match.Seat) *scene.Scene {
	t.Helper()
	names := [2]string{match.Host: name}
	link := need.Must(table.NewLocal(match.LocalConfig{ID: "test", Variant: v, Names: names}))(t)
	for i := range seats {
		if seats[i] == nil {
			seats[i] = match.NewPerson()
		}
	}
	sc := sceneOf(table.NewTable(link, match.Host, names, seats))
	t.Cleanup(func() { _ = sc.Close() })
	return sc
}

// judged returns a scene whose hints come from a judge; nil gives none.
func judged(sc *scene.Scene, judge match.Judge) *scene.Scene {
	if judge != nil {
		sc.Env.NewJudge = func(time.Duration) match.Judge { return judge }
	}
	return sc
}

// recorded returns a scene whose wins are recorded.
func recorded(sc *scene.Scene) *scene.Scene {
	sc.Env.Recorder = table.NewRecorder(sc.Table, sc.Kinds(), nil, nil)
	return sc
}

// play lets a typist play in a scene and returns the error of Play.
func play(t testing.TB, sc *scene.Scene, who *typist, cfg Config) error {
	t.Helper()
	in := NewLines(who.keys())
	defer in.Close()
	err := Play(need.Soon(t), sc, in, who, cfg)
	checkSpaces(t, who.echo.String())
	return err
}

// checkSpaces fails if a line other than a question ends with a space.
func checkSpaces(t testing.TB, transcript string) {
	t.Helper()
	for line := range strings.Lines(transcript) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasSuffix(line, " ") && !strings.HasSuffix(line, ": ") && !strings.HasSuffix(line, "] ") {
			t.Errorf("the line %q ends with a space", line)
		}
	}
}

// golden compares a transcript with the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if words.Current() != words.English {
		checkForeign(t, file, got)
		return
	}
	compare(t, name, got)
}

// compare is golden for a transcript in any language.
func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		need.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want := need.Must(os.ReadFile(file))(t)
	if got != string(want) {
		t.Errorf("the transcript differs from %s:\n%s", file, firstDifference(got, string(want)))
	}
}

// firstDifference returns the place of the first difference between two texts.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			from := max(0, i-5)
			return strings.Join(slices.Concat([]string{"..."}, g[from:i],
				[]string{"got:  " + g[i], "want: " + w[i]}), "\n")
		}
	}
	return "one is the beginning of the other"
}

// typedGame returns the lines that persons type to play these houses from the start.
func typedGame(t testing.TB, v rules.Variant, houses ...rules.House) []string {
	t.Helper()
	p, err := rules.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, h := range houses {
		if h == rules.Swap {
			lines = append(lines, "swap")
		} else {
			lines = append(lines, strconv.Itoa(bowl(p.ToMove(), h, int(v.Houses))))
		}
		if p, _, err = p.Sow(h); err != nil {
			t.Fatal(err)
		}
	}
	return lines
}
