package menus

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/match/matchtest"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/tools/need"
)

// stop is a screen of the tour in one of its states.
type stop struct {
	name   string
	screen string // its name
	title  string // the English title of a question
	// texts are the settings of the program, and changes adapts its configuration. Both may be nil.
	texts   func() menustest.Shelf
	changes func(*Config)
	// open goes there from the main menu.
	open func(v *visit)
}

// visit returns a program at a stop, in a window of a size.
func (s stop) visit(t *testing.T, w, h int) *visit {
	t.Helper()
	return s.visitWith(t, nil, w, h)
}

// visitWith is visit with more settings.
func (s stop) visitWith(t *testing.T, more menustest.Shelf, w, h int) *visit {
	t.Helper()
	texts := menustest.Shelf{"greeted": "yes", "name": "Ann"}
	if s.texts != nil {
		texts = s.texts()
	}
	maps.Copy(texts, more)
	v := visitAt(t, w, h, texts, s.changes)
	if s.open != nil {
		s.open(v)
	}
	v.wait(1, 0)
	if got := v.Top().Name(); got != s.screen {
		t.Fatalf("%s: the screen is %q, want %q", s.name, got, s.screen)
	}
	return v
}

// to returns a function that follows a route and then presses controls, each by one of several
// names.
func to(r page.Route, presses ...[]string) func(v *visit) {
	return func(v *visit) {
		v.Go(r)
		for _, names := range presses {
			v.press(names...)
		}
	}
}

// here begins a local game of two people, after plies.
func (v *visit) here(variant rules.Variant, plies ...rules.House) {
	v.Go(page.ToStart{Setup: settings.Setup{
		Variant: variant, Names: [2]string{"Ann", "Bo"}, Seats: [2]string{match.KindPerson, match.KindPerson},
	}})
	for _, h := range plies {
		scenetest.Press(v.T, v.Scene(), h)
	}
	v.Scene().Settle()
	v.Follow()
	v.settle()
}

// remote begins a network game with Bo, after plies of both sides.
func (v *visit) remote(variant rules.Variant, plies ...rules.House) *tabletest.Link {
	sc, link := scenetest.Start(v.T, variant, match.Host, match.Host)
	v.link = link
	v.Begin(sc)
	v.Follow()
	for _, h := range plies {
		matchtest.Check(v.T, link.PlayFor(sc.ToMove(), h))
		sc.Advance(0)
	}
	sc.Settle()
	v.Follow()
	v.settle()
	return link
}

// clocked makes the far end keep the time of the game. Its clocks begin after an hour.
func (v *visit) clocked(link *tabletest.Link, base time.Duration) *tabletest.Link {
	link.KeepTime(match.TimeControl{Base: base, Increment: 3 * time.Second}, func() time.Time { return time.Now().Add(time.Hour) })
	v.wait(2, 0)
	return link
}

// secured begins a network game with Bo after a coin toss, with a level of protection.
func (v *visit) secured(variant rules.Variant, level match.Security) {
	v.remote(variant)
	v.link.Push(table.Connected{Peer: "Bo", Self: match.Host, Variant: variant, Security: level},
		table.GameStarted{ID: "g-2", Self: rules.South, Tossed: true})
	v.wait(2, 0)
}

// games fills the cabinet.
func (v *visit) games() {
	v.Cabinet.List = []match.Record{
		menustest.Game("old-3", "Ann", "Low", 3, 1), menustest.WonGame("won-1", "Ann", "Bo"), menustest.Game("new-1", "Ann", "Low", 1),
	}
}

// figures opens the statistics.
func (v *visit) figures() {
	v.Go(page.ToGames{})
	v.Top().Form().Find("tabs").(*kit.Choice).Choose(1)
	v.settle()
}

// opened is a port on a fake router.
type opened struct{ state ports.Opening }

func (o *opened) Opening() (ports.Opening, bool) { return o.state, false }

func (*opened) Close() {}

// routed adds a router that opens ports.
func routed(c *Config) {
	c.OpenPort = func(string) ports.OpenedPort {
		return &opened{ports.Opening{State: ports.PortOpen, Public: "198.51.100.23:7000"}}
	}
}

// Guests who knock.
var (
	bo    = table.Knocked{Knock: 1, Peer: "Bo", Addr: "203.0.113.7"}
	long  = table.Knocked{Knock: 2, Peer: "Ann Bo Ann Bo Ann Bo Bo", Addr: "2001:db8:85a3::8a2e:370:7334"}
	bo2   = table.Knocked{Knock: 3, Peer: "Bo", Addr: "203.0.113.9"}
	other = table.Knocked{Knock: 4, Peer: "Ann", Addr: "203.0.113.66"}
)

// host hosts a game; knocks are guests at the door.
func (v *visit) host(knocks ...table.Knocked) *tabletest.Link {
	to(page.ToHost{}, []string{"host.start"})(v)
	link := v.Scene().Link().(*tabletest.Link)
	v.link = link
	link.Push(table.Listening{Addr: "[::]:7000", Reachable: []string{"192.168.1.20:7000", "[2001:db8::1234:5678]:7000", "127.0.0.1:7000"}})
	for _, k := range knocks {
		link.Push(k)
	}
	v.wait(60, 0)
	return link
}

// amber is a code at a meeting point.
var amber = table.Meeting{State: table.MeetingOpen, Point: "meet.example.org:7001", Code: "amber-fox-31"}

