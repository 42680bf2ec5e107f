package textui

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/rules"
)

// ClubConfig configures a visit to a club.
type ClubConfig struct {
	// Colour adds escape sequences for the terminal's 16 colours.
	Colour bool
	// Play plays or watches at a seat, under the member's name. It reports whether the game is
	// still running, so that the member can return to it.
	Play func(s lobby.Seat, me string, club Club) (goesOn bool, err error)
	// Computer holds the settings of the table that an idle computer opens; nil for a person. A
	// computer also resumes its games without being asked, and stays after the end of the input.
	Computer *lobby.Settings
	// Bell rings if the link has events; nil means that nothing rings.
	Bell Bell
}

// tableWait is the shortest time between a computer's requests for tables. It keeps two programs
// that share a member by mistake from constantly taking the game from each other.
const tableWait = 5 * time.Second

// visitor is a member in the lobby of a club.
type visitor struct {
	cfg    ClubConfig
	link   lobby.Link
	out    *screen
	in     lobby.Entered
	tables map[string]lobby.Table
	shown  []lobby.Table // as numbered on the screen
	asked  map[int]func(lobby.Answer)
	listed bool
	more   int          // the number of tables beyond the club's list
	room   lobby.Room   // who is here; zero if the club has not said it
	down   bool         // the connection is lost, and the link reconnects
	seats  []lobby.Seat // seats to take at once
	asking bool         // a request for the running games is open
	going  []lobby.Seat // the running games
	left   bool
	deaf   bool      // the input of a computer has ended
	goesOn bool      // the last game may still be running
	wants  bool      // the club is looking for an opponent
	since  time.Time // when the computer last requested or left a table
	before string    // the request of the line before that cannot be undone, or ""
	unsure string    // the request of this line that cannot be undone, or ""
	code   string    // the newest code that this device has shown, or ""
	failed *rules.Note

	aside *aside // the club around the member's current game, or nil
}

// Visit shows the lobby of a club and executes typed lines until "quit". It returns ctx's error as
// soon as ctx ends. It returns a [*Trouble] if the club cannot be visited, the input ends, or
// writing the output fails. It does not close the link.
func Visit(ctx context.Context, link lobby.Link, in *Lines, out io.Writer, cfg ClubConfig) error {
	v := &visitor{
		cfg: cfg, link: link, out: newScreen(out, cfg.Colour),
		tables: map[string]lobby.Table{}, asked: map[int]func(lobby.Answer){},
	}
	stir := time.Now()
	for !v.left {
		if v.poll() {
			stir = time.Now()
		}
		if err := v.out.flush(); err != nil {
			return err
		}
		switch {
		case v.left:
			continue
		case v.failed != nil:
			return &Trouble{words.Sentence(v.failed), v.failed}
		case len(v.seats) > 0 && len(v.asked) == 0:
			if err := v.play(ctx); err != nil {
				return err
			}
			continue
		}
		v.keepTable()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(cfg.Bell.rest(time.Since(stir))):
		case <-cfg.Bell:
		case line, more := <-v.lines(in):
			switch {
			case !more && cfg.Computer != nil:
				v.deaf = true
				continue
			case !more:
				return &Trouble{words.T("The input has ended, so you have left the club."), io.EOF}
			}
			v.hear(line)
			stir = time.Now()
		}
	}
	return v.out.flush()
}

// lines returns the lines to read now. It returns nil until the list has arrived and while an
// answer is open, so that lines typed ahead find their subject. It returns the lines while the
// connection is down, so that the visitor can leave.
func (v *visitor) lines(in *Lines) <-chan string {
	if v.deaf || !v.listed && !v.down || len(v.asked) > 0 {
		return nil
	}
	return in.C()
}

