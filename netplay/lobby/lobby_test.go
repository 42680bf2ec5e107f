package lobby

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/rules"
	"mancala/tools/need"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	kalah, _ = rules.Preset("kalah")
	bowls, _ = rules.Preset("bowls")

	ada = lobby.Member{ID: "adaadaadaadaada2", Name: "Ada", Rating: 1712, Deviation: 63}
	bot = lobby.Member{ID: "botbotbotbotbot2", Name: "Röbi", Rating: 1500, Deviation: 350, Computer: true}

	blitz  = match.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}
	open   = lobby.Table{ID: "tabletabletable2", Settings: lobby.Settings{Variant: kalah, Time: blitz, Rated: true, MinRating: 1400, MaxRating: 1900}, Members: []lobby.Member{ada}}
	played = lobby.Table{ID: "tabletabletable3", Settings: lobby.Settings{Variant: bowls, NoWatchers: true}, Members: []lobby.Member{ada, bot}, Number: 3}

	profile = lobby.Profile{
		Member: ada, RatedGames: 31, Won: 20, Drawn: 4, Lost: 9, Since: time.Unix(1_790_000_000, 0).UTC(),
		Devices: []lobby.MemberDevice{
			{Key: keys.Fingerprint{1, 2, 3}.String(), Added: time.Unix(1_790_000_000, 0).UTC(), Seen: time.Unix(1_790_035_200, 0).UTC()},
			{Key: keys.Fingerprint{4}.String()},
		}, Blocked: []lobby.Member{bot}, Ratings: []lobby.Rating{
			{Discipline: "kalah", Rating: 1712, Deviation: 63, RatedGames: 30, Won: 20, Drawn: 4, Lost: 8},
			{Discipline: "oware", Rating: 1400, Deviation: 290, RatedGames: 1, Lost: 1},
		},
	}
	entry = lobby.GameEntry{
		ID: "tabletabletable2-7", Members: [2]lobby.Member{ada, bot}, Variant: kalah, Time: blitz, Rated: true,
		Result: match.Result{Ending: match.TimedOut, Outcome: rules.NorthWins, Stores: [2]int{0, 1}}, Began: time.Unix(1_790_000_100, 0).UTC(), Plies: 3,
	}
	seat    = lobby.Seat{Table: played, Ticket: lobby.Ticket{7, 8}, Addrs: []string{"club.example:7000", "[2001:db8::1]:7000"}}
	game    = lobby.Game{Entry: entry, Game: rules.Game{Variant: kalah, Plies: []rules.House{3, 6, 1}}}
	entered = lobby.Entered{
		Club: "Chess & Co.", Me: profile, New: true, Announcement: "Hi!", RatedComputers: true, RatedRules: lobby.RatedRules{kalah, bowls},
	}
)

// asked are calls, and told is news: one of each kind.
var asked = []any{
	Hello{MinVersion: 1, MaxVersion: 2, Program: "0.2.0", Name: "Ada", Computer: true, Key: bytes.Repeat([]byte{7}, 32)},
	Proof{Signature: bytes.Repeat([]byte{8}, 64)},
	Follow{},
	Ping{},
	lobby.Open{Settings: open.Settings},
	lobby.Sit{Table: open.ID},
	lobby.Quick{Settings: lobby.Settings{Variant: kalah, Time: blitz, Rated: true}},
	lobby.Cancel{},
	lobby.Watch{Table: played.ID},
	lobby.Mine{},
	lobby.ProfileOf{Member: ada.ID},
	lobby.GamesOf{Member: ada.ID, Name: "bi", Before: entry.ID, Limit: 20},
	lobby.GameOf{Game: entry.ID},
	lobby.StandingsOf{Skip: 50, Limit: 50, Discipline: "togyz"},
	lobby.Rename{Name: "Ada L."},
	lobby.Device{},
	lobby.UseCode{Code: "amber-fox-31"},
	lobby.RemoveDevice{Key: keys.Fingerprint{1, 2, 3}.String()},
	lobby.Report{Member: bot.ID, Game: entry.ID, Text: "Left each time."},
	lobby.Block{Member: bot.ID, Off: true},
	lobby.Forget{Name: "Ada"},
}

