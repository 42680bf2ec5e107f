package textui

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// palettes are the default colours 0 to 15 of terminals.
var palettes = map[string]string{
	"VGA":     "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
	"xterm":   "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
	"Windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
	"macOS":   "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf 666666 e50000 00d900 e5e500 0000ff e500e5 00e5e5 e5e5e5",
	"GNOME":   "000000 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
	"VS Code": "000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5",
}

// luminance returns the relative luminance of a colour such as "cd0000" (WCAG 2.2).
func luminance(t *testing.T, colour string) float64 {
	sum := 0.0
	for i, weight := range [...]float64{0.2126, 0.7152, 0.0722} {
		n := need.Must(strconv.ParseUint(colour[2*i:2*i+2], 16, 8))(t)
		c := float64(n) / 255
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// TestLegible checks that every style has a contrast of 3 to 1 on a black and on a white screen.
func TestLegible(t *testing.T) {
	for name, palette := range palettes {
		colours := strings.Fields(palette)
		for _, screen := range [...]string{"000000", "ffffff"} {
			for _, look := range [...]style{faint, strong, lastPly, captured, playable, refusal, alarm, squares} {
				front, back := "", screen
				for _, code := range strings.Split(string(look), ";") {
					switch n, err := strconv.Atoi(code); {
					case err != nil:
						t.Fatal(err)
					case n >= 90:
						front = colours[n-90+8]
					case n >= 40:
						back = colours[n-40]
					case n >= 30:
						front = colours[n-30]
					}
				}
				if front == "" && back != screen {
					t.Errorf("%q leaves the colour of its text to the terminal", look)
				}
				if front == "" {
					continue
				}
				a, b := luminance(t, front), luminance(t, back)
				if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 3 {
					t.Errorf("%q has a contrast of %.1f in the palette of %s on #%s", look, ratio, name, screen)
				}
			}
		}
	}
}

var escapes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// TestColoursAddNothing plays games with and without colours: the words and drawings are the same.
func TestColoursAddNothing(t *testing.T) {
	for _, cfg := range [...]Config{{}, {Narrate: true}, {Interactive: true}} {
		for _, script := range [][]string{{"1", "2", "zzz", "5", "help", "undo", "undo", "undo", "undo", "resign", "y", "n"}, {"2", "1", "quit"}} {
			var screens [2]string
			for i := range screens {
				who := newTypist(slices.Clone(script)...)
				cfg.Colour = i == 1
				_ = play(t, localScene(t, variant(t, "kalah(2,2)"), "", [2]match.Seat{match.Guest: byLow{}}), who, cfg)
				screens[i] = who.plain.String()
			}
			if strings.Contains(screens[0], "\x1b") || !strings.Contains(screens[1], "\x1b") {
				t.Errorf("escape sequences are in\n%q\nand in\n%q", screens[0], screens[1])
			}
			if got := escapes.ReplaceAllString(screens[1], ""); got != screens[0] {
				t.Errorf("in colours:\n%s\nwithout:\n%s", got, screens[0])
			}
		}
	}
}

// TestColours checks the marks on the board: the legal bowls, the last ply, a capture.
func TestColours(t *testing.T) {
	tag := strings.NewReplacer("\x1b[1m", "<b>", "\x1b[2m", "<f>", "\x1b[4m", "<u>", "\x1b[30;42m", "<c>", "\x1b[30;46m", "<p>", "\x1b[91m", "<r>", "\x1b[0m", "</>")
	for _, c := range []struct {
		before string
		ply    rules.House
		want   string
	}{
		{"kalah(2,1) <2,0,0,1,1,1,1> south", 2, `
    1  1
 0        <u>1</>
    <b>1</>  <u>0</>`},
		{"kalah(3,1) <3,1,0,1,0,1,1,1,1> south", 1, `
    <b>1</>  <c>0</>  <b>1</>
 0           <c>3</>
    <u>0</>  <c>0</>  1`},
		{"bowls(3,1) <3,1,0,1,0,1,1,1,1> south", 1, `
    <b>1</>  <c>0</>  <b>1</>
 0           <c>2</>
    <u>0</>  <u>1</>  1`},
	} {
		p := need.Must(rules.ParsePosition(c.before))(t)
		after, s := need.Must2(p.Sow(c.ply))(t)
		lines := boardLines(after, s, true)
		if got := tag.Replace("\n" + strings.Join(lines[2:5], "\n")); got != c.want {
			t.Errorf("%s, house %d:%s\nwant%s", c.before, c.ply, got, c.want)
		}
	}
	p := need.Must(rules.Start(variant(t, "kalah(2,1)")))(t)
	if got, want := tag.Replace(strings.Join(moveLines(p, true), "\n")), "<f>Select a move:</>\n    <f>-</>  <f>-</>\n <f>-</>        <f>-</>\n    <p>1</>  <p>2</>\n"; got != want {
		t.Errorf("the choices are\n%s\nwant\n%s", got, want)
	}
}

// TestCodeColours checks that a QR code sets both colours, and its link none.
func TestCodeColours(t *testing.T) {
	var out strings.Builder
	d := &guests{terminal: &terminal{out: newScreen(&out, true), cfg: Config{Code: func(string) [][]bool { return [][]bool{{true}} }}}}
	d.drawLink("http://host:7000/")
	need.NoError(t, d.out.flush())
	want := ""
	for _, line := range [...]string{"█████████", "█████████", "████▄████", "█████████", "▀▀▀▀▀▀▀▀▀"} {
		want += "\x1b[97;40m" + line + "\x1b[0m\n"
	}
	if want += "http://host:7000/\n"; out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
}
