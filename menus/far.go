package menus

import (
	"fmt"
	"strings"
	"time"

	"mancala/match"
	"mancala/words"
)

// far is the state of the peer that a play shows besides the plies: a connection that is down, and
// the talk.
type far struct {
	down    time.Duration // how long the connection has been down
	waitOn  bool          // the person knows, and waits on
	talk    []match.Said  // the newest last
	unread  int           // lines of the peer that the person has not seen
	muted   bool          // lines of the peer are dropped
	answer  string        // the window's next message, or ""
	shownIn int           // the seconds that were shown last
}

// maxTalkLines is how many lines of talk are kept.
const maxTalkLines = 200

// take takes in one event.
func (f *far) take(e match.Event, p *Play) {
	switch e := e.(type) {
	case match.Paused:
		f.down, f.waitOn = 0, false
	case match.Resumed:
		if p.happened, f.answer = p.Peer()+" is back", p.Peer()+" is back"; e.Note != nil {
			f.answer = strings.TrimSuffix(words.Sentence(e.Note), ".")
		}
	case match.Said:
		f.said(e, p.Self())
	case match.TakebackAnswered:
		if !e.Granted && p.Here(e.By.Other()) {
			f.answer = p.Name(e.By) + " refuses to take it back"
		}
	case match.TakebackWithdrawn:
		if !p.Here(e.By) {
			f.answer = p.Name(e.By) + " no longer asks"
		}
	case match.RematchWithdrawn:
		if !p.Here(e.By) {
			f.answer = p.Name(e.By) + " no longer asks for another game"
		}
	}
}

func (f *far) said(e match.Said, self match.Party) {
	if e.By != self && f.muted {
		return
	}
	if f.talk = append(f.talk, e); len(f.talk) > maxTalkLines {
		f.talk = f.talk[1:]
	}
	if e.By != self {
		f.unread++
	}
}

// takeAnswer returns the window's message about the peer, once.
func (f *far) takeAnswer() string {
	answer := f.answer
	f.answer = ""
	return answer
}

// watchPause lets d pass while the connection is down, and reports whether another second is to be
// shown.
func (p *Play) watchPause(d time.Duration) bool {
	if _, paused := p.Paused(); !paused {
		return false
	}
	p.down += d
	old := p.shownIn
	p.shownIn = int(p.down / time.Second)
	return p.shownIn != old
}

// pauseLeft returns how long the connection is still expected to come back. It is zero if the peer
// said that it will not.
func (p *Play) pauseLeft() time.Duration {
	paused, down := p.Paused()
	if !down || paused.Reason.Keeps() {
		return 0
	}
	return max(0, time.Duration(paused.Wait)*time.Second-p.down)
}

// pauseWords says why the game does not go on, and for how long it is waited: "Bo's connection
// dropped - reconnecting, 0:37".
func (p *Play) pauseWords() string {
	paused, down := p.Paused()
	if !down {
		return ""
	}
	what, _, _ := strings.Cut(words.Sentence(paused.Note), ". ")
	if what = strings.TrimSuffix(what, "."); what == "" {
		what = p.Peer() + "'s connection dropped"
	}
	if left := p.pauseLeft(); left > 0 {
		s := int((left + time.Second - 1) / time.Second)
		return fmt.Sprintf("%s - reconnecting, %d:%02d", what, s/60, s%60)
	}
	return what + " - waiting"
}

// pauseDue reports whether the person is to be asked how to go on without the peer.
func (p *Play) pauseDue() bool {
	_, down := p.Paused()
	return down && !p.waitOn && p.pauseLeft() == 0
}

// takebackWords names the moves that a request to go back to n plies takes back: "the last move",
// "the last 3 moves".
func (p *Play) takebackWords(n int) string {
	if taken := p.Match().Plies() - n; taken != 1 {
		return fmt.Sprintf("the last %d moves", taken)
	}
	return "the last move"
}

// tallyWords says how the games of the series ended so far: "Games: You 2, Bo 1, drawn 1". It is
// empty in the first one.
func (p *Play) tallyWords() string {
	t := p.Tally()
	if p.Number() < 2 {
		return ""
	}
	words := "Games"
	for i, party := range [...]match.Party{p.Party(p.Bottom()), p.Party(p.Bottom().Opponent())} {
		name := p.Name(party)
		if p.isMe(party) {
			name = "You"
		}
		words += fmt.Sprintf("%c %s %d", ":,"[i], name, t.Wins[party])
	}
	if t.Draws > 0 {
		words += fmt.Sprintf(", drawn %d", t.Draws)
	}
	return words
}

// Unfinished reports whether a game is running that has at least one ply.
func (p *Play) Unfinished() bool {
	return p.Stage() == match.StageGame && p.Match().Plies() > 0
}

// keptAway reports whether the link has ended and the game has not: it can be taken up again.
func (p *Play) keptAway() bool {
	m := p.Match()
	return m != nil && m.Result().Ending == match.Running && p.Stage() > match.StageOver
}

// part tells the peer why this end leaves: for now, which keeps the game, because the program is
// closed, or for good, after a game.
func (p *Play) part(closing bool) {
	reason := match.ReasonLater
	switch stage := p.Stage(); {
	case p.Local() || stage != match.StageGame && stage != match.StageOver:
		return
	case closing:
		reason = match.ReasonClosed
	case stage == match.StageOver:
		reason = match.ReasonQuit
	}
	p.Link().Leave(reason)
	p.Poll()
}

// isPaused reports whether the connection is down.
func (p *Play) isPaused() bool {
	_, paused := p.Paused()
	return paused
}