var told = []any{
	Challenge{Nonce: bytes.Repeat([]byte{9}, NonceSize)},
	Welcome{Version, entered, seat.Addrs},
	lobby.Refusal{Reason: lobby.ReasonTooOften, Text: "Later.", Wait: 90 * time.Second},
	Done{},
	lobby.Told{Table: open},
	lobby.Gone{Table: open.ID},
	lobby.Listed{More: 12},
	lobby.Room{Members: []lobby.Member{bot, ada}, Here: 2},
	seat, profile,
	lobby.Games{List: []lobby.GameEntry{entry}, More: true},
	game,
	lobby.Standings{Members: []lobby.Member{ada}, First: 51, Total: 51, Unsure: []lobby.Member{bot}, UnsureTotal: 1},
	lobby.Code{Text: "amber-fox-31", For: 10 * time.Minute},
	lobby.Waiting{Table: played},
	lobby.Rated{Game: entry.ID, Discipline: "oware", Before: 1700, Me: profile},
	lobby.Announced{Text: "We close at ten."},
	Draining{},
}

// sendCall and sendNews send a message, and return what arrives.
func sendCall(t testing.TB, call any) (Message, error) {
	t.Helper()
	return ReadCall(bufio.NewReader(bytes.NewReader(need.Must(AppendCall(nil, Message{7, call}))(t))))
}

func sendNews(t testing.TB, news any) (Message, error) {
	t.Helper()
	return ReadNews(bufio.NewReader(bytes.NewReader(need.Must(AppendNews(nil, Message{7, news}))(t))))
}

// TestMessagesOfPaper sends a message of each kind, and compares the texts with those of
// PROTOCOL.md.
func TestMessagesOfPaper(t *testing.T) {
	var paperText strings.Builder
	for _, direction := range []struct {
		who    string
		kinds  kinds
		bodies []any
		send   func(testing.TB, any) (Message, error)
	}{{"member", calls, asked, sendCall}, {"club", news, told, sendNews}} {
		seen := map[string]bool{}
		for _, body := range direction.bodies {
			seen[direction.kinds.name(body)] = true
			if back, err := direction.send(t, body); err != nil || !reflect.DeepEqual(back, Message{7, body}) {
				t.Errorf("%+v came back as %+v, %v", body, back, err)
			}
			text := need.Must(direction.kinds.text(Message{7, body}, MaxNews))(t)
			paperText.WriteString(direction.who + "  " + string(text) + "\n")
		}
		if len(seen) != len(direction.kinds) {
			t.Errorf("%d kinds of %d of the %s are tested", len(seen), len(direction.kinds), direction.who)
		}
	}
	need.Example(t, "../../PROTOCOL.md", "lobby messages", paperText.String(), *update)
}

func TestLimits(t *testing.T) {
	long := Message{Body: lobby.Report{Text: strings.Repeat("x", MaxCall)}}
	if _, err := AppendCall(nil, long); err != frames.ErrOversized {
		t.Errorf("a long call: %v", err)
	}
	for _, worst := range []string{"<", "\U0001f600", "\""} { // the longest report, however it is written
		long := lobby.Report{Member: ada.ID, Game: entry.ID, Text: strings.Repeat(worst, lobby.MostReport)}
		if m, err := sendCall(t, long); err != nil || m.Body != long {
			t.Errorf("%d times %q: %v", lobby.MostReport, worst, err)
		}
	}
	if _, err := ReadCall(bufio.NewReader(strings.NewReader("\x81\x40"))); err != frames.ErrOversized {
		t.Errorf("a long call is read: %v", err)
	}
	if _, err := ReadNews(bufio.NewReader(strings.NewReader("\x81\x80\x04"))); err != frames.ErrOversized {
		t.Errorf("long news are read: %v", err)
	}
	if _, err := ReadNews(bufio.NewReader(strings.NewReader(""))); err != io.EOF {
		t.Errorf("the end of a stream: %v", err)
	}
	if _, err := AppendNews(nil, Message{Body: lobby.Sit{}}); err == nil {
		t.Error("a club calls")
	}
}