// play plays at the first seat, and follows the lobby meanwhile.
func (v *visitor) play(ctx context.Context) error {
	seat := v.seats[0]
	v.seats = v.seats[1:]
	a := newAside(seat, v.in.Me.ID, v.cfg.Bell)
	me, stop, stopped := v.in.Me.Name, make(chan struct{}), make(chan struct{})
	v.aside = a
	go func() {
		defer close(stopped)
		v.follow(a, stop)
	}()
	goesOn, err := v.cfg.Play(seat, me, a)
	close(stop)
	<-stopped
	v.aside = nil
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.out.warn(words.Sentence(err))
	}
	if lines := a.News(); len(lines) > 0 {
		v.out.line(lines...)
	}
	v.since, v.goesOn = time.Now(), goesOn || err != nil
	if v.failed == nil {
		v.out.line(words.T("You are in the lobby of %s again.", v.in.Club))
		if !goesOn && !seat.Watch { // the club may not have reported yet that the table is gone
			delete(v.tables, seat.Table.ID)
		}
		v.list()
		if v.goesOn && v.cfg.Computer == nil {
			v.askGoing()
		}
	}
	return nil
}

// keepTable opens the table of an idle computer, or resumes the game that it has left.
func (v *visitor) keepTable() {
	s := v.cfg.Computer
	if s == nil || !v.listed || len(v.asked) > 0 || len(v.seats) > 0 || time.Since(v.since) < tableWait {
		return
	}
	own := slices.ContainsFunc(slices.Collect(maps.Values(v.tables)), func(t lobby.Table) bool { return t.Has(v.in.Me.ID) })
	if own && !v.goesOn {
		return
	}
	v.since = time.Now()
	if own {
		v.goesOn = false
		v.askGoing()
		return
	}
	v.ask(lobby.Open{Settings: *s}, func(lobby.Answer) {
		v.out.line(words.T("You wait at your table: %s.", settingsLine(*s)))
	})
}

// newsOf returns the text of an event for a member during a game, or "".
func (v *visitor) newsOf(e lobby.Event) string {
	switch e := e.(type) {
	case lobby.Announced:
		return words.T("The club says: %s", e.Text)
	case lobby.Rated:
		return words.RatingChange(e.Discipline, e.Before, e.After())
	case lobby.Waiting:
		return words.Missed(e.Table.Other(v.in.Me.ID).Name)
	}
	return ""
}

// ask sends a call. It prints a refusal, and passes any other answer to done, which may be nil.
func (v *visitor) ask(c lobby.Call, done func(lobby.Answer)) {
	v.asked[v.link.Ask(c)] = func(a lobby.Answer) {
		switch {
		case a.Note != nil:
			v.refuse(words.Sentence(a.Note))
		case done != nil:
			done(a)
		}
	}
}

// poll handles and shows the club's events, and reports whether there were any.
func (v *visitor) poll() bool {
	events := v.link.Events()
	for _, e := range events {
		again := v.listed
		v.note(e)
		switch e := e.(type) {
		case lobby.Connecting:
			v.out.line(words.T("Connecting to %s", e.Addr))
		case lobby.Entered:
			v.enter(e)
		case lobby.Listed:
			if !again {
				v.list()
			}
		case lobby.Lost:
			v.out.warn(words.T("%s It is being dialled again.", words.Sentence(e.Note)))
		case lobby.Announced, lobby.Rated, lobby.Waiting:
			v.out.line(v.newsOf(e))
		default:
			v.answer(e)
		}
	}
	return len(events) > 0
}

// answer passes an answer to the function of its call.
func (v *visitor) answer(e lobby.Event) {
	a, is := e.(lobby.Answer)
	if done := v.asked[a.Number]; is && done != nil {
		delete(v.asked, a.Number)
		done(a)
	}
}

