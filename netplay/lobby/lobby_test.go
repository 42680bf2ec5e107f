package lobby

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/rules"
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
	seat    = lobby.Seat{Table: open, Ticket: lobby.Ticket{7, 8}, Addrs: []string{"club.example:7000", "[2001:db8::1]:7000"}}
	entered = lobby.Entered{
		Club: "Chess & Co.", Me: profile, New: true, Announcement: "Hi!", RatedComputers: true, RatedRules: lobby.RatedRules{kalah, bowls},
	}
)

// asked are the calls of package lobby, by id. calls has a message of each kind from a member, and
// newses one of each kind from the club.
var asked = map[uint32]lobby.Call{
	4: lobby.Open{Settings: open.Settings}, 5: lobby.Sit{Table: open.ID}, 6: lobby.Quick{Settings: lobby.Settings{Variant: kalah, Time: blitz, Rated: true}},
	7: lobby.Cancel{}, 8: lobby.Watch{Table: played.ID}, 9: lobby.ProfileOf{Member: ada.ID},
	10: lobby.GamesOf{Member: ada.ID, Name: "bi", Before: entry.ID, Limit: 20}, 11: lobby.GameOf{Game: entry.ID},
	12: lobby.StandingsOf{Skip: 50, Limit: 50, Discipline: "togyz"}, 13: lobby.Rename{Name: "Ada L."}, 14: lobby.Device{}, 15: lobby.UseCode{Code: "amber-fox-31"},
	16: lobby.Report{Member: bot.ID, Game: entry.ID, Text: "Left each time."}, 17: lobby.Block{Member: bot.ID}, 18: lobby.Forget{Name: "Ada"},
	20: lobby.Mine{}, 21: lobby.RemoveDevice{Key: keys.Fingerprint{1, 2, 3}.String()},
}

var calls = func() []*wire.ClubCall {
	list := []*wire.ClubCall{
		{Id: 1, Body: &wire.ClubCall_Hello{Hello: &wire.ClubHello{MinVersion: 1, MaxVersion: 1, AppVersion: "1.0", Name: "Ada", Key: make([]byte, 32)}}},
		{Id: 2, Body: &wire.ClubCall_Proof{Proof: &wire.ClubProof{Signature: make([]byte, 64)}}},
		{Id: 3, Body: &wire.ClubCall_Follow{Follow: &wire.ClubFollow{On: true}}},
		{Id: 19, Body: &wire.ClubCall_Ping{Ping: &wire.ClubPing{}}},
	}
	for id, call := range asked {
		w := CallToWire(call)
		w.Id = id
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b *wire.ClubCall) int { return cmp.Compare(a.Id, b.Id) })
	return list
}()

var newses = []*wire.ClubNews{
	{Id: 1, Body: &wire.ClubNews_Challenge{Challenge: &wire.ClubChallenge{Nonce: make([]byte, NonceSize)}}},
	{Id: 2, Body: &wire.ClubNews_Welcome{Welcome: WelcomeToWire(entered, seat.Addrs)}},
	NewsToWire(3, &lobby.Refusal{Reason: 6, Text: "Later.", Wait: 90 * time.Second}),
	NewsToWire(4, nil),
	NewsToWire(0, lobby.Told{Table: open}),
	NewsToWire(0, lobby.Gone{Table: open.ID}),
	NewsToWire(0, lobby.Listed{}),
	NewsToWire(5, seat),
	NewsToWire(6, profile),
	NewsToWire(7, lobby.Games{List: []lobby.GameEntry{entry}, More: true}),
	NewsToWire(8, lobby.Game{Entry: entry, Game: rules.Game{Variant: kalah, Plies: []rules.House{3, 6, 1}}}),
	NewsToWire(9, lobby.Standings{Members: []lobby.Member{ada}, First: 51, Total: 51, Unsure: []lobby.Member{bot}, UnsureTotal: 1}),
	NewsToWire(10, lobby.Code{Text: "amber-fox-31", For: 10 * time.Minute}),
	NewsToWire(0, lobby.Announced{Text: "We close at ten."}),
	NewsToWire(0, lobby.Rated{Game: entry.ID, Discipline: "oware", Before: 1700, Me: profile}),
	{Body: &wire.ClubNews_Draining{Draining: &wire.ClubDraining{}}},
	NewsToWire(0, lobby.Waiting{Table: played}),
}

