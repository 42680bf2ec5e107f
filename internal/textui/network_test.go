package textui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/tools/need"
)

// farLink is a link whose other end plays by a script. After each action at this end, the script
// continues as far as it can.
type farLink struct {
	tabletest.Games
	self   match.Party
	events []table.News
	said   []string
	// later are events that come one per look, after all others.
	later [][]table.News
	// after are events of that kind for the time after a game.
	after [][]table.News
	// plies are the other end's plies, in order. After them it does nothing, or plays like byLow.
	plies []rules.House
	low   bool
	// agrees means that the other end wants a rematch if this one does.
	agrees bool
	// refuses makes the next action fail with these events: the other end has gone.
	refuses []table.News
	// aside holds the events when a host waits for the next guest.
	aside []table.News
	// clock holds events at times counted from the first look.
	clock []happening
	began time.Time
	down  bool        // the connection is down, possibly not reported yet
	back  int         // the ply to which an open request goes back
	why   *rules.Note // why plies go back
	// clocks are the other end's clocks, if they run.
	clocks match.Clocks
	// hosts means that the link is a host's.
	hosts bool
}

// happening is an event at the other end at a time.
type happening struct {
	at   time.Duration
	does func(l *farLink)
}

// emits returns a happening that consists of events.
func emits(at time.Duration, events ...table.News) happening {
	return happening{at, func(l *farLink) { l.emit(events...) }}
}

var errGone = errors.New("there is no game")

func newFarLink(t *testing.T, v rules.Variant, self, starter match.Party, plies ...rules.House) *farLink {
	t.Helper()
	series := need.Must(match.NewSeries(v, starter))(t)
	return &farLink{Games: tabletest.Games{Series: series}, self: self, plies: plies}
}

// begin lets the two ends meet.
func (l *farLink) begin(peer string) *farLink {
	l.emit(table.Connected{Peer: peer, Self: l.self, Variant: l.Series.Match().Position().Variant()})
	l.game()
	return l
}

func (l *farLink) emit(events ...table.News) { l.events = append(l.events, l.complete(events)...) }

// complete gives news of games the series as it is now.
func (l *farLink) complete(events []table.News) (list []table.News) {
	for _, e := range events {
		list = append(list, l.Complete(e))
	}
	return list
}

func (l *farLink) game() {
	l.emit(table.GameStarted{ID: "g", Self: l.Series.Side(l.self)})
	l.goOn()
}

// goOn plays the other end's plies as long as it is its turn.
func (l *farLink) goOn() {
	m := l.Series.Match()
	for m.Running() && l.Series.Party(m.Position().ToMove()) != l.self {
		switch {
		case len(l.plies) > 0:
			l.play(l.plies[0])
			l.plies = l.plies[1:]
		case l.low:
			h, _ := byLow{}.Choose(context.Background(), m.Position())
			l.play(h)
		default:
			return
		}
	}
}

func (l *farLink) play(h rules.House) {
	m := l.Series.Match()
	if _, err := m.Play(m.Position().ToMove(), h); err != nil {
		panic(err)
	}
	l.emit(table.Played{})
	if l.clocks.Running {
		tabletest.Played(&l.clocks, m.Position().ToMove(), time.Now())
		l.emit(table.Clocked{Clocks: l.clocks})
	}
	if !m.Running() {
		l.emit(table.GameOver{})
		l.later = append(l.later, l.after...)
	}
}

func (l *farLink) say(what string) error {
	l.said = append(l.said, what)
	if l.refuses != nil {
		l.emit(l.refuses...)
		return errGone
	}
	return nil
}

func (l *farLink) Events() []table.News {
	if l.began.IsZero() {
		l.began = time.Now()
	}
	for len(l.clock) > 0 && time.Since(l.began) >= l.clock[0].at {
		does := l.clock[0].does
		l.clock = l.clock[1:]
		does(l)
	}
	events := l.events
	l.events = nil
	if len(events) == 0 && len(l.later) > 0 {
		events, l.later = l.complete(l.later[0]), l.later[1:]
	}
	return events
}

func (l *farLink) Accept() error {
	err := l.say("accept")
	if err == nil {
		l.begin("Ann")
	}
	return err
}

func (l *farLink) playHere(h rules.House) error {
	if l.down {
		return &match.PlyError{House: h, Err: table.Away}
	}
	err := l.say("play " + h.String())
	if err == nil {
		l.play(h)
		l.goOn()
	}
	return err
}

func (l *farLink) Wish(by match.Party, k table.Kind, arg int, text string) error {
	switch k {
	case table.KindPly:
		return l.playHere(rules.House(arg))
	case table.KindUnwant:
		l.emit(table.RematchWithdrawn{By: l.self})
	case table.KindAsk:
		l.back = arg
		l.emit(table.TakebackAsked{By: l.self, Plies: arg})
	case table.KindUnask:
		l.emit(table.TakebackWithdrawn{By: l.self})
	case table.KindGrant, table.KindDeny:
		l.emit(table.TakebackAnswered{By: l.self, Granted: k == table.KindGrant})
		if k == table.KindGrant {
			l.rewind()
		}
	case table.KindSay:
		l.emit(table.Said{By: l.self, Text: match.CleanTalk(text)})
	}
	if err := l.say(tabletest.Words(k, arg, text)); err != nil {
		return err
	}
	switch k {
	case table.KindResign:
		return l.resign(by)
	case table.KindWant:
		return l.rematch()
	}
	return nil
}

