package textui

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/tools/need"
)

// anyPosition draws a position of any rule set on any board, some random plies after its start.
func anyPosition(t *rapid.T) rules.Position {
	v := rapid.SampledFrom(rules.Presets()).Draw(t, "preset").Variant
	v = need.Must(v.WithSize(rapid.IntRange(1, rules.MaxHouses).Draw(t, "houses"), rapid.IntRange(1, rules.MaxSeeds).Draw(t, "seeds")))(t)
	v.Pie = rapid.Bool().Draw(t, "pie")
	p := need.Must(rules.Start(v))(t)
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		var list []rules.House
		for h := range p.Plies() {
			list = append(list, h)
		}
		if len(list) == 0 {
			break
		}
		p, _, _ = p.Sow(list[rapid.IntRange(0, len(list)-1).Draw(t, "ply")])
	}
	return p
}

// TestPictures compares both pictures of any position with the description, and reads the
// numbers back.
func TestPictures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		m := int(p.Variant().Houses)
		board, moves := boardLines(p, rules.Sowing{}, false), moveLines(p, false)
		if len(board) != 7 || board[0] != "-----" || board[1] != "Current board:" || board[5] != "-----" || board[6] != "" {
			t.Fatalf("the board is %q", board)
		}
		if len(moves) != 5 || moves[0] != "Select a move:" || moves[4] != "" {
			t.Fatalf("the moves are %q", moves)
		}
		w := 2
		for _, text := range strings.Fields(strings.Join(board[2:5], " ") + " " + strings.Join(moves[1:4], " ")) {
			w = max(w, len(text))
		}
		checkPicture(t, board[2:5], m, w, func(pit rules.Pit) string {
			if !pit.IsStore() && p.Board().Tuzdik[pit.Side.Opponent()] == pit.House {
				return "x"
			}
			return strconv.Itoa(p.Seeds(pit))
		})
		checkPicture(t, moves[1:4], m, w, func(pit rules.Pit) string {
			switch {
			case pit.IsStore() || pit.Side != p.ToMove() || p.Legal(pit.House) != nil:
				return "-"
			case pit.Side == rules.South:
				return strconv.Itoa(int(pit.House))
			}
			return strconv.Itoa(m + 1 + int(pit.House))
		})
	})
}

// checkPicture cuts three lines at the columns of the specification and compares the numbers there.
func checkPicture(t *rapid.T, lines []string, m, w int, want func(rules.Pit) string) {
	row := func(line string, pit func(i int) rules.Pit) {
		if len(line) != w+m*(w+1) || strings.TrimSpace(line[:w+1]) != "" {
			t.Fatalf("the row %q has %d columns", line, len(line))
		}
		for i := range m {
			from := w + i*(w+1)
			if line[from] != ' ' || strings.TrimLeft(line[from+1:from+1+w], " ") != want(pit(i)) {
				t.Fatalf("the row %q has %q at %d, want %q", line, line[from:from+1+w], i, want(pit(i)))
			}
		}
	}
	row(lines[0], func(i int) rules.Pit { return rules.Pit{Side: rules.North, House: rules.House(m - i)} })
	row(lines[2], func(i int) rules.Pit { return rules.Pit{Side: rules.South, House: rules.House(i + 1)} })
	middle := lines[1]
	if len(middle) != 2*w+m*w+m+1 || strings.TrimSpace(middle[w:w+m*w+m+1]) != "" ||
		strings.TrimLeft(middle[:w], " ") != want(rules.StoreOf(rules.North)) ||
		strings.TrimLeft(middle[len(middle)-w:], " ") != want(rules.StoreOf(rules.South)) {
		t.Fatalf("the line between is %q", middle)
	}
}

