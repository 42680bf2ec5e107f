package notation

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// all reads all games of a text: each as its rules and plies, a board, or its error.
func all(in io.Reader) (list []string) {
	for r := NewReader(in, Asked{}); ; {
		g, err := r.Read()
		switch {
		case g.Line == 0 && errors.Is(err, io.EOF):
			return list
		case err != nil:
			list = append(list, err.Error())
			if g.Line == 0 {
				return list
			}
		case g.HasGame:
			list = append(list, g.Game.String())
		default:
			list = append(list, g.Last.String())
		}
	}
}

const fours = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"

// TestDialects reads games in every dialect, with everything that may stand around plies. The value
// is each game of the text, or its error.
func TestDialects(t *testing.T) {
	ffaa, ffa := "oware(6,4) 6 6 1 1", "oware(6,4) 6 6 1"
	for text, want := range map[string]string{
		// PlayOK: the store after a capture, X for a tuzdik, results.
		"1. 76(10) 76(10) 2. 99 12":          "togyz(9,9) 7 7 9 1",
		"1. 76 (10) 76(10)":                  "togyz(9,9) 7 7",
		"76(10)76(10)":                       "togyz(9,9) 7 7",
		"76(10)76(11)":                       `line 1, "76(11)": ply 2: the store has 10 seeds then, not 11`,
		"21 98 67 22(3)X":                    "togyz(9,9) 2 9 6 2",
		"21 98 67 22x":                       "togyz(9,9) 2 9 6 2",
		"21 98 67 22X 1-0":                   "togyz(9,9) 2 9 6 2",
		"21 98 67 22X(3)":                    "togyz(9,9) 2 9 6 2",
		"1-0 21 98 67 22x\n0-1 76 98 0-1 76": "togyz(9,9) 2 9 6 2|togyz(9,9) 7 9|togyz(9,9) 7",
		"1. 76(10) 76(10)\n1-0\n*":           "togyz(9,9) 7 7|togyz(9,9)",
		"1. 76(10) 76(10) 1-0\n1-0\n0-1":     "togyz(9,9) 7 7|togyz(9,9)|togyz(9,9)",
		"1. 76(10) 76(11)":                   `line 1, "76(11)": ply 2: the store has 10 seeds then, not 11`,
		"1. 76(10) 77(10)":                   `line 1, "77(10)": ply 2: "77(10)" does something else by the rules of togyz`,
		"1. 76(10) 76(10) {zero}":            `line 1, "{zero}": no row is empty after the last move`,
		"1. 76(10) 76X":                      `line 1, "76X": ply 2: "76X" does something else by the rules of togyz`,
		"1. 76 98 3. 66":                     `line 1, "66": ply 3: the number 3 is not that of the next move`,
		"1. 76 2. 98 3. 66":                  "togyz(9,9) 7 9 6",
		"1. 76 1... 98 2. 66":                "togyz(9,9) 7 9 6",
		"bestemshe 54\ntogyz 54":             "bestemshe(5,5) 5|togyz(9,9) 5",
		"togyz 1. 76\n\n1. 54":               "togyz(9,9) 7|togyz(9,9) 5",
		// PGN: tags, comments, variations, glyphs, marks, escapes, results.
		"[Event \"a ] \\\"b\\\" ; { \\\\\"]\r\n[Variant \"Oware\"]\r\n\r\n1. F f 2. A a *": ffaa,
		"\ufeff[Variant \"Oware Abapa\"] 1.F f 2.A a":                                      ffaa,
		"[ Variant  \"oware\" ]\n1. F\tf\v2. A a":                                          ffaa,
		"[Variant \"?\"]\n[Result \"?\"]\nF f A a":                                         ffaa,
		"1. F {x ; ( [ \n # } f ; y { ( 1. a\n2. A a":                                      ffaa,
		"1. F (1. A a (1. B) {)} ; )\n b) f 2. A a":                                        ffaa,
		"1. F$1 f $14 2. A!? a??":                                                          ffaa,
		"1. F ! f 2. A ... a":                                                              ffaa,
		"1. F\n%1. A\nf 2. A\n% a b c\na":                                                  ffaa,
		"1... F":                                                                           "oware(6,4) 6",
		"1.F 1...f 2.A":                                                                    ffa,
		"1. F f\n# a note\n2. A a # and one more\n":                                        ffaa,
		"1. F f 2. A a 1–0":                                                                ffaa,
		"1. F f 2. A a ½-½":                                                                ffaa,
		"[White \"A\"]\n1. F f 1-0\n\n[White \"B\"]\n1. A a\n\n[White \"C\"]\n1. E a 0-1": "oware(6,4) 6 6|oware(6,4) 1 1|oware(6,4) 5 1",
		"[White \"A\"]\n[Round \"1\"]\n\n[White \"B\"]\n1. F f":                           `line 1, "[White \"A\"]": there is no game in that text; a game is written as in "kalah(6,4) 3 6"|oware(6,4) 6 6`,
		"[Variant \"Oware\"]\n[White \"A\"]":                                              "oware(6,4)",
		"1. F f 1-0 1. A a 0-1 {end} 1. E a":                                              "oware(6,4) 6 6|oware(6,4) 1 1|oware(6,4) 5 1",
		"1. F f\n1. A a":                                                                  "oware(6,4) 6 6|oware(6,4) 1 1",
		"[Result \"1-0\"]\n1. F f 0-1":                                                    `line 1, "[Result \"1-0\"]": another result stands there, too`,
		"[Result \"won\"]\n1. F f":                                                        `line 1, "[Result \"won\"]": that is no result; write it as in 1-0 or 25-23`,
		"[Variant \"Chess\"]\n1. F f":                                                     `line 1, "[Variant \"Chess\"]": there is no rule set "Chess"; choose one of ` + list(),
		"1. F f\n{open\n2. A":                                                             `line 2, "{open": that bracket is never closed`,
		"1. F f (2. A\n\n[White \"B\"]\n1. A a":                                           `line 1, "(2. A": that bracket is never closed|oware(6,4) 1 1`,
		"1. F f }":                                                                        `line 1, "}": that bracket was never opened`,
		"1. F f\n[White x]\n2. A":                                                         `line 2, "[White x]": a tag is written as in [Variant "Oware"]`,
		"1. F f\n2. A x":                                                                  `line 2, "x": "x" is not a move as in F or f`,
		"1. F f\n2. A A":                                                                  `line 2, "A": ply 4: it is the turn of the other side`,
		"[FEN \"0-0-2-1-1-0-0-8-0-0-2-0-13-21-N\"]\n\n20... e 21. C":                      "oware(6,4) <6,13,21,1,0,0,2,2,0,0,8,0,0,0,1> north",
		// Aualé: captures, scores as results.
		"1. B e 2. B c 3. F+2 d":                  "oware(6,4) 2 5 2 3 6 4",
		"oware 1. F f 2. B e 25-23":               "oware(6,4) 6 6 2 5",
		"[Result \"25-23\"]\n1. F f 2. B e 25-23": "oware(6,4) 6 6 2 5",
		"1. F f 2. A a 25-23 1-0":                 ffaa,
		"1. F f 2. A a 25-23 1-0 *\n1-0":          ffaa + "|oware(6,4)",
		"1. F f 2. A a 25-23 0-1":                 `line 1, "0-1": another result stands there, too`,
		"1. F f 2. A a 5-4":                       `line 1, "5-4": the stores have 0 and 0 seeds`,
		"1. F f 2. A a 30-4":                      ffaa,
		"1. B e 2. B c 3. F+2 d 2-0":              "oware(6,4) 2 5 2 3 6 4",
		"bestemshe 5-4":                           `line 1, "5-4": the stores have 0 and 0 seeds`,
		"1. F f 2. B e 25-24":                     `line 1, "25-24": the stores have 0 and 0 seeds`,
		"1. B e 2. B c 3. F+2 d 1-0":              "oware(6,4) 2 5 2 3 6 4",
		"1. B e 2. B c 3. F+2 d 0-48":             `line 1, "0-48": the stores have 2 and 0 seeds`,
		"1. B+x e":                                `line 1, "B+x": there is no rule set "B+x"; choose one of ` + list(),
		"[FEN \"" + fours + "\"]\n\n1. F f":       "oware(6,4) 6 6",
		fours + " FfA":                            ffa,
		fours + "\nF f A":                         ffa,
		"FfAa":                                    ffaa,
		// PlayStrategy: squares, boards of running and of finished games.
		"f1e2 d2e1 i1a2 b2i1 b1g2 f2e1":   "togyz(9,9) 6 6 9 8 2 4",
		"f1e2 d2e1 x1a2":                  `line 1, "x1a2": "x1a2" is not a move as in e1f2`,
		"5,1S/1S,5 24 24 S 60":            "oware(6,4) <6,24,24,0,0,0,0,0,0,0,0,0,0,0,0> south",
		"6S,5/5,6S 24 24 S 60":            "oware(6,4) <6,24,24,0,0,0,0,0,0,0,0,0,0,0,0> south",
		"oware(6,5) 6S,5/5,6S 24 24 S 60": "oware(6,5) <6,24,24,0,0,0,0,0,6,0,0,0,0,0,6> south",
		"9/1S,8 81 81 N 50":               "togyz(9,9) <9,81,81,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0> north",
		"5,1S/1S,5 24 23 S 60":            `line 1, "5,1S/1S,5": that board holds 49 seeds, which no number of seeds a house makes`,
		"oware(6,4) 5,1S/1S,5 29 29 S 60": `line 1, "5,1S/1S,5": that board holds 60 seeds instead of 48`,
		// The Kalah Game Protocol, and this program's boards.
		"<8,0,2,8,8,8,8,8,8,8,8,8,8,8,6,8,8,8,8>":                   "kalah(8,8) <8,0,2,8,8,8,8,8,8,8,8,8,8,8,6,8,8,8,8> south",
		"<6, 2, 0, 4, 4,0,5,5,0,5,5,5,5,4,4> north":                 "kalah(6,4) <6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> north",
		"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>":                           "kalah(6,4)",
		"<1,1,1,0,0> draw 1-1":                                      "kalah(1,1) <1,1,1,0,0> south",
		"<2,3,1,0,0,0,0> south wins 3-1":                            "kalah(2,1) <2,3,1,0,0,0,0> south",
		"<2,3,1,0,0,0,0> south wins 3-2":                            `line 1, "3-2": the stores have 3 and 1 seeds`,
		"kalah(6,4)+pie <6,0,1,0,5,5,5,5,4,4,4,4,4,4,3> north swap": "kalah(6,4)+pie <6,0,1,0,5,5,5,5,4,4,4,4,4,4,3> north swap",
		// Names of rules and separators.
		"Oware(6,4) F b":             "oware(6,4) 6 2",
		"KALAH 3 6":                  "kalah(6,4) 3 6",
		"kalah (6,4) 3 6 1":          "kalah(6,4) 3 6 1",
		"kalah( 6, 4 ) 3, 6, 1.":     "kalah(6,4) 3 6 1",
		"kalah(6,4) 3,6,1":           "kalah(6,4) 3 6 1",
		"Kalah: 3 6 1":               "kalah(6,4) 3 6 1",
		"Kalah 6,4: 3 6 1":           `line 1, "4:": ply 2: "4:" is no house; houses are numbers from 1`,
		"“kalah(6,4) 3 6 1”":         "kalah(6,4) 3 6 1",
		"'kalah(6,4) 3 6 1'":         "kalah(6,4) 3 6 1",
		"„Kalah 3 6 1.“":             "kalah(6,4) 3 6 1",
		"«kalah 3 6 1»":              "kalah(6,4) 3 6 1",
		"kalah(6,4) 1. 3 6 2. 1":     "kalah(6,4) 3 6 1",
		"kalah(6,4) 1. 3 6 2. 1.":    "kalah(6,4) 3 6 1",
		"kalah(6,4) 1. 3 6 1. 1":     "kalah(6,4) 3 6|kalah(6,4) 1",
		"kalah(6,4) 2. 3 6 1. 1":     "kalah(6,4) 3 6|kalah(6,4) 1",
		"kalah(6,4) 3. 3 6 2. 1":     `line 1, "1": ply 3: the number 2 is not that of the next move`,
		"Kalah(6,4) 3\u00a06\u20071": "kalah(6,4) 3 6 1",
		"custom(6,4,store=skip, extra=yes,capture=own) 3 6": "kalah(6,4) 3 6",
		"Qwerty(6,4) 3":                `line 1, "Qwerty(6,4)": there is no rule set "Qwerty"; choose one of ` + list(),
		"kalah(6,4,":                   `line 1, "kalah(6,4,": "kalah(6,4," is no rule set; write it as in "kalah(6,4)"`,
		"Kalah(99,4) 1":                `line 1, "Kalah(99,4)": 99 houses a side is not possible; choose 1 to 10`,
		"hello world":                  `line 1, "hello": there is no rule set "hello"; choose one of ` + list(),
		"kalah(6,4) 3 6 swap":          `line 1, "swap": ply 3: there is nothing to swap`,
		"kalah(6,4) 3 6 \u200b7":       `line 1, "\u200b7": ply 3: "\u200b7" is no house; houses are numbers from 1`,
		"1-0":                          `line 1, "1-0": that result says nothing of the game; write the name of the game before it`,
		"kalah(6,4) 3 \x1b[31mx":       `line 1, "\x1b[31mx": ply 2: "\x1b[31mx" is no house; houses are numbers from 1`,
		"mancala show --\x1b[31mred 3": `line 1, "--\x1b[31mred": there is no option --` + "\x1b[31mred",
		"kalah(-1,4) 1":                `line 1, "kalah(-1,4)": "-1,4" is no board size; write houses and seeds, as in 6,4`,
		// Several games of this program, and text around them.
		"kalah(6,4) 3 6\n\nkalah(6,4) 1\n":           "kalah(6,4) 3 6|kalah(6,4) 1",
		"kalah(6,4) 3 6 kalah(6,4) 1":                "kalah(6,4) 3 6|kalah(6,4) 1",
		"kalah(6,4) 3 6 # one\n1 2":                  "kalah(6,4) 3 6 1 2",
		"A game of mine: kalah(6,4) 3 6":             `line 1, "game": "game" is not a move as in F or f|kalah(6,4) 3 6`,
		"kalah(6,4) 3 6\n# South: Ann\n\nNice game!": "kalah(6,4) 3 6|" + strings.Replace(list0("Nice"), "line 1", "line 4", 1),
		"mancala show 3 6 \n# more\n1 2 3":           "kalah(6,4) 3 6|kalah(6,4) 1 2 3",
		"x\xff\xfe":                                  "line 1, \"x\\xff\\xfe\": there is no rule set \"x\\xff\\xfe\"; choose one of " + list(),
		"\xff\xfek\x00":                              "that text is in UTF-16; save it as UTF-8",
		"":                                           "",
		"# nothing\n; at all\n":                      "",
	} {
		if got := strings.Join(all(strings.NewReader(text)), "|"); got != want {
			t.Errorf("%q is\n%s\nnot\n%s", text, got, want)
		}
	}
}