// TestGoldenMessages compares the bytes of a message of each kind with those in testdata, to notice
// any change of the schema that breaks the wire.
func TestGoldenMessages(t *testing.T) {
	if a, b := bodies(&wire.ClubCall{}), bodies(&wire.ClubNews{}); len(calls) != a || len(newses) != b {
		t.Errorf("%d calls of %d and %d news of %d are tested", len(calls), a, len(newses), b)
	}
	const file = "testdata/messages.golden"
	var got strings.Builder
	for _, c := range calls {
		b, err := AppendCall(nil, c)
		back, err2 := ReadCall(bufio.NewReader(bytes.NewReader(b)))
		if err != nil || err2 != nil || !proto.Equal(c, back) {
			t.Errorf("%v came back as %v, %v, %v", c, back, err, err2)
		}
		fmt.Fprintf(&got, "call %T %x\n", c.Body, b)
	}
	for _, n := range newses {
		b, err := AppendNews(nil, n)
		back, err2 := ReadNews(bufio.NewReader(bytes.NewReader(b)))
		if err != nil || err2 != nil || !proto.Equal(n, back) {
			t.Errorf("%v came back as %v, %v, %v", n, back, err, err2)
		}
		fmt.Fprintf(&got, "news %T %x\n", n.Body, b)
	}
	if *update {
		need.NoError(t, os.WriteFile(file, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	if err != nil || got.String() != string(want) {
		t.Errorf("the messages have other bytes than before (%v); go test -update rewrites them:\n%s", err, &got)
	}
}

// bodies returns the number of kinds of a message.
func bodies(m proto.Message) int { return m.ProtoReflect().Descriptor().Oneofs().Get(0).Fields().Len() }

func TestLimits(t *testing.T) {
	long := &wire.ClubCall{Body: &wire.ClubCall_Report{Report: &wire.ClubReport{Text: strings.Repeat("x", MaxCall)}}}
	if _, err := AppendCall(nil, long); err != frames.ErrOversized {
		t.Errorf("a long call: %v", err)
	}
	if _, err := ReadCall(bufio.NewReader(strings.NewReader("\x81\x20"))); err != frames.ErrOversized {
		t.Errorf("a long call is read: %v", err)
	}
	if _, err := ReadNews(bufio.NewReader(strings.NewReader("\x81\x80\x04"))); err != frames.ErrOversized {
		t.Errorf("long news are read: %v", err)
	}
	if _, err := ReadNews(bufio.NewReader(strings.NewReader(""))); err != io.EOF {
		t.Errorf("the end of a stream: %v", err)
	}
}

// TestValues sends every value through its message.
func TestValues(t *testing.T) {
	check := func(what string, in, out any, err error) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%s came back as %+v, %v; want %+v", what, out, err, in)
		}
	}
	for _, want := range []lobby.Table{open, played} {
		got, err := TableFromWire(tableToWire(want))
		check("a table", want, got, err)
	}
	for _, call := range asked {
		back, err := CallFromWire(CallToWire(call))
		check(fmt.Sprintf("%T", call), call, back, err)
	}
	s, err := SeatFromWire(seatToWire(seat))
	check("a seat", seat, s, err)
	p, err := ProfileFromWire(profileToWire(profile))
	check("a profile", profile, p, err)
	w, addrs, err := WelcomeFromWire(WelcomeToWire(entered, seat.Addrs))
	check("a welcome", entered, w, err)
	check("the addresses of a club", seat.Addrs, addrs, err)
	list, err := GamesFromWire(gamesToWire(lobby.Games{List: []lobby.GameEntry{entry}, More: true}))
	check("games", lobby.Games{List: []lobby.GameEntry{entry}, More: true}, list, err)
	old := entry
	old.Members[1] = lobby.Member{Rating: 1300, Deviation: 80} // has left
	e, err := gameEntryFromWire(gameEntryToWire(old))
	check("a game of one who has left", old, e, err)
	game := lobby.Game{Entry: entry, Game: rules.Game{Variant: kalah, Plies: []rules.House{3, 6, 1}}}
	g, err := GameFromWire(gameToWire(game))
	check("a game", game, g, err)
	rated := lobby.Rated{Game: entry.ID, Discipline: "oware", Before: 1700, Me: profile}
	r, err := RatedFromWire(ratedToWire(rated))
	check("a rated game", rated, r, err)
	standings := lobby.Standings{Members: []lobby.Member{ada}, First: 51, Total: 51, Unsure: []lobby.Member{bot}, UnsureTotal: 7}
	st, err := StandingsFromWire(standingsToWire(standings))
	check("standings", standings, st, err)
	code := lobby.Code{Text: "amber-fox-31", For: 10 * time.Minute}
	check("a code", code, CodeFromWire(codeToWire(code)), nil)
	no := lobby.Refuse(lobby.ReasonTooOften)
	no.Wait = 1500 * time.Millisecond
	back := RefusalFromWire(refusalToWire(no))
	check("a refusal", &lobby.Refusal{Reason: no.Reason, Text: no.Text, Wait: 2 * time.Second}, back, nil)
}

// TestReasons: the reasons have the numbers of the schema, and sentences.
func TestReasons(t *testing.T) {
	source := need.Must(os.ReadFile("../../match/lobby/calls.go"))(t)
	names := regexp.MustCompile(`(?m)^\tReason(\w+)$`).FindAllSubmatch(source, -1)
	if len(names) != len(wire.ClubRefusalCode_name)-1 {
		t.Errorf("%d reasons for %d codes", len(names), len(wire.ClubRefusalCode_name)-1)
	}
	for i, name := range names {
		code := wire.ClubRefusalCode_name[int32(i+1)]
		if want := "clubrefusalcode" + strings.ToLower(string(name[1])); strings.ToLower(strings.ReplaceAll(code, "_", "")) != want {
			t.Errorf("Reason%s is %s on the wire", name[1], code)
		}
		if text := lobby.Refuse(lobby.Reason(i + 1)).Error(); text == "" || text != match.CleanTalk(text) {
			t.Errorf("%s: %q", code, text)
		}
	}
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
		got, err := CallFromWire(CallToWire(lobby.Open{Settings: test.settings}))
		if no := (*lobby.Refusal)(nil); !errors.As(err, &no) || no.Reason != test.want {
			t.Errorf("%s becomes %+v, %v; want %v", what, got, err, test.want)
		}
	}
	for rating, want := range map[int]bool{1399: false, 1400: true, 1900: true, 1901: false} {
		if open.Settings.Admits(rating) != want || !played.Settings.Admits(rating) {
			t.Errorf("a rating of %d", rating)
		}
	}
}