// meet hosts a game through a meeting point, with news from it.
func (v *visit) meet(news ...table.Meeting) {
	link := v.host()
	for _, n := range news {
		link.Push(n)
		v.wait(3, 0)
	}
}

// browsers allows browsers to join hosted games.
func browsers(c *Config) { menustest.OpenToBrowsers(&c.Ports) }

// dial joins a game, and an event happens.
func (v *visit) dial(e table.News) {
	v.Go(page.ToJoin{Addr: "192.168.1.20:7000"})
	v.link.Push(e)
	v.wait(3, 0)
}

// watch watches a game, and events happen.
func (v *visit) watch(events ...table.News) {
	v.press("main.online")
	v.press("online.join")
	v.press("join.watch")
	v.link.Push(events...)
	v.wait(3, 0)
}

// neighbours adds games on the network.
func neighbours(c *Config) {
	kalah := rules.Presets()[0].Variant
	c.Nearby = func() ports.Nearby {
		return &menustest.Street{List: []ports.NearbyGame{
			{ID: "1", Name: "Ann", Addr: "192.168.1.21:7000", Variant: kalah},
			{ID: "2", Name: "Bo", Addr: "192.168.1.22:7000", Variant: rules.Presets()[3].Variant, Full: true},
			{ID: "3", Name: "Ann", Addr: "192.168.1.23:7000", Newer: true},
			{ID: "4", Name: "", Addr: "192.168.1.24:7000", Variant: kalah},
		}}
	}
}

// tourDay is the day on which the tour solves puzzles.
var tourDay = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// onTourDay sets the clock.
func onTourDay(c *Config) { c.Now = func() time.Time { return tourDay } }

// learned are the settings of a user who has solved puzzles.
func learned() menustest.Shelf {
	day, _ := puzzle.DayOf(tourDay)
	streak := puzzle.Streak{}
	for ago := puzzle.Day(30); ago >= 0; ago-- {
		if ago%9 != 2 { // a day is left out now and then
			streak = streak.With(day - ago)
		}
	}
	training := puzzle.Training{}
	for i, p := range puzzle.Daily()[:40] {
		a := p.Attempt()
		if i%3 == 0 {
			a.GiveUp()
		}
		for !a.Over() {
			_, _, _ = a.Answer(a.Rest()[0])
		}
		training = training.After(a, day.Time())
	}
	return menustest.Shelf{
		"greeted": "yes", "name": "Ann", puzzle.StreakKey: streak.String(), puzzle.TrainingKey: training.String(),
	}
}

// tries keeps some tries at puzzles, and the progress after them.
func (v *visit) tries(n int) {
	session := puzzle.NewSession(puzzle.Training{}, "kalah", 0)
	for i := range n {
		a := session.Next(func(n int) int { return i % n })
		for i%3 != 0 && !a.Over() {
			_, _, _ = a.Answer(a.Rest()[0])
		}
		a.GiveUp()
		session.Settle(tourDay)
		try, _ := session.Try()
		v.Cabinet.Rows = append(v.Cabinet.Rows, kept.Try(try, tourDay.Add(time.Duration(i)*time.Minute)))
	}
	v.Texts.SetSetting(puzzle.TrainingKey, session.Training().String())
}

// cards keeps some mistakes, which are due.
func (v *visit) cards(n int) {
	day, _ := puzzle.DayOf(tourDay)
	for i := range n {
		p := (day + puzzle.Day(i)).Puzzle()
		p.Line, p.Right, p.Replies, p.Themes, p.Level = p.Line[:1], p.Right[:1], p.Replies[:1], 0, 0
		played := p.Values[0].Ply
		if p.Right[0].Has(played) {
			played = p.Values[1].Ply
		}
		v.Cabinet.Rows = append(v.Cabinet.Rows, kept.Card(puzzle.Card{Game: "g", Played: played, Puzzle: p, Due: day}))
	}
}

// section opens a section of the settings.
func (v *visit) section(i int) {
	v.Go(page.ToSettings{})
	v.Top().Form().Find("settings.section").(*kit.Choice).Choose(i)
	v.settle()
}

// inClub enters a club, and presses controls there.
func (v *visit) inClub(ids ...string) {
	v.Go(page.ToClub{Addr: "club.example:7000"})
	v.club.Enter()
	v.wait(3, 0)
	for _, id := range ids {
		v.press(id)
		v.wait(3, 0)
	}
}

// end waits until the end of the game is shown.
func (v *visit) end() {
	v.T.Helper()
	for range 600 {
		if v.wait(1, 0); v.Top().Name() == "end of game" {
			break
		}
	}
	v.wait(600, 0) // a key would only end the celebration
}

// scored is a ledger with the scores of won games.
type scored struct{ menustest.Shelf }

// wonGames are two won games.
func wonGames() []match.Record {
	first, second := menustest.Game("won-1", "Ann", "Bo"), menustest.Game("won-2", "Ann", "Bo")
	for i, g := range [...]*match.Record{&first, &second} {
		g.Kinds[rules.North] = match.KindPerson
		g.Game, g.Result = menustest.Played([...]rules.Outcome{rules.SouthWins, rules.NorthWins}[i])
	}
	return []match.Record{first, second}
}