func (l *farLink) resign(p match.Party) error {
	err := l.Series.Match().Resign(l.Series.Side(p))
	if err == nil {
		l.emit(table.GameOver{By: p})
	}
	return err
}

func (l *farLink) rematch() error {
	l.emit(table.RematchWanted{By: l.self})
	if l.agrees {
		l.emit(table.RematchWanted{By: l.self.Other()})
		l.Series = tabletest.Series(l.Series.Match().Position().Variant(), l.Series.Starter().Other(), l.Series.Number()+1)
		l.game()
	}
	return nil
}

// rewind takes the requested plies back.
func (l *farLink) rewind() {
	if err := l.Series.Match().Rewind(l.back); err != nil {
		panic(err)
	}
	l.emit(table.Rewound{Note: l.why})
}

func (l *farLink) Guests() table.Guests {
	if !l.hosts {
		return nil
	}
	return farGuests{l}
}

// farGuests is the part of a host's link about guests. An admitted guest gets the seat.
type farGuests struct{ l *farLink }

func (d farGuests) Answer(knock int, a match.Answer) {
	d.l.said = append(d.l.said, fmt.Sprint("answer ", knock, ": ", a))
	d.l.emit(table.KnockEnded{Knock: knock})
	if a == match.LetIn {
		d.l.begin("Bo")
	}
}

func (d farGuests) Admit(match.Admission) { d.l.said = append(d.l.said, "admit") }

func (d farGuests) Invite(addr string) string {
	d.l.said = append(d.l.said, "invite to "+addr)
	return "mancala://" + addr + "/#key-secret"
}

func (d farGuests) Remove(bar bool) {
	d.l.said = append(d.l.said, fmt.Sprint("remove, bar: ", bar))
	d.l.emit(table.PeerLeft{Local: true, Kept: true, Note: rules.NewNote("netplay.you-removed-for-now", "Bo")})
}

func (l *farLink) WaitAgain() {
	l.said = append(l.said, "wait again")
	if l.aside != nil {
		l.emit(l.aside...)
		l.aside = nil
	}
}

func (l *farLink) Leave(reason table.Reason) {
	l.said = append(l.said, [...]string{"leave", "leave for good", "close", "decline", "leave for now"}[reason])
	note := rules.NewNote("netplay.you-left")
	if reason == table.ReasonDeclined {
		note = rules.NewNote("netplay.you-declined")
	}
	if l.Series.Match().Abort(match.Abandoned) == nil && reason == table.ReasonQuit {
		l.emit(table.GameOver{By: l.self})
	}
	l.emit(table.PeerLeft{Local: true, Kept: reason.Keeps(), Note: note})
}

func (l *farLink) Close() error { return nil }

// netScene returns the scene at one end of a link.
func netScene(l *farLink, name string, seat match.Seat) *scene.Scene {
	var names [2]string
	var seats [2]match.Seat
	names[l.self], seats[l.self] = name, seat
	return sceneOf(table.NewTable(l, l.self, names, seats))
}

// network is a dialogue: a link, the player at this end, the lines typed, and the calls made.
type network struct {
	name  string
	link  *farLink
	own   string
	seat  match.Seat
	cfg   Config
	lines string // with a bar between
	said  string
	idle  bool // no typing until the game asks whether to play again
	press []press
	fails bool
}