// list is the names of the presets in errors.
func list() string {
	_, err := rules.Preset("")
	_, names, _ := strings.Cut(err.Error(), "one of ")
	return names
}

func list0(word string) string {
	return fmt.Sprintf("line 1, %q: there is no rule set %q; choose one of %s", word, word, list())
}

// TestPlayOK reads 60 games of a public server: every ply, landing, total, tuzdik, result and empty
// row is as the server wrote it.
func TestPlayOK(t *testing.T) {
	f := need.Must(os.Open("testdata/playok-togyz.txt"))(t)
	defer f.Close()
	games, plies, decided := 0, 0, 0
	for r := NewReader(f, Asked{}); ; games++ {
		g, err := r.Read()
		if g.Line == 0 {
			break
		}
		if err != nil || !g.HasGame || g.Game.Variant.String() != "togyz(9,9)" || g.Number != games+1 || g.Line != games+3 && games > 0 {
			t.Fatalf("game %d in line %d: %s, %v", g.Number, g.Line, g.Game, err)
		}
		if plies += len(g.Game.Plies); g.Result.Outcome != rules.Undecided {
			decided++
		}
	}
	if games != 60 || plies != 6032 || decided != 56 {
		t.Errorf("%d games, %d plies, %d decided", games, plies, decided)
	}
}