// Top delivers them.
func (scored) Top(_ rules.Variant, done func([]match.Score, error)) {
	var list []match.Score
	for _, g := range wonGames() {
		winner, _ := g.Result.Winner()
		seeds, margin := g.Result.Stores[winner], g.Result.Stores[winner]-g.Result.Stores[winner.Opponent()]
		list = append(list, match.Score{
			GameID: g.ID, Name: g.Names[winner], Opponent: g.Names[winner.Opponent()], Seeds: seeds, Margin: margin,
			Turns: len(g.Game.Plies) / 2, Date: g.Ended,
		})
	}
	done(list, nil)
}

// withScores has a ledger with scores, and their games.
func withScores(c *Config) {
	c.Scores, c.Archive = scored{c.Scores.(menustest.Shelf)}, &menustest.Cabinet{List: wonGames()}
}

// oracle is a judge that answers at once: the first house is the best one.
type oracle struct{}

// Judge returns the first house.
func (oracle) Judge(_ context.Context, past []rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	for h := range past[len(past)-1].Plies() {
		return match.Verdict{Value: 2, Exact: true, Line: []rules.House{h}}, nil
	}
	return match.Verdict{}, nil
}

// judgedReview is a review in which all positions have been judged.
func judgedReview(v rules.Variant) stop {
	return stop{
		name: "review, judged", screen: "review",
		changes: func(c *Config) { c.NewJudge = func(time.Duration) match.Judge { return oracle{} } },
		open: func(b *visit) {
			b.here(v, 3, 1, 2)
			b.Go(page.ToReview{Scene: b.Scene()})
			press := func(k ebiten.Key) {
				b.give(&kit.Input{Source: kit.Keyboard, Cursor: nowhere, Keys: []kit.KeyPress{{Key: k}}})
			}
			press(ebiten.KeyHome) // the position that is judged last
			need.Until(b.T, "all positions are judged", func() bool {
				b.wait(1, 0)
				return slices.ContainsFunc(b.look().Texts, func(t Text) bool {
					return t.Text == words.N("%d position, all known exactly", "%d positions, all known exactly", 4, 4)
				})
			})
			press(ebiten.KeyEnd)
			press(ebiten.KeyArrowLeft)
			b.wait(200, 0)
		},
	}
}

