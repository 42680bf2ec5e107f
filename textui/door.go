package textui

import (
	"slices"
	"strings"
	"time"

	"mancala/match"
	"mancala/words"
)

// How often strangers may cause output: a line of any kind, and the number of watchers.
const (
	strangerPause = time.Second
	audiencePause = 10 * time.Second
)

// door is the state of the host's screen as far as it is about guests who are not at the table. It
// is updated now and then, so strangers cannot fill the screen.
type door struct {
	told     time.Time      // when a line was written last
	knock    *match.Knocked // the knock on the screen, if it is open
	answered int            // the number of the knock answered last
	reading  []string
	wanted   string
	watchers int
	counted  time.Time // when the number of watchers was written
	removed  bool      // the guest was told to leave
	shut     bool      // only those who have an invite are let in
}

// lookOut prints changes at the door and in the audience.
func (g *game) lookOut(now time.Time) {
	if g.scene.Local() || now.Sub(g.door.told) < strangerPause {
		return
	}
	for _, news := range [...]func() string{g.knockNews, g.wantedNews, g.readingNews} {
		if text := news(); text != "" {
			g.out.styled(strong, text)
			g.door.told = now
			return
		}
	}
	if n := g.audience(); n != g.door.watchers && now.Sub(g.door.counted) >= audiencePause {
		g.door.watchers, g.door.counted, g.door.told = n, now, now
		g.out.line(audienceWords(n))
	}
}

// knockNews reports the first guest who has knocked. The next one is reported once that one has an
// answer.
func (g *game) knockNews() string {
	knocks := g.scene.Knocks()
	if k := g.door.knock; k != nil {
		if slices.Contains(knocks, *k) {
			return ""
		}
		g.door.knock = nil
		return words.T("%s no longer wants to play.", words.Name(k.Peer))
	}
	knocks = slices.DeleteFunc(slices.Clone(knocks), func(k match.Knocked) bool { return k.Knock == g.door.answered })
	if len(knocks) == 0 {
		return ""
	}
	g.door.knock = &knocks[0]
	return words.T("%[1]s (%[2]s) wants to play: type %[3]s, %[4]s or %[5]s.", words.Name(knocks[0].Peer), knocks[0].Addr,
		verbLetIn.word(), verbNotNow.word(), verbNever.word())
}

// wantedNews reports that another guest wants the seat of an inactive one.
func (g *game) wantedNews() string {
	by := g.scene.SeatWanted()
	if by == g.door.wanted {
		return ""
	}
	if g.door.wanted = by; by == "" {
		return ""
	}
	return words.T("%[1]s has not moved for two minutes, and %[2]s wants to play. Type %[3]s to make room; the game is kept.",
		g.peer(), words.Name(by), verbRemove.word())
}

