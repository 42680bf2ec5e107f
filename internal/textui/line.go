package textui

import (
	"fmt"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// reminders are the remaining times of a pause that are printed again.
var reminders = [...]time.Duration{30 * time.Second, 10 * time.Second}

// line is the part of the screen about the connection to the other end.
type line struct {
	*terminal
	meeting  *meeting
	secured  *match.Security // its protection
	reminded int             // the number of reminders printed in this pause
	left     table.PeerLeft  // why an end has left
}

// connected prints who is connected, unless the kept game says so.
func (l *line) connected(e table.Connected) {
	if l.scene.Local() || l.resumed {
		return
	}
	if !e.Club { // the club is here; it tells who else is not
		l.out.line(words.T("%s is here.", l.scene.Peer()))
	}
	l.tellSecurity(e.Security)
}

// tellSecurity prints the protection of the connection, unless the screen shows it.
func (l *line) tellSecurity(s match.Security) {
	if l.secured == nil || *l.secured != s {
		l.secured = &s
		l.out.line(words.T("Connection: %s.", words.Security(s)))
	}
}

// watched prints who plays the watched games, and the rules unless they are plain Kalah.
func (l *line) watched(e table.Watched) {
	host := words.Name(e.Names[match.Host])
	if !l.met {
		l.met = true
		l.tellSecurity(e.Security)
	}
	switch {
	case e.Names[match.Guest] == "" && l.scene.Match() == nil:
		l.out.line(words.T("%s waits for a guest.", host))
		return
	case e.Names[match.Guest] == "":
		l.out.line(words.T("%s waits for another guest.", host))
		return
	}
	l.out.line(words.T("Watching %[1]s against %[2]s.", host, words.Name(e.Names[match.Guest])))
	if e.Variant.Name() == rules.Presets()[0].Name && !e.Variant.Pie {
		return
	}
	l.out.line(words.T("They play by these rules: %s.", words.RulesTitle(e.Variant)))
	for _, text := range words.RulesOfBowls(e.Variant) {
		l.out.line("- " + text)
	}
}

// paused reports that the connection is down.
func (l *line) paused(e table.Paused) {
	if l.leaving { // the person here is leaving
		return
	}
	l.out.warn(words.Sentence(e.Note))
	if !l.scene.Watching() {
		l.tellWait(!e.Reason.Keeps())
	}
}

// tellWait shows that a wait for the other end has begun. Nobody waits for an end that has left on
// purpose.
func (l *line) tellWait(waits bool) {
	if l.forgetPause(); waits {
		l.tellRest()
	}
	l.meeting.codeNews(l.scene.Door().Meeting())
}

// forgetPause forgets the lines printed in the last pause.
func (l *line) forgetPause() { l.reminded, l.meeting.repeated = 0, "" }

// forget forgets the other end, since the next one may differ.
func (l *line) forget() {
	l.secured, l.left = nil, table.PeerLeft{}
	l.forgetPause()
}

// remind prints the remaining time of the wait when a reminder is due.
func (l *line) remind() {
	if l.cfg.Interactive && l.reminded < len(reminders) && l.scene.WaitLeft() <= reminders[l.reminded] {
		l.tellRest()
	}
}

// tellRest prints the remaining time of the wait.
func (l *line) tellRest() {
	rest := l.scene.WaitLeft().Round(time.Second)
	for l.reminded < len(reminders) && rest <= reminders[l.reminded] {
		l.reminded++
	}
	l.out.warn(words.T("Reconnecting, %[1]s ...", fmt.Sprintf("%d:%02d", rest/time.Minute, rest%time.Minute/time.Second)))
}

// back prints that the connection is back, with its details.
func (l *line) back(e table.Resumed) {
	l.forgetPause()
	l.out.line(l.scene.BackWords())
	if text := words.Sentence(e.Note); text != "" && !l.scene.Watching() {
		l.out.line(text)
	}
	l.tellSecurity(e.Security)
}

// absence reports that the other player at a club is away or back, or has not come yet. It prints
// nothing if the line about the turn has said so.
func (l *line) absence(absent bool) {
	switch text, awaited := l.scene.AbsenceWords(absent), l.scene.Awaited(); {
	case absent && !awaited:
		l.out.warn(text)
		l.tellAway()
	case !absent || l.scene.PersonToMove():
		l.out.line(text)
	}
}

// tellAway says how to continue if a player is away from a running game.
func (l *line) tellAway() {
	switch {
	case l.cfg.Terms == nil || !l.playing() || l.scene.Watching():
	case l.rated():
		l.out.line(words.T("When it is their turn, their clock is running, and %s loses if the time runs out.", l.scene.Peer()))
	default:
		l.out.line(words.T("If you do not want to wait: %[1]s ends the game without a winner, and %[2]s leaves it for now.", verbEnd.word(), verbQuit.word()))
	}
}

// trouble returns the reason why the table cannot continue. If the table was to resume a kept game,
// it adds the command that begins another one.
func (l *line) trouble() *Trouble {
	text := words.Sentence(l.scene.Note())
	if l.left.Kept {
		text = l.andKept(l.scene.Note())
	}
	if l.left.Kept && l.cfg.Resumed && l.cfg.Anew != "" {
		text += " " + words.T("%s begins another one.", l.cfg.Anew)
	}
	return &Trouble{Text: text}
}