// stops are all screens of the program, in all states with different controls.
func stops() []stop {
	kalah := rules.Presets()[0].Variant
	small, _ := kalah.WithSize(1, 3)
	return []stop{
		{name: "main menu", screen: "main menu"},
		{name: "main menu, first start", screen: "main menu", texts: func() menustest.Shelf { return menustest.Shelf{} }},
		{name: "main menu, a game to go on with", screen: "main menu", open: func(v *visit) {
			v.here(kalah, 3, 1)
			v.Go(page.ToLeave{})
		}},
		{name: "a game that is open elsewhere", screen: "elsewhere", open: func(v *visit) {
			v.here(kalah, 3, 1)
			v.Go(page.ToLeave{})
			v.Cabinet.Elsewhere = []string{v.Cabinet.List[0].ID}
			v.press("main.continue", "Continue")
		}},
		{name: "play online", screen: "online", open: func(v *visit) { v.press("main.online") }},
		{name: "new game", screen: "new game", open: to(page.ToNewGame{Against: page.PlayComputer})},
		{name: "a program", screen: "new game", open: func(v *visit) {
			v.Shared().Settings.Change(func(now *settings.Settings) {
				now.Setup.Seats[match.Guest] = match.ProgramKind("/usr/bin/aalina --threads 2")
			})
			v.Go(page.ToNewGame{Against: page.PlayComputer})
		}},
		{name: "ladder", screen: "ladder", open: func(v *visit) { v.press("main.computer", "Play the computer") }},
		{name: "which game", screen: "which-game", open: func(v *visit) {
			v.press("main.computer", "Play the computer")
			v.press("ladder.game", "Kalah 6x4")
		}},
		{name: "two players here", screen: "two players here", open: func(v *visit) { v.press("main.two-here", "Two players here") }},
		{name: "custom rules", screen: "custom rules", open: to(page.ToNewGame{}, []string{"custom", "rules.custom", "custom-rules", "Custom rules..."})},
		{name: "host", screen: "host", open: to(page.ToHost{})},
		{name: "host, opening the port", screen: "host", open: func(v *visit) {
			to(page.ToHost{}, []string{"host.start", "start", "Start hosting"})(v)
			v.wait(2, 0)
		}},
		{name: "who may come in", screen: "who may come in", open: to(page.ToHost{}, []string{"host.guests"})},
		{name: "over the internet", screen: "over the internet", changes: routed, open: to(page.ToHost{}, []string{"host.internet"})},
		{name: "host, waiting", screen: "host", open: func(v *visit) { v.host() }},
		{name: "host, read", screen: "host", open: func(v *visit) {
			v.host().Push(table.Deciding{Peers: []string{"Bo", "Ann"}})
			v.wait(2, 0)
		}},
		{
			name: "host, routed", screen: "host", changes: routed,
			texts: func() menustest.Shelf { return menustest.Shelf{"greeted": "yes", "name": "Ann", "open-port": "yes"} },
			open:  func(v *visit) { v.host() },
		},
		{
			name: "host, not routed", screen: "host",
			changes: func(c *Config) {
				c.OpenPort = func(string) ports.OpenedPort {
					return &opened{ports.Opening{State: ports.PortClosed, Reason: rules.NewNote("netplay.port-taken", "7000", "7001")}}
				}
			},
			texts: func() menustest.Shelf { return menustest.Shelf{"greeted": "yes", "name": "Ann", "open-port": "yes"} },
			open:  func(v *visit) { v.host() },
		},
		{name: "host, invited", screen: "host", open: func(v *visit) {
			v.host()
			v.press("host.copy-invite")
			v.Say("")
		}},
		{name: "host, an invite that cannot be copied", screen: "copied", open: func(v *visit) {
			v.host()
			v.Pad.Err = errors.New("[!! there is no clipboard !!]")
			v.press("host.copy-invite")
		}},
		{name: "host, open to browsers", screen: "host", changes: browsers, open: func(v *visit) { v.host() }},
		{name: "host, open to browsers and invited", screen: "host", changes: browsers, open: func(v *visit) {
			v.host()
			v.press("host.invite-only")
		}},
		{name: "host, the link as a code", screen: "code", changes: browsers, open: func(v *visit) {
			v.host()
			v.press("host.qr")
		}},
		{name: "host, a code for browsers", screen: "host", changes: browsers, open: func(v *visit) { v.meet(amber) }},
		{name: "host, a meeting point is called", screen: "host", open: func(v *visit) { v.meet(table.Meeting{Point: "meet.example.org:7001"}) }},
		{name: "host, a code", screen: "host", open: func(v *visit) { v.meet(amber) }},
		{name: "host, a new code", screen: "host", open: func(v *visit) {
			again := amber
			again.Code = "misty42-alligator-77"
			v.meet(amber, again)
			v.Say("")
		}},
		{name: "host, the meeting point is lost", screen: "host", open: func(v *visit) {
			v.meet(amber, table.Meeting{State: table.MeetingLost, Point: amber.Point, Note: rules.NewNote("netplay.no-connection", amber.Point)})
		}},
		{name: "host, the meeting point refuses", screen: "host", open: func(v *visit) {
			v.meet(table.Meeting{State: table.MeetingRefused, Point: amber.Point, Note: rules.NewNote("netplay.stranger-web", amber.Point)})
		}},
		{name: "addresses and a code", screen: "list", open: func(v *visit) {
			v.meet(amber)
			v.press("host.others")
		}},
		{name: "host, not encrypted", screen: "host", changes: func(c *Config) { c.Insecure = true }, open: func(v *visit) { v.host() }},
		{name: "addresses", screen: "list", open: func(v *visit) {
			v.host()
			v.press("host.others")
		}},
		{name: "knock", screen: "knock", open: func(v *visit) { v.host(bo) }},
		{name: "knock, several", screen: "knock", open: func(v *visit) { v.host(bo, long, bo2, other) }},
		{name: "knock, answered later", screen: "host", open: func(v *visit) {
			v.host(bo)
			v.escape()
		}},
		{name: "join", screen: "join", open: to(page.ToJoin{})},
		{name: "join, games nearby", screen: "join", changes: neighbours, open: to(page.ToJoin{})},
		{name: "join, an invite is copied", screen: "join", open: func(v *visit) {
			v.Pad.Text = "mancala://192.168.1.20:7000/#abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz"
			v.Go(page.ToJoin{})
		}},
		{name: "join, connecting", screen: "join", open: to(page.ToJoin{Addr: "192.168.1.20:7000"})},
		{
			name: "join, meeting points", screen: "join", open: to(page.ToJoin{}),
			texts: func() menustest.Shelf {
				return menustest.Shelf{"greeted": "yes", "name": "Ann", "address": "@meet.example.org\n192.168.1.20:7000"}
			},
		},
		{name: "join, a code without its meeting point", screen: "join", open: func(v *visit) {
			v.Go(page.ToJoin{Addr: "amber-fox-31"})
		}},
		{name: "join, connecting by a code", screen: "join", open: to(page.ToJoin{Addr: "amber-fox-31@meet.example.org"})},
		{name: "join, offered", screen: "join", open: func(v *visit) {
			v.dial(table.Offered{Host: "Bo", Variant: rules.Presets()[3].Variant, Security: match.ByCode})
		}},
		{name: "join, asked about", screen: "join", open: func(v *visit) { v.dial(table.HeldUp{By: table.HeldUpByPerson}) }},
		{name: "join, waiting for the seat", screen: "join", open: func(v *visit) { v.dial(table.HeldUp{By: table.HeldUpByGame}) }},
		{name: "join, turned away", screen: "join", open: func(v *visit) { v.dial(table.Failed{Note: rules.NewNote("netplay.turned-away")}) }},
		{name: "full", screen: "full", open: func(v *visit) { v.dial(table.Failed{Note: rules.NewNote("netplay.full")}) }},
		{name: "key changed", screen: "key changed", open: func(v *visit) {
			v.dial(table.Failed{Note: rules.NewNote(
				"netplay.key-changed", "ann.example:7000", "abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba")})
		}},
		{name: "open game", screen: "open game", open: to(page.ToOpenGame{})},
		{name: "top scores", screen: "top scores", open: to(page.ToScores{})},
		{name: "top scores, with one", screen: "top scores", open: to(page.ToScores{}), changes: withScores},
		{name: "my games", screen: "my games", open: func(v *visit) { v.games(); v.Go(page.ToGames{}) }},
		{name: "my games, none", screen: "my games", open: to(page.ToGames{})},
		{name: "statistics", screen: "my games", open: func(v *visit) {
			v.Cabinet.List, v.Cabinet.Sums = menustest.Season()
			v.figures()
		}},
		{name: "statistics, none", screen: "my games", open: (*visit).figures},
		{name: "delete a game", screen: "question", title: "Delete this game?", open: func(v *visit) {
			v.games()
			v.Go(page.ToGames{})
			v.press("open", "games.open", "Open")
			v.press("delete", "games.delete", "replay.delete", "Delete...")
		}},
		{name: "settings", screen: "settings", open: to(page.ToSettings{})},
		{name: "settings, sound", screen: "settings", open: func(v *visit) { v.section(1) }},
		{name: "settings, play", screen: "settings", open: func(v *visit) { v.section(2) }},
		{name: "settings, network", screen: "settings", changes: routed, open: func(v *visit) { v.section(3) }},
		{name: "settings, accessibility", screen: "settings", open: func(v *visit) { v.section(4) }},
		{name: "help", screen: "help", open: to(page.ToHelp{})},
		{name: "about", screen: "about", open: to(page.ToAbout{})},
		{name: "licences", screen: "licences", open: to(page.ToAbout{}, []string{"about.licences"})},
		{name: "game", screen: "game", open: func(v *visit) { v.here(kalah, 3, 1) }},
		{name: "game, two computers by steps, log and bar", screen: "game", texts: func() menustest.Shelf {
			return menustest.Shelf{"greeted": "yes", "name": "Ann", "log": "yes", "bar": "yes"}
		}, open: func(v *visit) {
			wide, _ := kalah.WithSize(10, 4)
			v.Go(page.ToStart{
				Plies: []rules.House{3, 6, 1, 2}, Setup: settings.Setup{Variant: wide, Seats: [2]string{"casual", "sharp"}, StepByStep: true},
			})
		}},
		{name: "game, far", screen: "game", open: func(v *visit) { v.remote(kalah, 3, 1) }},
		{name: "game, far, asked to take back", screen: "game", open: func(v *visit) {
			link := v.remote(kalah, 3, 1, 2)
			link.Push(table.TakebackAsked{By: match.Guest, Plies: 1})
			v.wait(2, 0)
		}},
		{name: "game, far, asking to take back", screen: "game", open: func(v *visit) {
			v.remote(kalah, 3, 1).Push(table.TakebackAsked{By: match.Host, Plies: 1})
			v.wait(2, 0)
		}},
		{name: "paused, with a code", screen: "paused", open: func(v *visit) {
			v.remote(kalah, 3, 1).Push(
				table.Meeting{State: table.MeetingOpen, Point: "meet.example.org:7001", Code: "amber-fox-31"},
				table.Paused{Reason: table.ReasonClosed, Wait: 60, Note: rules.NewNote("netplay.closed-for-now", "Bo")})
			v.wait(2, 0)
		}},
		{name: "game, far, encrypted and watched", screen: "game", texts: func() menustest.Shelf {
			return menustest.Shelf{"greeted": "yes", "name": "Ann", "log": "yes"}
		}, open: func(v *visit) {
			v.secured(kalah, match.ByCode)
			v.link.Push(table.Watchers{N: 2})
			v.wait(2, 0)
		}},
		{name: "game, far, tossed", screen: "game", open: func(v *visit) {
			v.secured(kalah, match.Encrypted)
			v.Follow()
		}},
		{name: "game, far, by clocks", screen: "game", open: func(v *visit) {
			v.clocked(v.remote(kalah, 3, 1, 2), 3*time.Hour).Push(table.PeerAbsent{Absent: true})
			v.wait(2, 0)
		}},
		{name: "game, far, little time left", screen: "game", open: func(v *visit) { v.clocked(v.remote(kalah, 3, 1, 2), 9*time.Second) }},
		{name: "end of game, on time", screen: "end of game", open: func(v *visit) {
			link := v.clocked(v.remote(kalah, 3, 1, 2), time.Minute)
			matchtest.Check(v.T, link.TimeOut())
			v.end()
		}},
		{name: "game, far, a guest waits for the seat", screen: "game", open: func(v *visit) {
			v.remote(kalah, 3, 1).Push(table.SeatWanted{By: "Ann"})
			v.wait(2, 0)
		}},
		{name: "watching, no guest yet", screen: "join", open: func(v *visit) {
			v.watch(table.Watched{Names: [2]string{"Ann", ""}, Variant: kalah, Security: match.Encrypted})
		}},
		{name: "watching", screen: "game", texts: func() menustest.Shelf {
			return menustest.Shelf{"greeted": "yes", "name": "Ann", "log": "yes"}
		}, open: func(v *visit) {
			v.watch(table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: kalah, Security: match.Verified},
				table.GameStarted{ID: "g", Series: tabletest.Series(kalah, match.Host, 2, 3, 1)}, table.Watchers{N: 3})
		}},
		{name: "watching, the menu", screen: "game menu", open: func(v *visit) {
			v.watch(table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: kalah}, table.GameStarted{ID: "g"})
			v.escape()
		}},
		{name: "watching, the end", screen: "end of game", open: func(v *visit) {
			series := tabletest.Series(small, match.Host, 1, 1)
			v.watch(table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: small}, table.GameStarted{ID: "g", Series: series}, table.GameOver{Series: series})
			v.end()
		}},
		{name: "watching, the host has gone", screen: "end of game", open: func(v *visit) {
			v.watch(table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: small}, table.GameStarted{ID: "g"})
			v.link.Push(table.PeerLeft{Note: rules.NewNote("netplay.left", "Ann")})
			v.end()
		}},
		{name: "make room", screen: "question", title: "Make room?", open: func(v *visit) {
			link := v.remote(kalah, 3, 1)
			link.HasGuests = true
			link.Push(table.SeatWanted{By: "Ann"})
			v.wait(2, 0)
			v.press("game.make-room")
		}},
		{name: "game menu, host", screen: "game menu", open: func(v *visit) {
			v.remote(kalah, 3, 1).HasGuests = true
			v.escape()
		}},
		{name: "remove player", screen: "remove player", open: func(v *visit) {
			v.remote(kalah, 3, 1).HasGuests = true
			v.escape()
			v.press("menu.remove")
		}},
		{name: "game menu", screen: "game menu", open: func(v *visit) {
			v.here(kalah, 3, 1)
			v.escape()
		}},
		{name: "game menu, far", screen: "game menu", open: func(v *visit) {
			v.remote(kalah, 3, 1)
			v.escape()
		}},
		{name: "send", screen: "send", open: func(v *visit) {
			v.here(small, 1)
			v.end()
			v.press("end.send")
		}},
		{name: "a link to the game", screen: "link", open: func(v *visit) {
			v.here(small, 1)
			v.end()
			v.press("end.send")
			v.press("send.link")
		}},
		{name: "a link without a game", screen: "bad link", open: func(v *visit) { page.OpenLink(v, "game=chess+e4") }},
		{name: "a game from a link", screen: "replay", open: func(v *visit) { page.OpenLink(v, "game=kalah(6,4)+3+6%0A%23+South:+Ann%0A%23+North:+Bo") }},
		{name: "end of game", screen: "end of game", open: func(v *visit) { v.here(small, 1); v.end() }},
		{
			name: "end of game, a win to be named", screen: "end of game",
			changes: func(c *Config) { c.Scores = &menustest.Ledger{Shelf: c.Scores.(menustest.Shelf)} },
			open:    func(v *visit) { v.remote(small, 1); v.end() },
		},
		{
			name: "end of game, lost", screen: "end of game",
			changes: func(c *Config) { c.NewJudge = func(time.Duration) match.Judge { return oracle{} } },
			open: func(v *visit) {
				two, _ := kalah.WithSize(2, 2)
				v.remote(two, 2, 1, 1, 1, 2)
				v.end()
				need.Until(v.T, "the move that cost most", func() bool {
					v.wait(30, 0)
					form := v.Top().Form()
					return form.Find("end.costly") != nil || form.Find("end.why") == nil // a short window has neither
				})
			},
		},
		{name: "end of game, a draw", screen: "end of game", open: func(v *visit) {
			game, _ := menustest.Played(rules.Draw)
			last := len(game.Plies) - 1
			v.Go(page.ToStart{Plies: game.Plies[:last], Setup: settings.Setup{
				Variant: kalah, Names: [2]string{"Ann", "Bo"}, Seats: [2]string{match.KindPerson, match.KindPerson},
			}})
			scenetest.Press(v.T, v.Scene(), game.Plies[last])
			v.end()
		}},
		{name: "lesson", screen: "lesson", open: to(page.ToLesson{})},
		{name: "lesson of Togyz Kumalaq", screen: "lesson", open: to(page.ToLesson{Game: rules.Presets()[6].Variant})},
		{name: "which lesson", screen: "which-lesson", open: to(page.ToHelp{}, []string{"help.lesson"})},
		{name: "learn", screen: "learn", changes: onTourDay, open: to(page.ToLearn{})},
		{name: "learn, with progress", screen: "learn", changes: onTourDay, texts: learned, open: func(v *visit) {
			v.tries(60)
			v.cards(12)
			v.Go(page.ToLearn{})
		}},
		{name: "mistakes", screen: "puzzle", changes: onTourDay, open: func(v *visit) {
			v.cards(3)
			v.Go(page.ToLearn{})
			v.press("learn.mistakes")
		}},
		{name: "themes", screen: "themes", changes: onTourDay, texts: learned, open: to(page.ToLearn{}, []string{"learn.themes"})},
		{name: "theme", screen: "theme", changes: onTourDay, texts: learned, open: to(page.ToLearn{}, []string{"learn.themes"}, []string{"themes.greed"})},
		{name: "lesson of a theme", screen: "puzzle", changes: onTourDay, open: to(page.ToLearn{}, []string{"learn.themes"}, []string{"themes.set-up"}, []string{"theme.board-2"})},
		{name: "won position", screen: "won position", changes: onTourDay, open: to(page.ToLearn{}, []string{"learn.won"})},
		{name: "progress", screen: "progress", changes: onTourDay, texts: learned, open: func(v *visit) {
			v.tries(60)
			to(page.ToLearn{}, []string{"learn.progress"})(v)
		}},
		{name: "progress of nobody", screen: "progress", changes: onTourDay, open: to(page.ToLearn{}, []string{"learn.progress"})},
		{name: "erase the progress", screen: "question", changes: onTourDay, title: "Erase your progress?", texts: learned, open: to(page.ToLearn{}, []string{"learn.progress"}, []string{"progress.erase"})},
		{name: "puzzle", screen: "puzzle", changes: onTourDay, open: to(page.ToLearn{}, []string{"learn.daily"})},
		{name: "puzzle of Oware", screen: "puzzle", changes: onTourDay, texts: func() menustest.Shelf {
			return menustest.Shelf{"greeted": "yes", "name": "Ann", "puzzles": "oware"}
		}, open: to(page.ToLearn{}, []string{"learn.train"})},
		{name: "storm", screen: "puzzle", changes: onTourDay, open: to(page.ToLearn{}, []string{"learn.storm"})},
		{name: "puzzle, solved", screen: "puzzle", changes: onTourDay, texts: learned, open: func(v *visit) {
			to(page.ToLearn{}, []string{"learn.train"}, []string{"puzzle.give-up"})(v)
			v.give(&kit.Input{Source: kit.Keyboard, Cursor: nowhere, Keys: []kit.KeyPress{{Key: ebiten.KeySpace}}})
			v.wait(2, 0)
		}},
		{name: "keys", screen: "keys", open: func(v *visit) {
			v.here(kalah, 3, 1)
			v.give(&kit.Input{Source: kit.Keyboard, Cursor: nowhere, Keys: []kit.KeyPress{{Key: ebiten.KeySlash, Shift: true}}})
		}},
		{name: "game, far, talk", screen: "game", open: func(v *visit) {
			v.remote(kalah, 3, 1)
			v.press("talk", "game.talk", "Talk")
		}},
		{name: "talk and log", screen: "game", open: func(v *visit) {
			v.remote(kalah, 3, 1)
			v.press("game.log")
			v.press("game.talk")
		}},
		{name: "reset the settings", screen: "question", title: "Reset the settings?", open: to(page.ToSettings{}, []string{"settings.reset"})},
		{
			name: "delete a score", screen: "question", title: "Delete this score?",
			changes: withScores,
			open:    to(page.ToScores{}, []string{"delete", "scores.delete", "Delete...", "Delete"}),
		},
		{name: "list", screen: "list", open: func(v *visit) {
			v.Go(page.ToNewGame{Against: page.PlayComputer})
			for _, w := range v.Top().Form().Widgets() {
				if ch, ok := w.(*kit.Choice); ok && ch.OnOpen != nil {
					ch.OnOpen()
					return
				}
			}
		}},
		{name: "resign", screen: "question", title: "Resign?", open: func(v *visit) {
			v.here(kalah, 3, 1)
			v.escape()
			v.press("menu.resign")
		}},
		{name: "leave", screen: "leave game", open: func(v *visit) {
			v.remote(kalah, 3, 1)
			v.escape()
			v.press("menu.leave")
		}},
		{name: "stuck", screen: "stuck", changes: stuck, open: func(v *visit) {
			v.Go(page.ToStart{Setup: settings.Setup{Variant: kalah, Names: [2]string{"Ann", "Bo"}, Seats: [2]string{match.KindPerson, "low"}}})
			v.wait(2, 0)
			scenetest.Press(v.T, v.Scene(), 1)
			need.Until(v.T, "the question", func() bool {
				v.wait(1, 0)
				return v.Top().Name() == "stuck"
			})
		}},
		{name: "paused", screen: "paused", open: func(v *visit) {
			link := v.remote(kalah, 3, 1)
			link.Push(table.Paused{Reason: table.ReasonLater, Note: rules.NewNote("netplay.left-for-now", "Bo")})
			v.wait(120, 0)
		}},
		{name: "exit", screen: "question", title: "Exit the program?", open: func(v *visit) {
			v.remote(kalah, 3, 1)
			v.Go(page.ToExit{})
		}},
		{name: "new game while far", screen: "question", title: "A new game?", open: func(v *visit) {
			v.remote(kalah, 3, 1)
			v.askNewGame()
		}},
		{name: "review", screen: "review", open: func(v *visit) {
			v.here(kalah, 3, 1, 2)
			v.Go(page.ToReview{Scene: v.Scene()})
		}},
		judgedReview(kalah),
		{name: "play on", screen: "play on", open: func(v *visit) {
			v.here(kalah, 3, 1, 2)
			v.Go(page.ToReview{Scene: v.Scene()})
			v.press("play-on", "review.play-on", "Play on")
		}},
		{name: "club", screen: "club", open: to(page.ToClub{})},
		{
			name: "club, one is known", screen: "club", open: to(page.ToClub{}),
			texts: func() menustest.Shelf {
				return menustest.Shelf{"greeted": "yes", "name": "Ann", "clubs": "192.168.1.30:7000"}
			},
		},
		{name: "club, connecting", screen: "club", open: to(page.ToClub{Addr: "192.168.1.30:7000"})},
		{name: "club, none there", screen: "club", open: func(v *visit) {
			v.Go(page.ToClub{Addr: "192.168.1.30:7000"})
			v.club.Push(lobby.Failed{Note: rules.NewNote("club.unreachable", "192.168.1.30:7000")})
			v.wait(2, 0)
		}},
		{name: "club, the name is taken", screen: "club", open: func(v *visit) {
			v.Go(page.ToClub{Addr: "192.168.1.30:7000"})
			v.club.Push(lobby.Failed{Note: rules.NewNote("club.name-taken")})
			v.wait(2, 0)
		}},
		{name: "lobby", screen: "lobby", open: func(v *visit) { v.inClub() }},
		{name: "lobby, waiting", screen: "lobby", open: func(v *visit) { v.inClub("lobby.make", "table.ok") }},
		{name: "lobby, looking", screen: "lobby", open: func(v *visit) { v.inClub("lobby.quick", "table.ok") }},
		{name: "lobby, on the way", screen: "lobby", open: func(v *visit) { v.inClub("lobby.open") }},
		{name: "lobby, a game goes on", screen: "lobby", open: func(v *visit) {
			v.inClub()
			v.club.Push(lobby.Seated{Seat: v.club.Seat()})
			v.wait(2, 0)
		}},
		{name: "lobby, the line is down", screen: "lobby", open: func(v *visit) {
			v.inClub()
			v.club.Push(lobby.Lost{Note: rules.NewNote("club.draining")})
			v.wait(2, 0)
		}},
		{name: "leave the club", screen: "question", title: "Leave the club?", open: func(v *visit) { v.inClub("lobby.make", "table.ok", "lobby.back") }},
		{name: "new table", screen: "new table", open: func(v *visit) { v.inClub("lobby.make") }},
		{name: "quick match", screen: "new table", open: func(v *visit) { v.inClub("lobby.quick") }},
		{name: "clocks", screen: "list", open: func(v *visit) {
			v.inClub("lobby.make")
			v.Top().Form().Find("table.clock").(*kit.Choice).OnOpen()
		}},
		{name: "my record in the club", screen: "member", open: func(v *visit) { v.inClub("lobby.me") }},
		{name: "a member", screen: "member", open: func(v *visit) { v.inClub("lobby.standings", "standings.open") }},
		{name: "another name", screen: "club line", open: func(v *visit) { v.inClub("lobby.me", "member.rename") }},
		{name: "delete me", screen: "club line", open: func(v *visit) { v.inClub("lobby.me", "member.forget") }},
		{name: "report", screen: "club line", open: func(v *visit) { v.inClub("lobby.standings", "standings.open", "member.report") }},
		{name: "blocked", screen: "list", open: func(v *visit) { v.inClub("lobby.me", "member.blocked") }},
		{name: "club games", screen: "club games", open: func(v *visit) { v.inClub("lobby.standings", "standings.games") }},
		{name: "who is here", screen: "room", open: func(v *visit) { v.inClub("lobby.who") }},
		{name: "standings", screen: "standings", open: func(v *visit) { v.inClub("lobby.standings") }},
		{name: "devices", screen: "devices", open: func(v *visit) { v.inClub("lobby.devices") }},
		{name: "devices, a code", screen: "devices", open: func(v *visit) { v.inClub("lobby.devices", "devices.ask") }},
		{name: "become a member", screen: "question", title: "Become that member?", open: func(v *visit) {
			v.inClub("lobby.devices")
			v.Top().Form().Find("devices.code").(*kit.TextField).SetText("amber-fox-31")
			v.press("devices.use")
		}},
		{name: "end of a game of the club", screen: "end of game", open: func(v *visit) {
			v.inClub("lobby.open")
			kalah := rules.Presets()[0].Variant
			v.link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: kalah}, table.GameStarted{ID: "t1-1", Self: rules.North},
				tabletest.Resigned(tabletest.Series(kalah, match.Host, 1), match.Guest))
			v.wait(30, 0)
			v.link.Push(table.PeerLeft{Reason: table.ReasonQuit, Note: rules.NewNote("netplay.left", "Bo")})
			v.end()
			if again := v.Top().Form().Find("end.play-again"); again == nil || again.Focusable() {
				v.T.Error("a game with a peer who has left can be played again")
			}
		}},
		{name: "check of a game of the club", screen: "check", open: func(v *visit) {
			v.inClub("lobby.open")
			kalah := rules.Presets()[0].Variant
			v.link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: kalah, Club: true}, table.GameStarted{ID: "t1-1", Self: rules.North},
				tabletest.Resigned(tabletest.Series(kalah, match.Host, 1), match.Guest))
			v.wait(30, 0)
			v.end()
			v.escape()
			v.press("menu.check")
		}},
		{name: "leave a game of the club", screen: "leave game", open: func(v *visit) {
			v.inClub("lobby.open")
			kalah := rules.Presets()[0].Variant
			v.link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: kalah}, table.GameStarted{ID: "t1-1", Self: rules.North})
			v.wait(30, 0)
			v.escape()
			v.press("menu.leave")
		}},
		{name: "a member is away", screen: "absent", open: func(v *visit) {
			v.club.Tables[0].Settings.Rated = false
			v.inClub("lobby.open")
			kalah := rules.Presets()[0].Variant
			v.link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: kalah, Club: true},
				table.GameStarted{ID: "t1-1", Self: rules.North}, table.PeerAbsent{Absent: true})
			v.wait(30, 0)
			v.press("game.options")
		}},
		{name: "replay", screen: "replay", open: func(v *visit) {
			v.games()
			v.Go(page.ToGames{})
			v.press("open", "games.open", "Open")
		}},
	}
}

// stuck makes computer players that return no ply.
func stuck(c *Config) {
	c.NewSeat = func(string) (match.Seat, error) { return mute{}, nil }
}

// mute is a seat that fails.
type mute struct{}

func (mute) Observe(rules.Sowing, rules.Position) {}

func (mute) Choose(context.Context, rules.Position) (rules.House, error) {
	return 0, rules.Refuse("external.crashed", "%s ended by itself", "bo")
}
