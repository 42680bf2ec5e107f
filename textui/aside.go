package textui

import (
	"sync"
	"time"

	"mancala/match/lobby"
	"mancala/words"
)

// aside is a club during a game at one of its tables. The game asks and is told from one goroutine,
// and the club is followed in another.
type aside struct {
	peer  lobby.Member
	table string

	mu   sync.Mutex
	said []string // by the club, and not told yet
	asks []wish   // that the club has not been asked for
}

// wish is a call with the line that tells that it was carried out.
type wish struct {
	call lobby.Call
	done string
}

func newAside(s lobby.Seat, me string) *aside {
	return &aside{peer: s.Table.Other(me), table: s.Table.ID}
}

// News returns the lines that were kept.
func (a *aside) News() (lines []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lines, a.said = a.said, nil
	return lines
}

// hold keeps a line until the game asks for it.
func (a *aside) hold(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if line != "" {
		a.said = append(a.said, line)
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
}

// wishes returns the wishes since the last call.
func (a *aside) wishes() (list []wish) {
	a.mu.Lock()
	defer a.mu.Unlock()
	list, a.asks = a.asks, nil
	return list
}

// follow follows the club during a game, until stop is closed. News of the lobby itself are not
// kept.
func (v *visitor) follow(a *aside, stop <-chan struct{}) {
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
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// wish asks for something, and says once it was done.
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

// reportOf is the wish to report a member; game is one of a game or a table, or "".
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