// readingNews reports who is reading the rules.
func (g *game) readingNews() string {
	list := g.scene.Deciding()
	if slices.Equal(list, g.door.reading) {
		return ""
	}
	g.door.reading = slices.Clone(list)
	switch {
	case len(list) == 0 || g.scene.Stage() != match.StageListening:
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

// heldUp tells a guest why the game does not begin.
func (g *game) heldUp(e match.HeldUp) {
	if e.By == match.HeldUpByGame {
		g.out.line(words.T("The host is playing with another guest. You wait for the seat; type %s to stop waiting.", verbQuit.word()))
		return
	}
	g.out.line(words.T("The host is asked whether you may play. Please wait, or type %s.", verbQuit.word()))
}

// doDoor executes a word about the door.
func (g *game) doDoor(v verb, rest string) {
	d := g.scene.Link().Door()
	switch {
	case d == nil:
		g.out.refuse(words.T("Only a host can do that."))
	case v == verbInvite:
		g.invite(rest)
	case v == verbCode:
		g.drawCode(rest)
	case v == verbRemove:
		g.askRemove()
	case g.door.knock == nil:
		g.out.refuse(words.T("No one is waiting to be let in."))
	default:
		g.answerKnock(d, v)
	}
}

// answerKnock sends the answer to the knock on the screen.
func (g *game) answerKnock(d match.Door, v verb) {
	k := *g.door.knock
	g.door.knock, g.door.answered = nil, k.Knock
	name := words.Name(k.Peer)
	switch v {
	case verbLetIn:
		d.Answer(k.Knock, match.LetIn)
	case verbNotNow:
		d.Answer(k.Knock, match.NotNow)
		g.out.line(words.T("%s is turned away, and may come again.", name))
	case verbNever:
		d.Answer(k.Knock, match.Never)
		g.out.line(words.T("%[1]s is turned away. No one from %[2]s is let in until you close the program.", name, k.Addr))
	}
}

// askRemove removes the guest: if a person types, after a question, otherwise at once.
func (g *game) askRemove() {
	stage := g.scene.Stage()
	switch {
	case !g.met || stage != match.StageGame && stage != match.StageOver:
		g.out.refuse(words.T("There is no guest to remove."))
	case g.cfg.Interactive && stage == match.StageGame:
		g.sure = verbRemove
	default:
		g.remove()
	}
}

// bars reports whether removing the guest bars their address. It does not if another guest wants
// the seat.
func (g *game) bars() bool { return g.scene.SeatWanted() == "" }

func (g *game) removeQuestion() string {
	y, n := words.C("answer", "y"), words.C("answer", "n")
	if g.bars() {
		return words.T("Remove %[1]s, who is not let in again until you close the program? The game is kept. [%[2]s/%[3]s] ", g.peer(), y, n)
	}
	return words.T("Remove %[1]s, and let %[2]s in? The game is kept. [%[3]s/%[4]s] ", g.peer(), words.Name(g.scene.SeatWanted()), y, n)
}

// remove tells the guest to leave.
func (g *game) remove() {
	g.door.removed = true
	g.scene.Link().Door().Remove(g.bars())
}

// invite prints an invite for a guest who reaches this host at addr, with or without a port; "" is
// the best known address.
func (g *game) invite(addr string) {
	addr, ok := g.placeOf(addr)
	if !ok {
		return
	}
	text := ""
	if d := g.scene.Link().Door(); d != nil {
		text = d.Invite(addr)
	}
	if text == "" {
		g.out.refuse(words.T("Without encryption there are no invites."))
		return
	}
	g.door.shut = true
	g.out.line(words.T("Give your guest this invite. From now on, no one is let in without it."), text)
	if g.cfg.Link != nil {
		g.out.line(words.T("For a browser it is this link: %s", g.cfg.Link(text)))
	}
}

// placeOf returns addr as host:port, or prints why it is wrong; "" is the best known address.
func (g *game) placeOf(addr string) (place string, ok bool) {
	listening := g.scene.Listening()
	if listening.Addr == "" {
		g.out.refuse(words.T("This host cannot be reached yet."))
		return "", false
	}
	addr = inviteAddr(addr, listening)
	if g.cfg.CheckAddress != nil {
		if err := g.cfg.CheckAddress(addr); err != nil {
			g.out.refuse(words.Sentence(err))
			return "", false
		}
	}
	return addr, true
}

// inviteAddr returns the address for an invite as host:port, with the host's port if addr has none.
func inviteAddr(addr string, l match.Listening) string {
	port := l.Addr[strings.LastIndexByte(l.Addr, ':')+1:]
	switch {
	case addr == "" && len(l.Reachable) > 0:
		return l.Reachable[0]
	case addr == "":
		return l.Addr
	case strings.Count(addr, ":") > 1 && !strings.Contains(addr, "]"): // IPv6
		return "[" + addr + "]:" + port
	case strings.LastIndexByte(addr, ':') <= strings.LastIndexByte(addr, ']'):
		return addr + ":" + port
	}
	return addr
}

// doorHelp lists the words of a host.
func (g *game) doorHelp() []helpLine {
	if g.scene.Link().Door() == nil {
		return nil
	}
	var list []helpLine
	if k := g.door.knock; k != nil {
		name := words.Name(k.Peer)
		list = append(
			list, helpLine{verbLetIn.word(), words.T("to play with %s", name)},
			helpLine{verbNotNow.word(), words.T("to turn %s away for now", name)},
			helpLine{verbNever.word(), words.T("to turn %s away, and everyone else at that address", name)},
		)
	}
	if g.met {
		list = append(list, helpLine{verbRemove.word(), words.T("to send %s away and keep the game", g.peer())})
	}
	list = append(list, helpLine{verbInvite.word(), words.T("to get an invite, and let in only those who have one")})
	if g.cfg.Link != nil && g.draws() {
		list = append(list, helpLine{verbCode.word(), words.T("to see the link for browsers as a code that a phone can scan")})
	}
	return list
}
