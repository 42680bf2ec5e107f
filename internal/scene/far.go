package scene

import (
	"net/netip"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
)

// far is the state of a network game besides the plies: the connection and the talk.
type far struct {
	down    time.Duration // how long the connection is down, or the user waits again
	wait    time.Duration // how long to wait for it
	waitOn  bool          // the user knows and has chosen to wait
	talk    []table.Said  // the newest last
	unread  int           // the number of lines of the peer that the user has not seen
	muted   bool          // lines of the peer are dropped
	unmet   bool          // the meeting point is unreachable, so it sends no guests
	answer  string        // the next toast, or ""
	shownIn int           // the number of seconds shown last
}

// maxTalkLines is the largest number of lines of talk kept.
const maxTalkLines = 200

// take handles one event.
func (f *far) take(e table.News, sc *Scene) {
	switch e := e.(type) {
	case table.GameStarted:
		if e.Tossed && e.Series.Match().Plies() == 0 {
			f.answer = sc.tossWords(e.Series.Starter())
			sc.Toss()
		}
	case table.Connected:
		f.muted = false
	case table.Paused:
		f.WaitMore(time.Duration(e.Wait) * time.Second)
		if e.Reason.Keeps() { // the peer said that they will not come back
			f.wait = 0
		}
	case table.Meeting:
		f.meeting(e, sc)
	case table.Resumed:
		sc.happened, f.answer = sc.resumedWords(e)
	case table.Rewound:
		if e.Note != nil {
			f.answer = strings.TrimSuffix(words.Sentence(e.Note), ".")
		}
	case table.Said:
		f.said(e, sc.Self())
	case table.TakebackAnswered:
		if !e.Granted && sc.Here(e.By.Other()) {
			f.answer = words.T("%s refuses to take it back", sc.Name(e.By))
		}
	case table.TakebackWithdrawn:
		if !sc.Here(e.By) {
			f.answer = words.T("%s no longer asks", sc.Name(e.By))
		}
	case table.RematchWithdrawn:
		if !sc.Here(e.By) {
			f.answer = words.T("%s no longer asks for another game", sc.Name(e.By))
		}
	}
}

// meeting reports during a game that a host's meeting point is unreachable or back. The game needs
// the meeting point only to reconnect after its own connection has dropped.
func (f *far) meeting(e table.Meeting, sc *Scene) {
	lost := e.State == table.MeetingLost
	playing := sc.Stage() == table.StageGame || sc.Stage() == table.StageOver
	switch {
	case playing && lost && !f.unmet:
		f.answer = strings.TrimSuffix(words.Sentence(e.Note), ".")
	case playing && f.unmet && e.State == table.MeetingOpen:
		f.answer = words.T("The meeting point %s answers again", e.At())
	}
	f.unmet = lost || f.unmet && e.State == table.MeetingCalling
}

func (f *far) said(e table.Said, self match.Party) {
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

// Talk returns the lines of talk, the newest last. Do not modify the slice.
func (f *far) Talk() []table.Said { return f.talk }

// Unread returns the number of lines of the peer that the user has not seen.
func (f *far) Unread() int { return f.unread }

// MarkRead marks all lines as read.
func (f *far) MarkRead() { f.unread = 0 }

// Muted reports whether lines of the peer are dropped.
func (f *far) Muted() bool { return f.muted }

// ToggleMute starts or stops dropping lines of the peer.
func (f *far) ToggleMute() { f.muted = !f.muted }

// WaitOn records that the user has chosen to wait for an absent peer.
func (f *far) WaitOn() { f.waitOn = true }

// WaitMore records that the user has chosen to wait for d more.
func (f *far) WaitMore(d time.Duration) { f.down, f.wait, f.waitOn = 0, d, false }

// WaitLeft returns the remaining time to wait for a dropped connection.
func (f *far) WaitLeft() time.Duration { return max(0, f.wait-f.down) }

// TakeAnswer returns and clears the next toast about the peer or the meeting point, without a full
// stop.
func (f *far) TakeAnswer() string {
	answer := f.answer
	f.answer = ""
	return answer
}

// watchPause adds d to the time since the connection dropped, and reports whether the displayed
// seconds have changed.
func (sc *Scene) watchPause(d time.Duration) bool {
	if !sc.IsPaused() {
		return false
	}
	sc.down += d
	old := sc.shownIn
	sc.shownIn = int(sc.down / time.Second)
	return sc.shownIn != old
}

// PauseDue reports whether to ask the user how to continue without the peer.
func (sc *Scene) PauseDue() bool {
	return sc.IsPaused() && !sc.Watching() && !sc.waitOn && sc.WaitLeft() == 0
}

// Part tells the peer why this end leaves: for now, which keeps the game; because the program
// closes; or for good, after a game or as a watcher.
func (sc *Scene) Part(closing bool) {
	reason := table.ReasonLater
	switch stage := sc.Stage(); {
	case sc.Watching():
		reason = table.ReasonQuit
	case sc.Local() || stage != table.StageGame && stage != table.StageOver:
		return
	case closing:
		reason = table.ReasonClosed
	case stage == table.StageOver:
		reason = table.ReasonQuit
	}
	sc.Link().Leave(reason)
	sc.Advance(0)
}

// OnlyHere reports whether an address of a host, as host:port, leads only back to this computer.
func OnlyHere(addr string) bool {
	at, err := netip.ParseAddrPort(addr)
	return err == nil && at.Addr().Unmap().IsLoopback() || strings.HasPrefix(addr, "localhost:")
}