func TestThreeDigits(t *testing.T) {
	p := need.Must(rules.ParsePosition("kalah(2,10) <2,3,31,1,2,1,2> north"))(t)
	if got := width(counts(p, rules.Sowing{})); got != 2 {
		t.Errorf("31 seeds take %d columns", got)
	}
	p = need.Must(rules.ParsePosition("kalah(10,10) <10,8,190,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1> north"))(t)
	want := `-----
Current board:
      1   0   0   0   0   0   0   0   0   0
190                                           8
      1   0   0   0   0   0   0   0   0   0
-----

Select a move:
     21   -   -   -   -   -   -   -   -   -
  -                                           -
      -   -   -   -   -   -   -   -   -   -
`
	if got := strings.Join(append(boardLines(p, rules.Sowing{}, false), moveLines(p, false)...), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestUnderstand feeds any line to any position. A line parsed as a ply is legal, numbers on the
// screen are understood, and every other line has an answer.
func TestUnderstand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		line := rapid.OneOf(
			rapid.Map(rapid.IntRange(-30, 30), strconv.Itoa),
			rapid.SampledFrom([]string{"swap", "undo", "redo", "help", "board", "quit", "", "3 4", "ask"}),
			rapid.String(),
		).Draw(t, "line")
		c := understand(line, p)
		switch {
		case c.verb == verbPlay && p.Legal(c.house) != nil:
			t.Fatalf("%q is understood as house %v: %v", line, c.house, p.Legal(c.house))
		case c.verb == verbNone && c.reply == "":
			t.Fatalf("%q has no answer", line)
		}
		for h := range p.Plies() {
			text := "swap"
			if h != rules.Swap {
				text = strconv.Itoa(bowl(p.ToMove(), h, int(p.Variant().Houses)))
			}
			if got := understand(" "+text+"\r", p); got != (command{verb: verbPlay, house: h}) {
				t.Fatalf("%q is understood as %+v", text, got)
			}
		}
	})
}

// TestGames plays the games of the rules' own cases to their end, and reads every board that is
// shown.
func TestGames(t *testing.T) {
	data := need.Must(os.ReadFile("../../rules/testdata/games.json"))(t)
	var cases struct {
		Games []struct {
			Rules         string
			Houses, Seeds int
			Moves         []rules.House
			Result        string
		}
	}
	need.NoError(t, json.Unmarshal(data, &cases))
	for _, c := range cases.Games {
		preset := need.Must(rules.Preset(c.Rules))(t)
		v := need.Must(preset.WithSize(c.Houses, c.Seeds))(t)
		who := newTypist(typedGame(t, v, c.Moves...)...)
		need.NoError(t, play(t, localScene(t, v, "", [2]match.Seat{}), who, Config{}))
		checkBoards(t, who.echo.String(), v, c.Moves)
		end := resultWords(t, c.Result)
		if !strings.HasSuffix(who.echo.String(), end) {
			t.Errorf("%v ends with %q, want %q", v, who.echo.String()[who.echo.Len()-len(end):], end)
		}
	}
}

// resultWords turns a result such as "north wins 23-25" into the end of a transcript.
func resultWords(t *testing.T, result string) string {
	t.Helper()
	fields := strings.Fields(result)
	south, north, ok := strings.Cut(fields[len(fields)-1], "-")
	first, known := map[string]string{"south": "Player 1 wins!", "north": "Player 2 wins!", "draw": "It is a tie!"}[fields[0]]
	if !ok || !known {
		t.Fatalf("%q is no result", result)
	}
	return "\n" + first + "\nPlayer 1: " + south + "\nPlayer 2: " + north + "\n"
}