// TestOwnTexts reads every text that this program writes of a game, also in the middle of another
// one, quoted in mail, or on one line.
func TestOwnTexts(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 5))
	for _, preset := range rules.Presets() {
		for range 20 {
			g := randomGame(t, chance, preset.Variant)
			m := need.Must(match.New(g.Variant))(t)
			for _, h := range g.Plies {
				need.Must(m.Play(m.Position().ToMove(), h))(t)
			}
			if chance.IntN(2) == 0 && m.Result().Ending == match.Running {
				need.NoError(t, m.Resign(rules.North))
			}
			text := match.GameText(m, "Ann # 1", "Bo\n3")
			for _, whole := range []string{
				text, strings.ReplaceAll(text, "\n", "\r\n"), "Look at this:\n\n" + text, strings.ReplaceAll("\n"+text, "\n", "\n> "), text + "\n\nNice!",
				strings.ReplaceAll(text, "\n", " "), "See " + text,
			} {
				got, count, err := NewReader(strings.NewReader(whole), Asked{}).Nth(1)
				if err != nil || count != 1 || got.Game.String() != g.String() || got.Last != m.Position() {
					t.Fatalf("%q is read as %d games, %s, %v", whole, count, got.Game, err)
				}
				if strings.Contains(whole, "\n") && (got.Names() != [2]string{"Ann # 1", "Bo 3"} || m.Result().Ending != match.Running && got.Result != m.Result()) {
					t.Errorf("%q is by %q, with %v", whole, got.Names(), got.Result)
				}
			}
			if m.Result().Ending != match.Running && len(g.Plies) > 1 {
				cut := strings.Replace(text, " "+g.Plies[len(g.Plies)-1].String()+"\n", "\n", 1)
				if _, _, err := NewReader(strings.NewReader(cut), Asked{}).Nth(1); err == nil {
					t.Errorf("without its last ply %q is read", text)
				}
			}
		}
	}
}

