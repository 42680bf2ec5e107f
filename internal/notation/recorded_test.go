package notation

import (
	"os"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// TestRecordedGames replays others' recorded games to their final boards, writes them in every
// fitting notation, and reads them again.
func TestRecordedGames(t *testing.T) {
	text := need.Must(os.ReadFile("testdata/games.txt"))(t)
	games, plies := 0, 0
	for line := range strings.Lines(string(text)) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 {
			continue
		}
		r, err := read(parts[1])
		if err != nil || !r.HasGame {
			t.Errorf("%s: %v", parts[0], err)
			continue
		}
		if got := r.Last.Notation() + " " + r.Last.Status(); got != parts[2] {
			t.Errorf("%s ends with %s, not %s", parts[0], got, parts[2])
		}
		rewrite(t, r.Game)
		rewriteBoard(t, r.Last)
		games, plies = games+1, plies+len(r.Game.Plies)
	}
	if games < 15 || plies < 1500 {
		t.Errorf("%d games with %d plies", games, plies)
	}
}

// rewrite writes a game in each fitting notation, and reads it again.
func rewrite(t *testing.T, g rules.Game) {
	t.Helper()
	for _, n := range notations {
		if !n.plays(g.Variant) {
			continue
		}
		text := need.Must(Write(n.Name, g))(t)
		again, err := read(g.Variant.String() + " " + text)
		if err != nil || again.Game.String() != g.String() {
			t.Errorf("%s in %s is %s, which is read as %s, %v", g, n.Name, text, again.Game, err)
		}
	}
}

// rewriteBoard writes a board in each notation that has it, and reads it again. The end of a game
// is not written on a board, so a game that is drawn by repetition continues.
func rewriteBoard(t *testing.T, p rules.Position) {
	t.Helper()
	for _, n := range notations {
		if !n.plays(p.Variant()) || n.board == nil {
			continue
		}
		text := need.Must(WriteBoard(n.Name, p))(t)
		again, err := read(p.Variant().String() + " " + text)
		if err != nil || again.Last.Board() != p.Board() || !p.Over() && again.Last != p {
			t.Errorf("%v in %s is %s, which is read as %v, %v", p, n.Name, text, again.Last, err)
		}
	}
}

// TestBoards reads boards and writes them unchanged. The first four come from PlayStrategy's FEN
// tests, two of them with tuzdiks; the last two from Aalina and from a game in OGN.
func TestBoards(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"playstrategy", "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 1", "togyz(9,9) <9,22,15,12,2,13,13,x,3,12,12,1,12,12,0,1,2,3,12,2,13> south"},
		{"playstrategy", "11S,1S,7S,t,6S,4S,2S,4S,3S/2S,6S,19S,t,1S,3S,1S,3S,3S 57 29 N 1", "togyz(9,9) <9,57,29,2,6,19,x,1,3,1,3,3,3,4,2,4,6,x,7,1,11> north"},
		{"playstrategy", "3,2S,1S,2S/1S,3,2S,3S 20 17 S 1", "oware(6,4) <6,20,17,1,0,0,0,2,3,2,1,2,0,0,0> south"},
		{"playstrategy", "5S,5S,1,6S,6S/5S,5S,5S,1S,6S 6 0 N 1", "bestemshe(5,5) <5,6,0,5,5,5,1,6,6,6,0,5,5> north"},
		{"oware", "0-0-2-1-1-0-0-8-0-0-2-0-13-21-N", "oware(6,4) <6,13,21,0,0,2,1,1,0,0,8,0,0,2,0> north"},
		{"ogn", "[Variant \"oware\"]\n[FEN \"0-0-2-1-1-0-0-8-0-0-2-0-13-21-N\"]\n\n*", "oware(6,4) <6,13,21,0,0,2,1,1,0,0,8,0,0,2,0> north"},
	} {
		r, err := read(c.text)
		if err != nil || r.HasGame || r.Last.String() != c.want {
			t.Errorf("%q is %v, %v, want %s", c.text, r.Last, err, c.want)
			continue
		}
		if got, err := WriteBoard(c.name, r.Last); err != nil || got != c.text {
			t.Errorf("%s is written %q, %v, not %q", c.want, got, err, c.text)
		}
	}
	p, _ := rules.Start(rulestest.Variant(t, "togyz", 9, 9))
	for _, name := range []string{"federation", "ogn", "chess"} {
		if text, err := WriteBoard(name, p); err == nil {
			t.Errorf("%s has a board: %s", name, text)
		}
	}
}