// checkBoards reads the numbers of every board in a transcript and compares them with the positions
// of the game.
func checkBoards(t *testing.T, transcript string, v rules.Variant, moves []rules.House) {
	t.Helper()
	boards := strings.Split(transcript, "Current board:\n")[1:]
	if len(boards) != len(moves)+1 {
		t.Fatalf("%v: %d boards after %d plies", v, len(boards), len(moves))
	}
	m := int(v.Houses)
	for i, text := range boards {
		p := need.Must(rules.Replay(v, moves[:i]...))(t)
		text, _, _ = strings.Cut(text, "-----")
		numbers := strings.Fields(text)
		var want []string
		for h := m; h >= 1; h-- {
			want = append(want, strconv.Itoa(p.Seeds(rules.Pit{Side: rules.North, House: rules.House(h)})))
		}
		want = append(want, strconv.Itoa(p.Store(rules.North)), strconv.Itoa(p.Store(rules.South)))
		for h := range m {
			want = append(want, strconv.Itoa(p.Seeds(rules.Pit{Side: rules.South, House: rules.House(h + 1)})))
		}
		if strings.Join(numbers, " ") != strings.Join(want, " ") {
			t.Fatalf("%v, after %d plies the board shows %v, want %v", v, i, numbers, want)
		}
	}
}

// TestNarration checks sentences that do not occur in the transcripts of whole games.
func TestNarration(t *testing.T) {
	who := [2]string{"Ann", "Bo"}
	for _, c := range []struct {
		position string
		house    rules.House
		want     string
	}{
		{
			"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", 3,
			"Ann sows 4 from bowl 3; the last one falls in the store: again.",
		},
		{
			"bowls(1,3) <1,0,0,3,3> south", 1,
			"Ann sows 3 from bowl 1; the last one falls in the store of Bo. The game is over. The 4 seeds left on the board do not count.",
		},
		{
			"empty-capture(3,2) <3,4,4,1,0,0,1,0,2> south", 1,
			"Ann sows 1 from bowl 1; it falls in bowl 2, which was empty, and captures itself alone." +
				" The game is over. The 3 seeds left on the side of Bo go into the store there.",
		},
		{
			"bowls(2,2) <2,3,3,1,0,1,0> south", 1,
			"Ann sows 1 from bowl 1; it falls in bowl 2, which was empty, and captures 1 from bowl 4." +
				" The game is over. The 1 seed left on the board does not count.",
		},
	} {
		p := need.Must(rules.ParsePosition(c.position))(t)
		after, s := need.Must2(p.Sow(c.house))(t)
		if got := teller(who, after.Variant()).Ply(s, after); got != c.want {
			t.Errorf("%s, house %v:\n%s, want\n%s", c.position, c.house, got, c.want)
		}
	}
}

func TestRulesInWords(t *testing.T) {
	for _, p := range rules.Presets() {
		lines := rulesWords(p.Variant, "Ann")
		if !strings.HasPrefix(lines[0], "Ann wants to play by these rules: "+words.RulesTitle(p.Variant)+fmt.Sprintf(", %d bowls a side", p.Houses)) ||
			len(lines) != 1+len(words.Rules(p.Variant)) {
			t.Errorf("%s: %q", p.Name, lines)
		}
	}
	v := variant(t, "kalah(1,1)")
	if got := rulesWords(v, "Ann")[0]; got != "Ann wants to play by these rules: Kalah, 1 bowl a side with 1 seed." {
		t.Error(got)
	}
}

func TestYes(t *testing.T) {
	for text, want := range map[string][2]bool{
		"y": {true, true}, " YES ": {true, true}, "n": {false, true}, "No": {false, true}, "quit": {false, true},
		"": {false, false}, "maybe": {false, false},
	} {
		if answer, ok := yes(text); answer != want[0] || ok != want[1] {
			t.Errorf("%q is taken as %v, %v", text, answer, ok)
		}
	}
}

// TestLines reads unusual lines.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", 5*maxLine)
	in := NewLines(strings.NewReader("1\r\n\n" + long + "\n2\x00\xff\nlast"))
	defer in.Close()
	var got []string
	for line := range in.C() {
		got = append(got, line)
	}
	want := []string{"1", "", long[:maxLine], "2\x00\xff", "last"}
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d is %.40q, want %.40q", i+1, got[i], want[i])
		}
	}
}
