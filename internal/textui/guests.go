package textui

import (
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
)

// The shortest intervals of output that strangers cause: lines of any kind, and the number of
// watchers.
const (
	strangerPause = time.Second
	audiencePause = 10 * time.Second
)

// guests is the part of the host's screen about guests who are not at the table. It is updated at
// intervals, so that strangers cannot fill the screen.
type guests struct {
	*terminal
	told     time.Time      // when a line was written last
	knock    *table.Knocked // the open knock on the screen, or nil
	answered int            // the number of the knock answered last
	reading  []string
	wanted   string
	watchers int
	counted  time.Time // when the number of watchers was written
	looked   bool      // the screen shows a guest who began no game
	removed  bool      // the guest was told to leave
	listens  bool      // the screen shows the address of the host
	shut     bool      // only guests with an invite may enter
}

// lookOut prints news about guests who want to play, and about the audience.
func (d *guests) lookOut(now time.Time) {
	if d.scene.Local() || now.Sub(d.told) < strangerPause {
		return
	}
	for _, news := range [...]func() string{d.knockNews, d.wantedNews, d.readingNews} {
		if text := news(); text != "" {
			d.out.styled(strong, text)
			d.told = now
			return
		}
	}
	if n := d.audience(); n != d.watchers && now.Sub(d.counted) >= audiencePause {
		d.watchers, d.counted, d.told = n, now, now
		d.out.line(audienceWords(n))
	}
}

// knockNews reports the first guest who has knocked, and the next one after that one has an answer.
func (d *guests) knockNews() string {
	knocks := d.scene.Door().Knocks()
	if k := d.knock; k != nil {
		if slices.Contains(knocks, *k) {
			return ""
		}
		d.knock = nil
		return words.T("%s no longer wants to play.", words.Name(k.Peer))
	}
	knocks = slices.DeleteFunc(slices.Clone(knocks), func(k table.Knocked) bool { return k.Knock == d.answered })
	if len(knocks) == 0 {
		return ""
	}
	d.knock = &knocks[0]
	return words.T("%[1]s (%[2]s) wants to play: type %[3]s, %[4]s or %[5]s.", words.Name(knocks[0].Peer), knocks[0].Addr,
		verbLetIn.word(), verbNotNow.word(), verbNever.word())
}

// wantedNews reports that another guest wants the seat of an inactive guest.
func (d *guests) wantedNews() string {
	by := d.scene.Door().SeatWanted()
	if by == d.wanted {
		return ""
	}
	if d.wanted = by; by == "" {
		return ""
	}
	return words.T("%[1]s has not moved for two minutes, and %[2]s wants to play. Type %[3]s to make room; the game is kept.",
		d.scene.Peer(), words.Name(by), verbRemove.word())
}

// readingNews reports who is reading the rules.
func (d *guests) readingNews() string {
	list := d.scene.Door().Deciding()
	if slices.Equal(list, d.reading) {
		return ""
	}
	d.reading = slices.Clone(list)
	switch {
	case len(list) == 0 || d.scene.Stage() != table.StageListening:
		return ""
	case len(list) == 1:
		return words.T("%s is reading the rules.", words.Name(list[0]))
	}
	return words.N("%d guest is reading the rules.", "%d guests are reading the rules.", len(list), len(list))
}

// audienceWords returns a sentence about the number of watchers.
func audienceWords(n int) string {
	if n == 0 {
		return words.T("No one is watching any more.")
	}
	return words.N("%d person is watching.", "%d people are watching.", n, n)
}

// audience returns the number of watchers. A watcher here counts even before the host has reported
// it.
func (d *guests) audience() int {
	if d.scene.Watching() {
		return max(1, d.scene.Watchers())
	}
	return d.scene.Watchers()
}

// do executes a word about guests.
func (d *guests) do(v verb, rest string) {
	switch {
	case d.scene.Link().Guests() == nil:
		d.out.refuse(words.T("Only a host can do that."))
	case v == verbInvite:
		d.invite(rest)
	case v == verbCode:
		d.drawCode(rest)
	case v == verbRemove:
		d.askRemove()
	case d.knock == nil:
		d.out.refuse(words.T("No one is waiting to be let in."))
	default:
		d.answer(v)
	}
}

// answer answers the knock on the screen.
func (d *guests) answer(v verb) {
	k, link := *d.knock, d.scene.Link().Guests()
	d.knock, d.answered = nil, k.Knock
	name := words.Name(k.Peer)
	switch v {
	case verbLetIn:
		link.Answer(k.Knock, match.LetIn)
	case verbNotNow:
		link.Answer(k.Knock, match.NotNow)
		d.out.line(words.T("%s is turned away, and may come again.", name))
	case verbNever:
		link.Answer(k.Knock, match.Never)
		d.out.line(words.T("%[1]s is turned away. No one from %[2]s is let in until you close the program.", name, k.Addr))
	}
}

// askRemove removes the guest. It asks first if a person types.
func (d *guests) askRemove() {
	stage := d.scene.Stage()
	switch {
	case !d.met || stage != table.StageGame && stage != table.StageOver:
		d.out.refuse(words.T("There is no guest to remove."))
	case d.cfg.Interactive && stage == table.StageGame:
		d.doubt = &doubt{d.removeQuestion, d.remove}
	default:
		d.remove()
	}
}

// bars reports whether removing the guest bars their address: only if no other guest wants the
// seat.
func (d *guests) bars() bool { return d.scene.Door().SeatWanted() == "" }

func (d *guests) removeQuestion() string {
	y, n := words.C("answer", "y"), words.C("answer", "n")
	if d.bars() {
		return words.T("Remove %[1]s, who is not let in again until you close the program? The game is kept. [%[2]s/%[3]s] ", d.scene.Peer(), y, n)
	}
	return words.T("Remove %[1]s, and let %[2]s in? The game is kept. [%[3]s/%[4]s] ", d.scene.Peer(), words.Name(d.scene.Door().SeatWanted()), y, n)
}

// remove tells the guest to leave.
func (d *guests) remove() {
	d.removed = true
	d.scene.Link().Guests().Remove(d.bars())
}

// help lists the words of a host.
func (d *guests) help() []helpLine {
	if d.scene.Link().Guests() == nil {
		return nil
	}
	var list []helpLine
	if k := d.knock; k != nil {
		name := words.Name(k.Peer)
		list = append(
			list, helpLine{verbLetIn.word(), words.T("to play with %s", name)},
			helpLine{verbNotNow.word(), words.T("to turn %s away for now", name)},
			helpLine{verbNever.word(), words.T("to turn %s away, and everyone else at that address", name)},
		)
	}
	if d.met {
		list = append(list, helpLine{verbRemove.word(), words.T("to send %s away and keep the game", d.scene.Peer())})
	}
	list = append(list, helpLine{verbInvite.word(), words.T("to get an invite, and let in only those who have one")})
	if d.cfg.Link != nil && d.draws() {
		list = append(list, helpLine{verbCode.word(), words.T("to see the link for browsers as a code that a phone can scan")})
	}
	return list
}