// TestNth: of several games one is chosen, and text around them does not count.
func TestNth(t *testing.T) {
	text := "Look:\n1. F f 1-0\n1. A x\nkalah(6,4) 3 6\n# Check\n\nBye!"
	for n, want := range map[int]string{
		1: "oware(6,4) 6 6", 2: `line 3, "x": "x" is not a move as in F or f`, 3: "kalah(6,4) 3 6", 4: "that text has 3 games",
	} {
		g, count, err := NewReader(strings.NewReader(text), Asked{}).Nth(n)
		got := g.Game.String()
		if err != nil {
			got = err.Error()
		}
		if got != want || count != 3 {
			t.Errorf("%d of %d is %s, not %s", n, count, got, want)
		}
	}
}

// endless yields a text again and again, n times.
type endless struct {
	text string
	n    int
	rest io.Reader
}

func (e *endless) Read(p []byte) (int, error) {
	for {
		if e.rest != nil {
			if n, err := e.rest.Read(p); err == nil {
				return n, nil
			}
		}
		if e.n--; e.n < 0 {
			return 0, io.EOF
		}
		e.rest = strings.NewReader(e.text)
	}
}

// TestStream reads 20,000 games in little memory.
func TestStream(t *testing.T) {
	r := NewReader(&endless{text: "[White \"Ann\"]\n\n1. F f (1... a) {a note} 2. A a 1-0\n\n", n: 20000}, Asked{})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var last Reading
	for {
		g, err := r.Read()
		if g.Line == 0 {
			break
		}
		need.NoError(t, err)
		last = g
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if last.Number != 20000 || last.Line != 4*20000-3 {
		t.Errorf("%d games, the last in line %d", last.Number, last.Line)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("the reader keeps %d bytes", grown)
	}
	runtime.KeepAlive(r)
}

// TestTroubleOfStream: an error of the stream is told, and a game without an end is refused once.
func TestTroubleOfStream(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("kalah 3 6\n\nkalah 1"), failing{})
	if got := all(broken); len(got) != 3 || got[2] != "the disk is gone" {
		t.Errorf("%q", got)
	}
	long := all(io.MultiReader(&endless{text: "3 ", n: 1 << 20}, strings.NewReader("\nkalah(6,4) 3")))
	if len(long) != 2 || !strings.Contains(long[0], "too long for a game") || long[1] != "kalah(6,4) 3" {
		t.Errorf("%.300q", long)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// mutate changes some bytes of a text.
func mutate(chance *rand.Rand, text string) string {
	const signs = "0123456789abcdefFAxX.,()[]{}<>\"';#$!?%*-+/ \n\t\\SNs=\x00\x1b\u202e½“"
	b := []byte(text)
	for range 1 + chance.IntN(4) {
		at := chance.IntN(len(b))
		switch sign := signs[chance.IntN(len(signs))]; chance.IntN(5) {
		case 0:
			b[at] = sign
		case 1:
			b = slices.Delete(b, at, at+1)
		case 2:
			b = slices.Insert(b, at, sign)
		case 3:
			n := min(chance.IntN(9), len(b)-at)
			b = slices.Insert(b, chance.IntN(len(b)), slices.Clone(b[at:at+n])...)
		default:
			b = b[:max(at, 1)]
		}
		if len(b) == 0 {
			return "x"
		}
	}
	return string(b)
}

// seeds are texts to be changed.
func seeds(t testing.TB) (list []string) {
	playok := need.Must(os.ReadFile("testdata/playok-togyz.txt"))(t)
	for n, line := range bytes.Split(playok, []byte("\n"))[2:] {
		if n%6 == 0 && len(line) > 0 {
			list = append(list, string(line[:min(len(line), 700)]), string(line[:min(len(line), 60)]))
		}
	}
	m := need.Must(match.New(presets[0].Variant))(t)
	for _, h := range []rules.House{3, 6, 1} {
		need.Must(m.Play(m.Position().ToMove(), h))(t)
	}
	need.NoError(t, m.Resign(rules.South))
	return append(list, match.GameText(m, "Ann", "Bo"), "kalah(6,4)+pie 1 swap 3", "mancala show --rules video --houses 3 --seeds=4 1 2",
		"[Event \"x\"]\n[Variant \"Oware\"]\n[Result \"25-23\"]\n\n1. F f {note} 2. B (2. A) e $1 25-23\n\n[Variant \"Oware\"]\n1. A a *",
		"11S,1S,7S,t,6S,4S,2S,4S,3S/2S,6S,19S,t,1S,3S,1S,3S,3S 57 29 N 10", "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>\nnorth to move", fours+" FfAa",
		"oware e1d2 c2b1", "5,1S/1S,5 24 24 S 60", "1-0 21 98 67 22x\n0-1 76 98 66 87")
}

// check reads a text, and fails if anything is wrong with a reading or silent about an error.
func check(t testing.TB, text string) (read, refused int) {
	t.Helper()
	for r := NewReader(strings.NewReader(text), Asked{}); ; {
		g, err := r.Read()
		if g.Line == 0 {
			if !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "UTF-16") {
				t.Fatalf("%q ends with %v", text, err)
			}
			break
		}
		if err != nil {
			refused++
			var note *rules.Note
			if !errors.As(err, &note) || note.Code != "notation.at" || note.Args[0].(int) < 1 || note.Args[0].(int) > 1+strings.Count(text, "\n") ||
				strings.TrimSpace(string(note.Args[1].(rules.Quoted))) == "" || !strings.Contains(text, string(note.Args[1].(rules.Quoted))) {
				t.Fatalf("%q is refused with %v", text, err)
			}
			continue
		}
		read++
		if g.HasGame {
			if last, err := g.Game.Replay(); err != nil || last != g.Last {
				t.Fatalf("%q is %s, which ends at %v, %v, not at %v", text, g.Game, last, err, g.Last)
			}
		}
		if again, err := rules.ParsePosition(g.Last.String()); err != nil || again != g.Last {
			t.Fatalf("%q has the position %v, %v", text, g.Last, err)
		}
	}
	return read, refused
}

// total matches a ply with the total behind it, and turn the number before one.
var (
	total = regexp.MustCompile(`(\d\dX?)\(\d+\)(X?)`)
	turn  = regexp.MustCompile(`\d+\.+`)
)

// plainWords counts the plies of a text by splitting it at spaces. It returns false if that is not
// enough to understand the text.
func plainWords(text string) (n int, ok bool) {
	text = turn.ReplaceAllString(total.ReplaceAllString(text, "$1$2 "), "$0 ")
	if strings.Trim(text, "0123456789. X") != "" {
		return 0, false
	}
	lone := false // a number without a ply may be a ply with a full stop
	for word := range strings.FieldsSeq(text) {
		before := lone && turn.MatchString(word)
		if word = strings.TrimRight(turn.ReplaceAllString(strings.TrimLeft(word, "."), ""), "."); word != "" {
			n++
		}
		if lone = word == ""; before {
			return 0, false
		}
	}
	return n, !lone
}

// mutations changes texts n times. No ply of a text that can be split at spaces may get lost.
func mutations(t *testing.T, n int) {
	chance := rand.New(rand.NewPCG(400, 38))
	list := seeds(t)
	read, refused, split := 0, 0, 0
	for i := range n {
		text := mutate(chance, list[i%len(list)])
		good, bad := check(t, text)
		read, refused = read+good, refused+bad
		want, ok := plainWords(text)
		if !ok || bad > 0 {
			continue
		}
		split++
		count := 0
		for r := NewReader(strings.NewReader(text), Asked{}); ; {
			g, _ := r.Read()
			if count += len(g.Game.Plies); g.Line == 0 {
				break
			}
		}
		if count != want {
			t.Fatalf("%q has %d plies, not %d", text, count, want)
		}
	}
	if read < n/20 || refused < n/20 || split < n/100 {
		t.Errorf("of %d texts %d games are read, %d refused, and %d split", n, read, refused, split)
	}
}

// TestMutations changes texts: none makes the reader panic, and none is read with a check that does
// not fit or refused without its line, word and reason.
func TestMutations(t *testing.T) { mutations(t, 6000) }

// mutated is the number of texts of [TestLongMutations]; make soak has ten times as many.
var mutated = flag.Int("mutations", 40_000, "mutated texts")

func TestLongMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	mutations(t, *mutated)
}

// FuzzRead feeds a reader arbitrary texts.
func FuzzRead(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// BenchmarkRead reads games of PlayOK with all checks.
func BenchmarkRead(b *testing.B) {
	text := string(need.Must(os.ReadFile("testdata/playok-togyz.txt"))(b))
	games := 0
	for b.Loop() {
		for r := NewReader(strings.NewReader(text), Asked{}); ; games++ {
			if g, _ := r.Read(); g.Line == 0 {
				break
			}
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