// TestDepth has the deepest text that fits a frame refused, without more memory than it needs.
func TestDepth(t *testing.T) {
	for _, deep := range []string{"[", `{"x":`} {
		text := `{"kind":"profile","body":{"later":` + strings.Repeat(deep, (MaxNews-40)/len(deep))
		if m, err := ParseNews([]byte(text)); err != frames.ErrGarbled {
			t.Errorf("%.60s: %+v, %v", text, m, err)
		}
	}
	var closed strings.Builder
	closed.WriteString(`{"kind":"announced","body":{"text":"Hi!","later":`)
	closed.WriteString(strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "}}")
	if m, err := ParseNews([]byte(closed.String())); err != nil || m.Body != (lobby.Announced{Text: "Hi!"}) {
		t.Errorf("a deep field of a later version: %+v, %v", m, err)
	}
}

// TestLaterVersions: what this version does not know is ignored, and a call has its number for the
// reply.
func TestLaterVersions(t *testing.T) {
	for text, want := range map[string]Message{
		`{"id":3,"kind":"later","body":[1]}`:   {3, nil},
		`{"id":3}`:                             {3, nil},
		`{}`:                                   {},
		`{"id":3,"kind":"cancel"}`:             {3, lobby.Cancel{}},
		`{"id":3,"kind":"cancel","body":null}`: {3, lobby.Cancel{}},
		`{"id":3,"kind":"sit","body":{"table":"t","x":1},"y":2}`: {3, lobby.Sit{Table: "t"}},
	} {
		if m, err := calls.parse([]byte(text), MaxCall); err != nil || m != want {
			t.Errorf("%s: %+v, %v", text, m, err)
		}
	}
	for _, text := range []string{"", "null x", "7", `"x"`, "[]", `{"id":-1}`, `{"id":1e10}`, `{"kind":"sit","body":{"table":7}}`, "{\"kind\":\"\xff\"}", "\x08\x01"} {
		if m, err := calls.parse([]byte(text), MaxCall); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
}

// TestReasons: the paper has all reasons, and their sentences are clean.
func TestReasons(t *testing.T) {
	var list strings.Builder
	for r := lobby.ReasonVersion; r <= lobby.ReasonSelf; r++ {
		text := lobby.Refuse(r).Error()
		if text == "" || text != match.CleanTalk(text) {
			t.Errorf("%d: %q", r, text)
		}
		fmt.Fprintf(&list, "%2d %s\n", r, text)
	}
	need.Example(t, "../../PROTOCOL.md", "lobby reasons", list.String(), *update)
}

// TestSettings: each table that cannot be is refused with its own reason.
func TestSettings(t *testing.T) {
	large := kalah
	large.Houses, large.Seeds = 255, 255
	for what, test := range map[string]struct {
		settings lobby.Settings
		want     lobby.Reason
	}{
		"rated without a clock":     {lobby.Settings{Variant: kalah, Rated: true}, lobby.ReasonUntimed},
		"no rules":                  {lobby.Settings{Time: blitz}, lobby.ReasonRules},
		"255 houses":                {lobby.Settings{Variant: large, Time: blitz}, lobby.ReasonRules},
		"a clock of a year":         {lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 365 * 24 * time.Hour}}, lobby.ReasonTime},
		"half a second":             {lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: time.Second / 2}}, lobby.ReasonTime},
		"an increment alone, rated": {lobby.Settings{Variant: kalah, Rated: true, Time: match.TimeControl{Increment: time.Second}}, lobby.ReasonTime},
		"low above high":            {lobby.Settings{Variant: kalah, MinRating: 1500, MaxRating: 1400}, lobby.ReasonRange},
		"far too high":              {lobby.Settings{Variant: kalah, MinRating: 20_000}, lobby.ReasonRange},
	} {
		got, err := sendCall(t, lobby.Open{Settings: test.settings})
		if no, refused := got.Body.(*lobby.Refusal); !refused || no.Reason != test.want || got.ID != 7 {
			t.Errorf("%s becomes %+v, %v; want %v", what, got, err, test.want)
		}
	}
	for rating, want := range map[int]bool{1399: false, 1400: true, 1900: true, 1901: false} {
		if open.Settings.Admits(rating) != want || !played.Settings.Admits(rating) {
			t.Errorf("a rating of %d", rating)
		}
	}
}

