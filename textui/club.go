package textui

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"mancala/match/lobby"
	"mancala/rules"
	"mancala/words"
)

// ClubConfig configures a visit to a club.
type ClubConfig struct {
	// Colour adds escape sequences for the terminal's 16 colours.
	Colour bool
	// Play plays or watches at a seat, under the member's name, until that is over. It reports
	// whether the game is still running, so that the member can come back to it.
	Play func(s lobby.Seat, me string, club Club) (goesOn bool, err error)
	// Computer are the settings of the table that a computer opens whenever it has nothing to do;
	// nil for a person. A computer also resumes its games by itself, and stays when the input
	// ends.
	Computer *lobby.Settings
}

// tableWait is the shortest time between two tables that a computer asks for. So two programs that
// are the same member by mistake do not take their game from each other all the time.
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
	more   int          // the tables for which the club's list has no room
	down   bool         // the connection is lost, and made again
	seats  []lobby.Seat // to be taken up at once
	asking bool         // the club is asked for the games that go on
	going  []lobby.Seat // of those
	left   bool
	deaf   bool      // the input of a computer has ended
	goesOn bool      // the game that was left last may go on
	wants  bool      // the club looks for an opponent
	since  time.Time // when a table of the computer was asked for or left
	before string    // the request of the line before that cannot be undone, or ""
	unsure string    // the request of this line that cannot be undone, or ""
	code   string    // the newest code that this device has shown, or ""
	failed *rules.Note

	aside *aside // of the game at which the member sits, or nil
}

// Visit shows the lobby of a club and executes typed lines until "quit". It returns the error of
// ctx as soon as that ends, and a [*Trouble] if the club cannot be visited, the input ended, or the
// output could not be written. It does not close the link.
func Visit(ctx context.Context, link lobby.Link, in *Lines, out io.Writer, cfg ClubConfig) error {
	v := &visitor{
		cfg: cfg, link: link, out: newScreen(out, cfg.Colour),
		tables: map[string]lobby.Table{}, asked: map[int]func(lobby.Answer){},
	}
	tick := time.NewTicker(maxPause)
	defer tick.Stop()
	for !v.left {
		v.poll()
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
		case <-tick.C:
		case line, more := <-v.lines(in):
			switch {
			case !more && cfg.Computer != nil:
				v.deaf = true
				continue
			case !more:
				return &Trouble{words.T("The input has ended, so you have left the club."), io.EOF}
			}
			v.hear(line)
		}
	}
	return v.out.flush()
}

// lines returns the lines to be heard now: none before the list is there and while an answer is
// awaited, so that lines typed ahead find their subject. While the connection is down, lines
// are heard, so that the visitor can leave.
func (v *visitor) lines(in *Lines) <-chan string {
	if v.deaf || !v.listed && !v.down || len(v.asked) > 0 {
		return nil
	}
	return in.C()
}

// play plays at the first seat, while the lobby is followed.
func (v *visitor) play(ctx context.Context) error {
	seat := v.seats[0]
	v.seats = v.seats[1:]
	a := newAside(seat, v.in.Me.ID)
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
		if !goesOn && !seat.Watch { // the club may not have said yet that the table is gone
			delete(v.tables, seat.Table.ID)
		}
		v.list()
		if v.goesOn && v.cfg.Computer == nil {
			v.askGoing()
		}
	}
	return nil
}

// keepTable opens the table of a computer that has nothing to do, or takes up the game that it has
// left.
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

// newsOf returns the text of an event for a member who plays, or "".
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

// ask sends a call; done, which may be nil, gets the answer unless it is a refusal, which is shown.
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

// poll handles and shows the club's events.
func (v *visitor) poll() {
	for _, e := range v.link.Events() {
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
}

// answer hands an answer to the one who waits for it.
func (v *visitor) answer(e lobby.Event) {
	a, is := e.(lobby.Answer)
	if done := v.asked[a.Number]; is && done != nil {
		delete(v.asked, a.Number)
		done(a)
	}
}

// note keeps the content of an event about the club.
func (v *visitor) note(e lobby.Event) {
	switch e := e.(type) {
	case lobby.Entered:
		v.in, v.listed, v.down, v.wants = e, false, false, false
		clear(v.tables)
	case lobby.Told:
		v.tables[e.Table.ID] = e.Table
	case lobby.Gone:
		delete(v.tables, e.Table)
	case lobby.Listed:
		v.listed, v.more = true, e.More
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

// enter greets, and asks for the games that go on.
func (v *visitor) enter(e lobby.Entered) {
	v.out.line(words.T("You are in the lobby of %[1]s, as %[2]s (%[3]s). %[4]s shows what you can type.",
		e.Club, words.Name(e.Me.Name), e.Me.In(e.Me.Played()[0].Discipline).RatingWord(), verbHelp.word()))
	if e.Announcement != "" {
		v.out.line(words.T("The club says: %s", e.Announcement))
	}
	v.askGoing()
}

// askGoing asks for the games that go on, and says which one there is.
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

// list prints the tables, numbered: those where the member may sit first. They are not known while
// the connection is down.
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
		if a.Playing != b.Playing {
			if a.Playing {
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
		names = append(names, words.T("%[1]s (%[2]s)", words.Member(m.Name, m.Computer), m.RatingWord()))
	}
	line := strings.Join(names, " - ") + ": " + settingsLine(t.Settings)
	switch {
	case t.Playing:
		line += ", " + words.C("a table", "playing")
	case t.Has(v.in.Me.ID):
		line += ", " + words.T("your table")
	}
	return line
}

// settingsLine describes the games of a table.
func settingsLine(s lobby.Settings) string { return words.TableTerms(s.Variant, s.Time, s.Rated) }