// note stores the content of an event about the club.
func (v *visitor) note(e lobby.Event) {
	switch e := e.(type) {
	case lobby.Entered:
		v.in, v.listed, v.down, v.wants, v.room = e, false, false, false, lobby.Room{}
		clear(v.tables)
	case lobby.Told:
		v.tables[e.Table.ID] = e.Table
	case lobby.Gone:
		delete(v.tables, e.Table)
	case lobby.Listed:
		v.listed, v.more = true, e.More
	case lobby.Room:
		v.room = e
	case lobby.Seated:
		if v.asking {
			v.going = append(v.going, e.Seat)
		} else {
			v.seats, v.wants = append(v.seats, e.Seat), false
		}
	case lobby.Rated:
		v.in.Me = e.Me
	case lobby.Lost:
		v.listed, v.down, v.wants = false, true, false
	case lobby.Waiting:
		v.wants = true
	case lobby.Failed:
		v.failed = e.Note
	}
}

// enter greets, and asks for the running games.
func (v *visitor) enter(e lobby.Entered) {
	v.out.line(words.T("You are in the lobby of %[1]s, as %[2]s (%[3]s). %[4]s shows what you can type.",
		e.Club, words.Name(e.Me.Name), e.Me.In(e.Me.Played()[0].Discipline).RatingWord(), verbHelp.word()))
	if e.Announcement != "" {
		v.out.line(words.T("The club says: %s", e.Announcement))
	}
	v.askGoing()
}

// askGoing asks for the running games, and names the one that it finds.
func (v *visitor) askGoing() {
	v.asking, v.going = true, nil
	v.asked[v.link.Ask(lobby.Mine{})] = func(lobby.Answer) {
		v.asking = false
		if v.cfg.Computer != nil {
			v.seats = append(v.seats, v.going...)
			return
		}
		for _, s := range v.going[:min(1, len(v.going))] {
			v.out.line(words.T("Your game against %[1]s goes on. Type %[2]s to go back to it.", words.Name(s.Table.Other(v.in.Me.ID).Name), backWord.own()))
		}
	}
}

// back returns to a running game.
func (v *visitor) back([]string) {
	if len(v.going) == 0 {
		v.out.refuse(words.T("No game of yours goes on here."))
		return
	}
	v.seats, v.going = append(v.seats, v.going[0]), v.going[1:]
}

// list prints the numbered tables. Those with a seat for the member come first. They are unknown
// while the connection is down.
func (v *visitor) list() {
	if v.down {
		v.out.refuse(words.Sentence(rules.NewNote("club.not-connected")))
		return
	}
	v.shown = v.shown[:0]
	for _, t := range v.tables {
		v.shown = append(v.shown, t)
	}
	slices.SortFunc(v.shown, func(a, b lobby.Table) int {
		if a.Playing() != b.Playing() {
			if a.Playing() {
				return 1
			}
			return -1
		}
		return strings.Compare(a.ID, b.ID)
	})
	if len(v.shown) == 0 {
		v.out.line(words.T("No one waits and no one plays at the moment. Make a table, and the next member to come can sit down."))
		return
	}
	for i, t := range v.shown {
		v.out.line(fmt.Sprintf("%3d  %s", i+1, v.tableLine(t)))
	}
	if v.more > 0 {
		v.out.line(words.MoreTables(v.more))
	}
}

// tableLine describes a table.
func (v *visitor) tableLine(t lobby.Table) string {
	var names []string
	for _, m := range t.Members {
		names = append(names, ratedName(m))
	}
	line := strings.Join(names, " - ") + ": " + settingsLine(t.Settings)
	switch {
	case t.Playing():
		line += ", " + words.C("a table", "playing")
	case t.Has(v.in.Me.ID):
		line += ", " + words.T("your table")
	}
	return line
}

// ratedName returns the name of a member with their rating, as in "Ann (1500?)".
func ratedName(m lobby.Member) string {
	return words.T("%[1]s (%[2]s)", words.Member(m.Name, m.Computer), m.RatingWord())
}

// settingsLine describes the games of a table.
func settingsLine(s lobby.Settings) string { return words.TableTerms(s.Variant, s.Time, s.Rated) }