// TestHostileValues changes a text at one place at a time.
func TestHostileValues(t *testing.T) {
	for _, test := range []struct {
		value    any
		old, new string
	}{
		{lobby.Told{Table: open}, `"id":"tabletabletable2"`, `"id":""`},
		{lobby.Told{Table: open}, `tabletabletable2`, `tabletabletable/`},
		{lobby.Told{Table: open}, `"members":[`, `"was":[`},
		{lobby.Told{Table: played}, `"members":[`, `"members":[{"id":"adaadaadaadaada2"},`},
		{lobby.Told{Table: open}, `adaadaadaadaada2`, `ada`},
		{lobby.Told{Table: open}, `"rules":"kalah(6,4)"`, `"x":1`},
		{lobby.Told{Table: open}, `kalah(6,4)`, `later(6,4)`},
		{lobby.Told{Table: open}, `kalah(6,4)`, `kalah(200,4)`},
		{lobby.Told{Table: open}, `180000000000`, `180000000001`},
		{lobby.Told{Table: open}, `180000000000`, `-180000000000`},
		{lobby.Told{Table: open}, `180000000000`, `1e99`},
		{lobby.Told{Table: open}, `"min":1400`, `"min":1901`},
		{lobby.Told{Table: played}, `"number":3`, `"number":2147483648`},
		{lobby.Told{Table: played}, `"number":3`, `"number":-3`},
		{seat, `"ticket":"`, `"ticket":"AAAA`},
		{seat, `"ticket":"Bwg`, `"ticket":"Bw`},
		{seat, `"ticket":"Bwg`, `"ticket":"AAA`},
		{seat, `"ticket"`, `"x"`},
		{seat, `,{"id":"botbotbotbotbot2","name":"Röbi","computer":true,"rating":1500,"deviation":350}`, ``},
		{game, `kalah(6,4) 3 6 1`, ``},
		{game, `kalah(6,4) 3 6 1`, `kalah(6,4) 3 6`},
		{game, `kalah(6,4) 3 6 1`, `kalah(6,4) 3 3 3`},
		{game, `kalah(6,4) 3 6 1`, `kalah(6,5) 3 6 1`},
		{game, `kalah(6,4) 3 6 1`, `kalah(6,4) 9 6 1`},
		{game, `"timed-out"`, `"running"`},
		{game, `"timed-out"`, `"won"`},
		{game, `"winner":2`, `"winner":3`},
		{game, `"winner":2`, `"winner":-1`},
		{game, `tabletabletable2-7`, `tabletabletable2-0`},
		{game, `"began":"2026`, `"began":"x`},
		{profile, `adaadaadaadaada2`, `Adaadaadaadaada2`},
		{profile, `"key":"`, `"key":"\u001b`},
		{profile, `"devices":[`, `"devices":[` + strings.Repeat(`{"key":"aeaqcaiaaaaaaaaaaaaaaaaaaa"},`, 64)},
		{profile, `"blocked":[`, `"blocked":[` + strings.Repeat(`{"id":"botbotbotbotbot2"},`, 1000)},
		{lobby.Room{Members: []lobby.Member{ada}, Here: 1}, `adaadaadaadaada2`, `ada`},
		{lobby.Standings{Members: []lobby.Member{ada}}, `"members":[`, `"members":[` + strings.Repeat(`{"id":"botbotbotbotbot2"},`, 50)},
		{lobby.Standings{Unsure: []lobby.Member{ada}}, `"unsure":[`, `"unsure":[` + strings.Repeat(`{"id":"botbotbotbotbot2"},`, 50)},
		{lobby.Games{List: []lobby.GameEntry{entry}}, `"list":[`, `"list":[` + strings.Repeat(`{"id":"tabletabletable2-7","rules":"kalah","ending":"finished"},`, 50)},
		{lobby.Rated{Game: entry.ID, Discipline: "oware", Me: profile}, `oware`, `Oware!`},
		{lobby.Rated{Game: entry.ID, Discipline: "oware", Me: profile}, `-7"`, `"`},
		{lobby.Code{Text: "amber-fox-31"}, `amber-fox-31`, "\\u0000"},
		{Welcome{Version, entered, nil}, `"version":2`, `"version":3`},
	} {
		text := string(need.Must(NewsText(Message{Body: test.value}))(t))
		changed := strings.Replace(text, test.old, test.new, 1)
		if m, err := ParseNews([]byte(changed)); err == nil || changed == text {
			t.Errorf("%s instead of %s is taken in %s: %+v", test.new, test.old, text, m.Body)
		}
	}
}