// TestTagsAndAsides: text around the plies does not change them, but a tag may give their first
// board or name the rules.
func TestTagsAndAsides(t *testing.T) {
	for text, want := range map[string]string{
		"[Event \"A ] \\\"cup\\\"\"]\n[Variant \"Oware\"]\n1. F (1. A a (2. B) b) f 2. A a 0-1":                        "oware(6,4) <6,0,0,0,6,6,6,5,1,0,6,6,6,5,1> south",
		"[FEN \"0-0-2-1-1-0-0-8-0-0-2-0-13-21-N\"]\n\n1. e C":                                                          "oware(6,4) <6,13,21,1,0,0,2,2,0,0,8,0,0,0,1> north",
		"[Variant \"Togyzkumalak\"]\n[FEN \"9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1\"]\n1. e1f2": "togyz(9,9) <9,10,0,9,9,9,9,1,10,10,10,10,10,10,10,0,9,9,9,9,9> north",
		"[Variant \"Bestemshe\"] 1. 54":                "bestemshe(5,5)",
		"1s,1s,4s,4s,4s,4s/4s,4s,2s,1s,4s,3s 4 8 N 11": "oware(6,4) <6,4,8,4,4,2,1,4,3,4,4,4,4,1,1> north",
	} {
		r, err := read(text)
		if err != nil || !strings.HasPrefix(r.Last.String(), want) {
			t.Errorf("%q is %v, %v, want %s", text, r.Last, err, want)
		}
	}
}

// TestHostileTexts gives every reader of pasted texts some that are nearly a game, large or
// broken. All are refused with an error, and none as the first ply of another game.
func TestHostileTexts(t *testing.T) {
	row := strings.Repeat("9S,", 8) + "9S"
	for _, text := range []string{
		"t,t" + strings.Repeat(",9S", 7) + "/" + row + " 9 9 S 1", // two tuzdiks
		strings.Repeat("9S,", 8) + "t/" + row + " 10 0 S 1",       // a stone too many
		"t" + strings.Repeat(",9S", 8) + "/" + row + " 9 0 S 1",   // house 9 is no tuzdik
		"4S,4S,t,4S,4S,4S/4S,4S,4S,4S,4S,4S 4 0 S 1",              // Oware has none
		row + "/" + row + " 0 0 S e9f9",
		row + "/" + row + " 99999999999999999999 0 S 1",
		row + "/" + row + " -1 1 S 1",
		strings.Repeat("1,", 4000) + "1/1 0 0 S 1",
		"4294967300S/4S 0 0 S",
		"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S " + strings.Repeat("Ff", 300),
		"4-4-4-4-4-4-4-4-4-4-4-4-9223372036854775807-0-S",
		"4-4-4-4-4-4-4-4-4-4-4-4-0-0-X",
		"<8,0,2,8,8,8,8,8,8,8,8,8,8,8,8,8>",
		"<8,0,0," + strings.Repeat("8,", 15) + "-8>",
		"<999999999,0,0>", "<6", "<6>", "<>", "<x,x,x>",
		"[FEN \"", "[FEN \"4S/4S 0 0 S\"", "[FEN \"4-4\"] Ff x", "{{{{", "((((F", "[[[[]", "[Result \"1-0\"] 1. A f {cut",
		"[Variant \"" + strings.Repeat("a", 9000) + "\"]",
		strings.Repeat("(", 60000), strings.Repeat("[a \"", 15000),
		strings.Repeat("98 ", 20000), "98\x0076", "\xff\xfe76", "７６", "76ｘ",
	} {
		g, err := read(text)
		p := g.Last
		if err == nil {
			t.Errorf("%.60q is read as %v", text, p)
		} else if len(err.Error()) > 400 {
			t.Errorf("%.60q is refused with %d bytes", text, len(err.Error()))
		}
	}
}

// TestBoardsOfKGP reads boards as the Kalah Game Protocol writes them, of up to ten houses, with
// the side to move as South.
func TestBoardsOfKGP(t *testing.T) {
	for text, want := range map[string]string{
		"<8,0,2,8,8,8,8,8,8,8,8,8,8,8,6,8,8,8,8>": "kalah(8,8) <8,0,2,8,8,8,8,8,8,8,8,8,8,8,6,8,8,8,8> south",
		"<3,10,2,1,2,0,3,0,0>":                    "kalah(3,3) <3,10,2,1,2,0,3,0,0> south",
		"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> north":   "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> north",
	} {
		g, err := read(text)
		p := g.Last
		if err != nil || p.String() != want {
			t.Errorf("%s is %v, %v, want %s", text, p, err, want)
		}
		if !strings.HasPrefix(text, p.Notation()) {
			t.Errorf("%s is written %s", text, p.Notation())
		}
	}
}
