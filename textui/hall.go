package textui

import (
	"sync"
	"time"

	"mancala/match/lobby"
	"mancala/words"
)

// hall is a club during a game at one of its tables. The game asks and is told from one goroutine,
// and the club is followed in another.
type hall struct {
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

func newHall(s lobby.Seat, me string) *hall {
	return &hall{peer: s.Table.Other(me), table: s.Table.ID}
}

// News returns the lines that were kept.
func (h *hall) News() (lines []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	lines, h.said = h.said, nil
	return lines
}

// hold keeps a line until the game asks for it.
func (h *hall) hold(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if line != "" {
		h.said = append(h.said, line)
	}
}

// Report reports the other player.
func (h *hall) Report(game int, text string) {
	h.want(reportOf(h.peer, lobby.GameID(h.table, game), text))
}

// Block blocks the other player.
func (h *hall) Block() { h.want(blockOf(h.peer)) }

func (h *hall) want(w wish) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asks = append(h.asks, w)
}

// wishes returns the wishes since the last call.
func (h *hall) wishes() (list []wish) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list, h.asks = h.asks, nil
	return list
}

// follow follows the club during a game, until stop is closed. News of the lobby itself are not
// kept.
func (v *visitor) follow(h *hall, stop <-chan struct{}) {
	for {
		for _, w := range h.wishes() {
			v.wish(w)
		}
		for _, e := range v.link.Events() {
			v.note(e)
			v.answer(e)
			h.hold(v.newsOf(e))
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
	if v.hall != nil {
		v.hall.hold(line)
		return
	}
	v.out.line(line)
}

// refuse prints why a call was refused, during a game as news.
func (v *visitor) refuse(line string) {
	if v.hall != nil {
		v.hall.hold(line)
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