// TestClean: texts of the other end are cleaned, and numbers clamped.
func TestClean(t *testing.T) {
	many := slices.Repeat([]lobby.Member{ada}, lobby.MostHere)
	more := strings.Repeat(`{"id":"adaadaadaadaada2","name":"Ada","rating":1712,"deviation":63},`, lobby.MostHere) + `{"id":"x"}`
	for text, want := range map[string]any{
		`{"kind":"table","body":{"id":"tabletabletable2","members":[{"id":"adaadaadaadaada2","name":"\u202eA\u001b[1mda\u200b ","rating":2147483648,"deviation":-5}],"settings":{"rules":"kalah"}}}`: lobby.Told{
			Table: lobby.Table{ID: open.ID, Members: []lobby.Member{{ID: ada.ID, Name: "A[1mda", Rating: lobby.MaxRating}}, Settings: lobby.Settings{Variant: kalah}},
		},
		`{"kind":"refusal","body":{"reason":99,"text":"No\u001b[1m\n.","wait":1500000000}}`: lobby.Refusal{Reason: 99, Text: "No[1m .", Wait: 2 * time.Second},
		`{"kind":"refusal","body":{"wait":9000000000000000}}`:                               lobby.Refusal{Wait: time.Hour},
		`{"kind":"refusal","body":{"wait":-9000000000000000}}`:                              lobby.Refusal{},
		`{"kind":"code","body":{"text":"a\u0007b","for":9000000000000000000}}`:              lobby.Code{Text: "ab", For: 7 * 24 * time.Hour},
		`{"kind":"listed","body":{"more":-1}}`:                                              lobby.Listed{},
		`{"kind":"room","body":{"members":[` + more + `],"here":-1}}`:                       lobby.Room{Members: many, Here: len(many)},
		`{"kind":"announced","body":{"text":"\u202e"}}`:                                     lobby.Announced{},
	} {
		if m, err := ParseNews([]byte(text)); err != nil || !reflect.DeepEqual(m.Body, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, m.Body, err, want)
		}
	}
	s := seat
	s.Addrs = append(slices.Clip(s.Addrs), "", "host", "host:", "host:0", "host:70000", "a@b:1", "h\x1bst:1", "[::1]:x", strings.Repeat("h", 400)+":1")
	if m, err := sendNews(t, s); err != nil || !reflect.DeepEqual(m.Body, seat) {
		t.Errorf("the addresses are %q, %v", m.Body.(lobby.Seat).Addrs, err)
	}
	left := entry
	left.Members[1] = lobby.Member{Rating: 1300, Deviation: 80}
	if m, err := sendNews(t, lobby.Games{List: []lobby.GameEntry{left}}); err != nil || !reflect.DeepEqual(m.Body, lobby.Games{List: []lobby.GameEntry{left}}) {
		t.Errorf("a game of one who has left: %+v, %v", m, err)
	}
	text := strings.Replace(string(need.Must(NewsText(Message{Body: Welcome{Version, entered, nil}}))(t)), `"bowls(6,4)"`, `"later(6,4)","kalah(300,4)"`, 1)
	m, err := ParseNews([]byte(text))
	if w, is := m.Body.(Welcome); err != nil || !is || !reflect.DeepEqual(w.RatedRules, lobby.RatedRules{kalah}) {
		t.Errorf("rated rules of a later version: %+v, %v", m, err)
	}
	limits := lobby.Settings{Variant: kalah, MinRating: 1, MaxRating: 2, NoWatchers: true}
	if m, err := sendCall(t, lobby.Quick{Settings: limits}); err != nil || m.Body != (lobby.Quick{Settings: lobby.Settings{Variant: kalah}}) {
		t.Errorf("a quick match with limits: %+v, %v", m, err)
	}
}