// scenes returns dialogues at one end of a connection.
func scenes(t *testing.T) []network {
	one, two, three := variant(t, "kalah(1,1)"), variant(t, "kalah(2,2)"), variant(t, "kalah(3,2)")
	bowls := variant(t, "bowls(2,2)")
	left := table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")}
	aborted := table.GameOver{}

	host := newFarLink(t, one, match.Host, match.Host)
	host.agrees, host.low = true, true
	host.emit(table.Listening{Addr: "[::]:7000", Reachable: []string{"192.168.1.20:7000"}})
	looked := newFarLink(t, one, match.Host, match.Guest)
	looked.emit(table.Listening{Addr: "127.0.0.1:7000", Reachable: []string{"127.0.0.1:7000"}})
	looked.later = [][]table.News{
		{table.PeerLeft{Note: rules.NewNote("netplay.toss-withheld", "Bo")}, table.Listening{Addr: "127.0.0.1:7000"}},
		{table.PeerLeft{Note: rules.NewNote("netplay.toss-withheld", "Cleo")}, table.Listening{Addr: "127.0.0.1:7000"}},
		{table.Connected{Peer: "Dan", Variant: one}, table.GameStarted{Self: rules.North}},
		{aborted, table.PeerLeft{Note: rules.NewNote("netplay.broke-early", "Dan")}},
	}
	offer := newFarLink(t, bowls, match.Guest, match.Host, 1, 2)
	offer.emit(table.Connecting{Addr: "127.0.0.1:7000"}, table.Offered{Host: "Ann", Variant: bowls})
	declined := newFarLink(t, bowls, match.Guest, match.Host)
	declined.emit(table.Offered{Host: "Ann", Variant: bowls})
	gone := newFarLink(t, bowls, match.Guest, match.Host)
	gone.emit(table.Offered{Host: "Ann", Variant: bowls})
	gone.refuses = []table.News{table.PeerLeft{Note: rules.NewNote("netplay.left", "Ann")}}
	broken := newFarLink(t, two, match.Host, match.Host).begin("Bo")
	broken.refuses = []table.News{aborted, table.PeerLeft{Note: rules.NewNote("netplay.broke-early", "Bo")}}
	asked := newFarLink(t, two, match.Host, match.Host).begin("Bo")
	asked.later = [][]table.News{{table.PeerQuiet{Quiet: true}}, {table.PeerQuiet{}}, {aborted, left}}
	resigned := newFarLink(t, two, match.Host, match.Host).begin("Bo")
	resigned.later = [][]table.News{
		{tabletest.Resigned(resigned.Series, match.Guest), table.RematchWanted{By: match.Guest}},
	}
	resigned.refuses = []table.News{left}
	failed := newFarLink(t, one, match.Guest, match.Host)
	failed.emit(table.Failed{Note: rules.NewNote("netplay.refused", "127.0.0.1:7000")})
	computer := newFarLink(t, three, match.Host, match.Guest)
	computer.low = true
	unnamed := newFarLink(t, three, match.Guest, match.Host, 1).begin("Host")
	return []network{
		{name: "net-host", link: host.begin("Bo"), own: "Ann", lines: "1|maybe|y|n", said: "play 1|rematch|leave for good"},
		{name: "net-unnamed", link: unnamed, lines: "undo|help|quit", said: "leave for now"},
		{name: "net-looked", link: looked, said: "wait again|wait again", press: []press{{"to play.\nWaiting for another guest.\n", "quit"}}},
		{name: "net-offer", link: offer, lines: "what?|y|5|n", said: "accept|play 2|leave for good"},
		{name: "net-declined", link: declined, lines: "n", said: "decline"},
		{name: "net-offer-gone", link: gone, lines: "y", said: "accept", fails: true},
		{name: "net-broken", link: broken, lines: "1", said: "play 1|wait again", press: []press{{"guest.\n", "quit"}}},
		{name: "net-left-while-asked", link: asked, idle: true, said: "wait again", press: []press{{"guest.\n", "quit"}}},
		{name: "net-resigned", link: resigned, own: "Ann", lines: "y", said: "rematch|wait again", idle: true, press: []press{{"guest.\n", "quit"}}},
		{name: "net-failed", link: failed, fails: true},
		{
			name: "net-computer", link: computer.begin("Bo"), own: "Ann", seat: byLow{}, cfg: Config{Narrate: true},
			lines: "n", said: "play 1|play 1|leave for good",
		},
	}
}

// TestNetworkTranscripts plays at one end of a connection and compares the whole transcripts.
func TestNetworkTranscripts(t *testing.T) {
	for _, c := range scenes(t) {
		if words.Current() != words.English && (c.idle || c.press != nil) {
			continue // they wait for English words
		}
		t.Run(c.name, func(t *testing.T) { c.play(t) })
	}
}

func splitBars(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "|")
}

func (c network) play(t *testing.T) {
	if c.seat == nil {
		c.seat = match.NewPerson()
	}
	who := newTypist(splitBars(c.lines)...)
	who.idle, who.presses = c.idle, c.press
	err := play(t, netScene(c.link, c.own, c.seat), who, c.cfg)
	text := who.echo.String()
	if err != nil {
		text += "[" + err.Error() + "]\n"
	}
	if trouble := (*Trouble)(nil); c.fails != errors.As(err, &trouble) {
		t.Errorf("the game ends with %v", err)
	}
	if !slices.Equal(c.link.said, splitBars(c.said)) {
		t.Errorf("the link was told %q, want %q", c.link.said, c.said)
	}
	golden(t, c.name, text)
}

// TestInputEndsInANetworkGame: at the end of the input, a game fails if it needs a ply, and ends
// well if it only needs an answer about the next game.
func TestInputEndsInANetworkGame(t *testing.T) {
	link := newFarLink(t, variant(t, "kalah(1,1)"), match.Host, match.Host).begin("Bo")
	if err := play(t, netScene(link, "", match.NewPerson()), newTypist(), Config{}); !errors.Is(err, io.EOF) {
		t.Errorf("in a game: %v", err)
	}
	link = newFarLink(t, variant(t, "kalah(1,1)"), match.Host, match.Host).begin("Bo")
	who := newTypist("1")
	if err := play(t, netScene(link, "", match.NewPerson()), who, Config{}); err != nil {
		t.Errorf("after a game: %v", err)
	}
	if !strings.HasSuffix(who.echo.String(), "Play again? [y/n] \n") {
		t.Errorf("the transcript ends with %q", who.echo.String())
	}
}