// TestHostileValues changes one thing of a value at a time.
func TestHostileValues(t *testing.T) {
	tables := map[string]func(*wire.ClubTable){
		"no id":              func(w *wire.ClubTable) { w.Id = "" },
		"an id with a slash": func(w *wire.ClubTable) { w.Id = "tabletabletable/" },
		"no members":         func(w *wire.ClubTable) { w.Members = nil },
		"three members":      func(w *wire.ClubTable) { w.Members = append(w.Members, memberToWire(ada), memberToWire(bot)) },
		"a missing member":   func(w *wire.ClubTable) { w.State = wire.ClubTableState_CLUB_TABLE_STATE_PLAYING },
		"no state":           func(w *wire.ClubTable) { w.State = 0 },
		"an unknown state":   func(w *wire.ClubTable) { w.State = 77 },
		"no rules":           func(w *wire.ClubTable) { w.Variant = nil },
		"unknown rules":      func(w *wire.ClubTable) { w.Variant.Capture = 200 },
		"no clock":           func(w *wire.ClubTable) { w.Time = nil },
		"a number":           func(w *wire.ClubTable) { w.Number = 1 << 31 },
	}
	for what, change := range tables {
		w := tableToWire(open)
		change(w)
		if got, err := TableFromWire(w); err == nil {
			t.Errorf("%s: %+v", what, got)
		}
	}
	for _, ticket := range [][]byte{nil, make([]byte, 33), bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{1}, 34)} {
		w := seatToWire(seat)
		w.Ticket = ticket
		if _, err := SeatFromWire(w); !errors.Is(err, errSeat) {
			t.Errorf("a ticket of %d bytes: %v", len(ticket), err)
		}
	}
	w := seatToWire(seat)
	for _, a := range []string{"", "host", "host:", "host:0", "host:70000", "a@b:1", "h\x1bst:1", "[::1]:x", strings.Repeat("h", 400) + ":1"} {
		w.Addresses = append(w.Addresses, &wire.ClubAddress{Addr: a})
	}
	if got, err := SeatFromWire(w); err != nil || !reflect.DeepEqual(got.Addrs, seat.Addrs) {
		t.Errorf("the addresses are %q, %v", got.Addrs, err)
	}
	g := gameToWire(lobby.Game{Entry: entry, Game: rules.Game{Variant: kalah, Plies: []rules.House{3, 6, 1}}})
	for _, text := range []string{"", "kalah(6,4) 3 6", "kalah(6,4) 3 3 3", "kalah(6,5) 3 6 1", "kalah(6,4) 9 6 1"} {
		g.Text = text
		if got, err := GameFromWire(g); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
	m, err := memberFromWire(&wire.ClubMember{Id: ada.ID, Name: "\u202eA\x1b[1mda\u200b ", Rating: 1 << 31})
	if err != nil || m.Name != "A[1mda" || m.Rating != lobby.MaxRating {
		t.Errorf("%+v, %v", m, err)
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

// FuzzReadCall and FuzzReadNews read any bytes, and make values of all that is in them.
func FuzzReadCall(f *testing.F) {
	for _, c := range calls {
		b, _ := AppendCall(nil, c)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		c, err := ReadCall(bufio.NewReader(bytes.NewReader(in)))
		if err != nil {
			return
		}
		call, err := CallFromWire(c)
		if err != nil || call == nil {
			return
		}
		if back, err := CallFromWire(CallToWire(call)); err != nil || back != call {
			t.Errorf("%+v came back as %+v, %v", call, back, err)
		}
		switch c := call.(type) {
		case lobby.Open:
			err = c.Settings.Check()
		case lobby.Quick:
			err = c.Settings.Check()
		case lobby.GamesOf:
			if c.Limit < 1 || c.Limit > lobby.MostGames || c.Name != match.CleanName(c.Name) {
				err = errGame
			}
		}
		if err != nil {
			t.Errorf("%+v: %v", call, err)
		}
	})
}

func FuzzReadNews(f *testing.F) {
	for _, n := range newses {
		b, _ := AppendNews(nil, n)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		n, err := ReadNews(bufio.NewReader(bytes.NewReader(in)))
		if err != nil {
			return
		}
		again := func(what string, v, back any, err error) {
			if err != nil || !reflect.DeepEqual(v, back) {
				t.Errorf("%s %+v came back as %+v, %v", what, v, back, err)
			}
		}
		if v, err := TableFromWire(n.GetTable()); err == nil {
			back, err := TableFromWire(tableToWire(v))
			again("table", v, back, err)
		}
		if v, err := SeatFromWire(n.GetSeat()); err == nil {
			back, err := SeatFromWire(seatToWire(v))
			again("seat", v, back, err)
		}
		if v, addrs, err := WelcomeFromWire(n.GetWelcome()); err == nil {
			back, addrs2, err := WelcomeFromWire(WelcomeToWire(v, addrs))
			again("welcome", v, back, err)
			again("addresses", addrs, addrs2, err)
		}
		if v, err := ProfileFromWire(n.GetProfile()); err == nil {
			back, err := ProfileFromWire(profileToWire(v))
			again("profile", v, back, err)
		}
		if v, err := GamesFromWire(n.GetGames()); err == nil {
			back, err := GamesFromWire(gamesToWire(v))
			again("games", v, back, err)
		}
		if v, err := GameFromWire(n.GetGame()); err == nil {
			back, err := GameFromWire(gameToWire(v))
			again("game", v, back, err)
		}
		if v, err := RatedFromWire(n.GetRated()); err == nil {
			back, err := RatedFromWire(ratedToWire(v))
			again("rated", v, back, err)
		}
		if v, err := StandingsFromWire(n.GetStandings()); err == nil {
			back, err := StandingsFromWire(standingsToWire(v))
			again("standings", v, back, err)
		}
		again("code", CodeFromWire(n.GetCode()), CodeFromWire(codeToWire(CodeFromWire(n.GetCode()))), nil)
		r := RefusalFromWire(n.GetRefusal())
		again("refusal", r, RefusalFromWire(refusalToWire(r)), nil)
	})
}