func TestGameIDs(t *testing.T) {
	for id, want := range map[string]bool{
		"tabletabletable2-1": true, "tabletabletable2-1000000": true,
		"": false, "tabletabletable2": false, "tabletabletable2-": false, "tabletabletable2-0": false, "tabletabletable2-01": false,
		"tabletabletable2-+1": false, "tabletabletable2-1000001": false, "tabletabletable-1": false, "Tabletabletable2-1": false,
	} {
		if lobby.IsGameID(id) != want {
			t.Errorf("%q", id)
		}
	}
}

func TestSigned(t *testing.T) {
	nonce := bytes.Repeat([]byte("n"), NonceSize)
	if got := string(Signed(nonce, keys.Fingerprint{})); got != "mancala/1 club"+string(nonce)+"plain" {
		t.Errorf("%q", got)
	}
	shown := keys.Fingerprint{15: 1}
	if got := string(Signed(nonce, shown)); got != "mancala/1 club"+string(nonce)+shown.String() {
		t.Errorf("%q", got)
	}
}

// FuzzCall and FuzzNews read any bytes: what is taken comes back the same, and is in its ranges.
func FuzzCall(f *testing.F) {
	for i, c := range asked {
		f.Add(need.Must(calls.text(Message{uint32(i), c}, MaxCall))(f))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		in, _ = appendFrame(nil, in, nil)
		m, err := ReadCall(bufio.NewReader(bytes.NewReader(in)))
		if _, impossible := m.Body.(*lobby.Refusal); err != nil || impossible || m.Body == nil {
			return
		}
		b, err := AppendCall(nil, m)
		if err == frames.ErrOversized { // escaped it may be longer
			return
		}
		back, err2 := ReadCall(bufio.NewReader(bytes.NewReader(b)))
		if again, _ := AppendCall(nil, back); err != nil || err2 != nil || !bytes.Equal(again, b) {
			t.Errorf("%q came back as %q, %v, %v", b, again, err, err2)
		}
		switch c := m.Body.(type) {
		case lobby.Open:
			err = c.Settings.Check()
		case lobby.Quick:
			err = c.Settings.Check()
		case lobby.GamesOf:
			if c.Limit < 1 || c.Limit > lobby.MostGames || c.Name != match.CleanName(c.Name) {
				err = errors.New("a question is damaged")
			}
		}
		if err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	})
}

func FuzzNews(f *testing.F) {
	for _, n := range told {
		f.Add(need.Must(NewsText(Message{Body: n}))(f))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		m, err := ParseNews(in)
		if err != nil || m.Body == nil {
			return
		}
		text, err := NewsText(m)
		if err == frames.ErrOversized {
			return
		}
		back, err2 := ParseNews(text)
		if again, _ := NewsText(back); err != nil || err2 != nil || !bytes.Equal(again, text) {
			t.Errorf("%s came back as %s, %v, %v", text, again, err, err2)
		}
	})
}
