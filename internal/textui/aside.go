package textui

import (
	"sync"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/words"
)

// aside is a club during a game at one of its tables. The game asks and reads news in one
// goroutine; another one follows the club.
type aside struct {
	peer  lobby.Member
	table string
	lobby Bell // for the calls
	bell  Bell // for the lines

	mu   sync.Mutex
	said []string // lines of the club that were not shown yet
	asks []wish   // calls not sent to the club yet
}

// wish is a call with the line that confirms it.
type wish struct {
	call lobby.Call
	done string
}

// newAside returns the club around a game at a seat. The bell is the lobby's.
func newAside(s lobby.Seat, me string, lobby Bell) *aside {
	a := &aside{peer: s.Table.Other(me), table: s.Table.ID, lobby: lobby}
	if lobby != nil {
		a.bell = NewBell()
	}
	return a
}

// Bell returns the bell of the game.
func (a *aside) Bell() Bell { return a.bell }

// News returns the stored lines.
func (a *aside) News() (lines []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lines, a.said = a.said, nil
	return lines
}

// hold stores a line until the game asks for it.
func (a *aside) hold(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if line != "" {
		a.said = append(a.said, line)
		a.bell.Ring()
	}
}

// Report reports the other player.
func (a *aside) Report(game int, text string) {
	a.want(reportOf(a.peer, lobby.GameID(a.table, game), text))
}

// Block blocks the other player.
func (a *aside) Block() { a.want(blockOf(a.peer)) }

func (a *aside) want(w wish) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asks = append(a.asks, w)
	a.lobby.Ring()
}

// wishes returns the wishes since the last call.
func (a *aside) wishes() (list []wish) {
	a.mu.Lock()
	defer a.mu.Unlock()
	list, a.asks = a.asks, nil
	return list
}

// follow follows the club during a game, until stop is closed. It drops news of the lobby itself.
func (v *visitor) follow(a *aside, stop <-chan struct{}) {
	wait := 100 * time.Millisecond
	if a.lobby != nil {
		wait = longPause
	}
	for {
		for _, w := range a.wishes() {
			v.wish(w)
		}
		for _, e := range v.link.Events() {
			v.note(e)
			v.answer(e)
			a.hold(v.newsOf(e))
		}
		select {
		case <-stop:
			return
		case <-a.lobby:
		case <-time.After(wait):
		}
	}
}

// wish sends a call, and confirms it once it is done.
func (v *visitor) wish(w wish) {
	v.ask(w.call, func(lobby.Answer) { v.say(w.done) })
}

// say prints a line, during a game as news.
func (v *visitor) say(line string) {
	if v.aside != nil {
		v.aside.hold(line)
		return
	}
	v.out.line(line)
}

// refuse prints why a call was refused, during a game as news.
func (v *visitor) refuse(line string) {
	if v.aside != nil {
		v.aside.hold(line)
		return
	}
	v.out.refuse(line)
}

// reportOf is the wish to report a member; game identifies a game or a table, or is "".
func reportOf(m lobby.Member, game, text string) wish {
	name := words.Member(m.Name, m.Computer)
	return wish{
		lobby.Report{Member: m.ID, Game: game, Text: text},
		words.T("The report has been sent. The people who run the club read it, and %s does not.", name),
	}
}

// blockOf is the wish to block a member.
func blockOf(m lobby.Member) wish {
	name := words.Member(m.Name, m.Computer)
	return wish{
		lobby.Block{Member: m.ID},
		words.T("%[1]s is blocked: you are not matched any more, and neither of you sits down at a table of the other. %[2]s in the lobby undoes it.",
			name, unblockWord.own()+" "+words.Name(m.Name)),
	}
}
