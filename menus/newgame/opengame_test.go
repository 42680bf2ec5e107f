package newgame

import (
	"errors"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// played returns a match after some plies.
func played(t *testing.T, v rules.Variant, plies ...rules.House) *match.Match {
	t.Helper()
	m := need.Must(match.New(v))(t)
	for _, h := range plies {
		need.Must(m.Play(m.Position().ToMove(), h))(t)
	}
	return m
}

func TestReadsWhatTheLogWrites(t *testing.T) {
	custom := rulestest.Variant(t, "bowls", 5, 3)
	custom.ExtraTurn, custom.Pie = true, true
	for _, v := range []rules.Variant{rulestest.Variant(t, "kalah", 6, 4), rulestest.Variant(t, "video", 6, 3), custom} {
		m := played(t, v, 3, 1)
		text := match.GameText(m, "Ann # 1", "Bo\n3")
		squashed := strings.ReplaceAll(text, "\n", " ")
		for _, text := range []string{text, squashed, "Look at this:\n\n" + text, "> " + text, strings.ReplaceAll(text, "\n", "\r\n")} {
			g := readGames(text)[0]
			if g.trouble != "" || !g.known || g.Game.Variant != v || len(g.Game.Plies) != 2 || g.Last != m.Position() {
				t.Errorf("%q is read as %+v", text, g)
			}
		}
	}
}

func TestSaysWhichMoveCannotBePlayed(t *testing.T) {
	for text, want := range map[string]string{
		"kalah(6,4) 3 6 1 1 9": "Ply 5: there is no house 9.",
		"3 3":                  "Ply 2: house 3 is empty.",
		"kalah(1,1) 1 1":       "Ply 2 comes after the end of the game.",
		"kalah(6,4) 3 three":   `Ply 2: "three" is not a house. Houses are numbers from 1.`,
		"kalah(99,4) 1":        "99 houses a side are not possible. Choose 1 to 10.",
		"chess 1":              `There is no rule set "chess". Choose one of ` + rulestest.Names() + ".",
		"# only a comment":     `There is no game in that text. A game is written as in "kalah(6,4) 3 6".`,
		"kalah(6,4,":           `"kalah(6,4," is not a rule set. Write it as in "kalah(6,4)".`,
	} {
		if g := readGames(text)[0]; g.trouble != want {
			t.Errorf("%q: %q, want %q", text, g.trouble, want)
		}
	}
	g := readGames("kalah(6,4) 3 6 1 1 9")[0]
	if !g.known || len(g.Game.Plies) != 4 || g.Last.Store(rules.South) == 0 {
		t.Errorf("the part that can be played is %+v", g)
	}
}

func TestStateOfTheLastPosition(t *testing.T) {
	for text, want := range map[string]string{
		"kalah":   "The bottom row moves next.",
		"kalah 1": "The top row moves next.",
		"kalah(3,2) 1 1 3 1 2 3 2 2 2 3 1 1 2 3 2 2": "The bottom row has won, 8 to 4.",
	} {
		g := readGames(text)[0]
		if got := g.state(); got != want || g.trouble != "" {
			t.Errorf("%q: %q (%s), want %q", text, got, g.trouble, want)
		}
	}
}

// hostileGames are texts that are not games, some of them long.
var hostileGames = map[string]string{
	"binary":         "\x00\x01\x02\xff\xfe\x1b[2J",
	"one long word":  strings.Repeat("a", 1<<20),
	"long word":      "kalah(6,4) " + strings.Repeat("a", 60000),
	"long rules":     "kalah(6,4" + strings.Repeat("(", 60000),
	"many plies":     "kalah(6,4) " + strings.Repeat("1 ", 30000),
	"swaps":          "kalah(6,4) " + strings.Repeat("swap ", 10000),
	"negative":       "kalah(-1,4) 1",
	"many lines":     strings.Repeat("#\n", 1<<19),
	"bidirectional":  "kalah(6,4) 1 \u202e 2",
	"number too big": "kalah(6,99999999999999999999) 1",
}

// The screen refuses a hostile text, and shows only a little of it, so that drawing stays fast.
func TestHostileGameTextIsRefused(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	o := NewOpenGame(b)
	b.Push(o)
	for name, text := range hostileGames {
		b.Pad.Text = text
		b.Click("Paste from the clipboard")
		b.LayOut(640, 400)
		if b.Info("#open.open").Enabled || o.reading.trouble == "" || len([]rune(o.reading.trouble)) > maxTrouble+20 {
			t.Errorf("%s: open to use %v, trouble %.200q", name, b.Info("#open.open").Enabled, o.reading.trouble)
		}
		if strings.ContainsAny(o.reading.trouble, "\x1b\x00\u202e\n") {
			t.Errorf("%s: the complaint holds what it complains about: %q", name, o.reading.trouble)
		}
		if n := len([]rune(b.Info("#open.text").Value)); n > maxGameField {
			t.Errorf("%s: %d characters come into the field", name, n)
		}
	}
}

// BenchmarkHostileGameText reads texts that are not games. The rate must not fall with their
// length.
func BenchmarkHostileGameText(b *testing.B) {
	for name, text := range hostileGames {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				readGames(text)
			}
		})
	}
}

func TestPasteAndOpen(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(NewOpenGame(b))
	if b.Control("#open.open").Focusable() {
		t.Error("nothing can be opened")
	}
	m := played(t, rulestest.Variant(t, "kalah", 6, 4), 3, 6, 1)
	b.Pad.Text = match.GameText(m, "Ann", "Bo")
	b.Click("Paste from the clipboard")
	b.LayOut(1280, 720)
	if b.Says("kalah(6,4) 3 6 1"); b.Focused() != "open.open" {
		t.Fatalf("the focus is on %q", b.Focused())
	}
	b.Click("Open")
	if b.Scene() == nil || b.Scene().Match().Position() != m.Position() || len(b.Routes) == 0 {
		t.Errorf("the routes are %+v", b.Routes)
	}
}

func TestTypedGameIsReadAsItIsTyped(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	o := NewOpenGame(b)
	b.Push(o)
	for text, plies := range map[string]int{"3 6": 2, "bowls 3 13": -1, "video(6,3) 3 1": 2} {
		b.Write("Text of the game", text)
		if plies < 0 == b.Info("#open.open").Enabled || plies >= 0 && len(o.reading.Game.Plies) != plies {
			t.Errorf("%q is read as %+v", text, o.reading)
		}
	}
}

func TestClipboardTroubleIsSaid(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(NewOpenGame(b))
	b.Write("Text of the game", "3 6")
	b.Pad.Err = errors.New("no clipboard here")
	b.Click("Paste from the clipboard")
	b.Pad.Text, b.Pad.Err = " \n ", nil
	b.Click("Paste from the clipboard")
	if text := b.Info("#open.text").Value; text != "3 6" || !b.Info("#open.open").Enabled {
		t.Errorf("a failed paste left %q", text)
	}
	without := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.Clipboard = nil })
	if without.Push(NewOpenGame(without)); without.Shows("#open.paste") {
		t.Error("without a clipboard there is a button to paste")
	}
}

func TestAGameFromATextIsReviewed(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	o := NewOpenGame(b)
	b.Push(o)
	for text, can := range map[string]bool{"kalah(6,4)": false, "kalah(6,4) 3 6": true, "kalah(6,4) 3 3": false} {
		b.Write("Text of the game", text)
		if o.review.Disabled == can {
			t.Errorf("%q can be reviewed: %v", text, !can)
		}
	}
	b.Write("Text of the game", "kalah(6,4) 3 6")
	b.Click("Review")
	if r, ok := b.Route().(page.ToReview); !ok || b.Scene() != nil || b.Top().Name() != "open game" || r.Scene.Match().Plies() != 2 {
		t.Errorf("the route is %+v", b.Route())
	}
}

func TestOneOfSeveralGamesIsChosen(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	o := NewOpenGame(b)
	b.Push(o)
	b.Pad.Text = "Look:\n[White \"Ann\"]\n[Black \"Bo\"]\n1. F f 1-0\n\n1. F x\n\nkalah(6,4) 3\n"
	b.Click("Paste from the clipboard")
	b.LayOut(1280, 720)
	if b.Says("Game 1 of 3: Ann and Bo"); len(o.games) != 3 || o.open.Disabled || len(o.reading.Game.Plies) != 2 {
		t.Errorf("it is read as %+v", o.games)
	}
	o.choose(2)
	if !o.open.Disabled || !strings.Contains(o.reading.trouble, `Line 6, "x"`) {
		t.Errorf("the second game is %+v", o.reading)
	}
	o.choose(3)
	if o.open.Disabled || o.reading.Game.String() != "kalah(6,4) 3" {
		t.Errorf("the third game is %+v", o.reading)
	}
	b.Write("Text of the game", "kalah(6,4) 3 6")
	if len(o.games) != 1 || len(o.reading.Game.Plies) != 2 {
		t.Errorf("a typed game is %+v", o.games)
	}
}
