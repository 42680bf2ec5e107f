package textui

import (
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// placePatience is the longest wait for the place of a win among the top scores.
const placePatience = time.Second

// win is the win of the last game, if it may enter the top scores here.
type win struct {
	open  bool // it has no name yet
	known bool // its place is known
	place int
	asked time.Time // when the place was requested, or the win was handed over
	// adding reports that a person has named the win, and that its writing is still under way.
	adding bool
}

// noteWin starts to record a win of a person at this end. If the input is a file, the win gets the
// name from the command line.
func (g *game) noteWin() {
	score, won := g.scene.Win()
	if !won || g.cfg.Scores == nil {
		return
	}
	g.win = win{open: true, asked: time.Now()}
	if !g.cfg.Interactive {
		g.nameUnasked()
		return
	}
	score.Name = "Winner"
	id := score.GameID
	g.cfg.Scores.Place(score, func(place int, err error) {
		if now, won := g.scene.Win(); won && now.GameID == id && err == nil {
			g.win.known, g.win.place = true, place
		}
	})
}

// winnerName returns the name that the winner gave now or earlier, or "".
func (g *game) winnerName() string {
	side, won := g.scene.Match().Result().Winner()
	if !won {
		return ""
	}
	name := g.cfg.Names[g.scene.Party(side)]
	if name == "" && g.cfg.Propose != nil && g.scene.Persons() == 1 {
		name = g.cfg.Propose()
	}
	return match.CleanName(name)
}

// nameUnasked records the win under the name that was given, if there is one.
func (g *game) nameUnasked() {
	if !g.win.open {
		return
	}
	if name := g.winnerName(); name != "" {
		g.nameWin(name, func(bool, error) {})
	}
	g.win.open = false
}

func (g *game) nameWin(name string, done func(added bool, err error)) {
	g.win.open = false
	if score, ok := g.scene.NameWin(name); ok {
		g.cfg.Scores.Add(score, done)
	}
}

// stepWin asks for the name of a win that is among the best. It reports whether the place or the
// answer is still open.
func (g *game) stepWin(now time.Time) (open bool) {
	switch {
	case g.win.adding:
		g.win.adding = now.Sub(g.win.asked) < placePatience
		return g.win.adding
	case !g.win.open:
		return false
	case !g.win.known && now.Sub(g.win.asked) < placePatience:
		return true
	case g.win.known && g.win.place == 0:
		g.nameUnasked()
		return false
	}
	g.ask(askName, g.nameQuestion())
	return true
}

// nameQuestion asks the winner for a name.
func (g *game) nameQuestion() string {
	side, won := g.scene.Match().Result().Winner()
	name, two := g.winnerName(), won && g.scene.Persons() == 2
	switch {
	case two && name != "":
		return words.T("%[1]s, your name for the top scores; Enter for %[2]s, - for none: ", g.who[side], name)
	case two:
		return words.T("%s, your name for the top scores, or Enter for none: ", g.who[side])
	case name != "":
		return words.T("Your name for the top scores; Enter for %s, - for none: ", name)
	}
	return words.T("Your name for the top scores, or Enter for none: ")
}

// nameAnswer takes the name of the winner.
func (g *game) nameAnswer(line string) {
	name := match.CleanName(line)
	switch {
	case isEnter(line):
		name = g.winnerName()
	case name == "":
		g.out.refuse(words.T("Please type a name that can be shown."))
		return
	case name == "-":
		name = ""
	}
	if name == "" {
		g.win.open = false
		return
	}
	g.win.adding, g.win.asked = true, time.Now()
	g.nameWin(name, func(added bool, err error) { g.tellKept(name, added, err) })
}

// tellKept prints whether a win that a person named was recorded, unless the wait for that is over.
func (g *game) tellKept(name string, added bool, err error) {
	adding := g.win.adding
	g.win.adding = false
	switch {
	case !adding:
	case err != nil:
		g.out.warn(words.Sentence(err))
	case !added:
		g.out.line(words.T("This win is already in the top scores."))
	case g.win.known:
		g.out.line(words.T("%s is number %d of the top scores.", name, g.win.place))
	}
}

// stepOver takes the next step after the end of a game.
func (g *game) stepOver() (done bool, err error) {
	switch {
	case g.isClubComputer():
		return g.playOn(time.Now())
	case g.stepWin(time.Now()), g.again, g.scene.Watching():
		return false, nil
	case g.scene.Local() && (!g.cfg.Interactive || g.scene.Persons() == 0):
		return true, nil
	case newsToCome(g, time.Now()):
		return false, nil
	}
	text := words.T("Play again? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n"))
	if g.scene.CanUndo() {
		text = words.T("Play again, or undo? [%s/%s/%s] ", words.C("answer", "y"), words.C("answer", "n"), verbUndo.word())
	}
	g.ask(askAgain, text)
	return false, nil
}

// newsPause is how long nothing has to happen until a player is asked once, and not after each
// piece of news, whether to play again.
const newsPause = time.Second

// newsToCome reports whether there may be more news of a game in a moment, so that the question
// whether to play again waits: after some have broken it off, and after a rated game, whose rating
// follows. It does not wait once the other player wants to.
func newsToCome(g *game, now time.Time) bool {
	if g.scene.Wanted(g.scene.Self().Other()) {
		return false
	}
	again := g.question == askAgain && g.out.broken
	rated := g.question != askAgain && g.cfg.Terms != nil && g.cfg.Terms.Rated
	return (again || rated) && now.Sub(g.since.news) < newsPause
}

// isClubComputer reports whether a computer plays for this end at a table of a club.
func (g *game) isClubComputer() bool {
	return g.cfg.Terms != nil && !g.scene.Watching() && g.scene.Persons() == 0
}

// againWait is how long a computer at a club waits for the other player to want another game.
const againWait = 30 * time.Second

// playOn has a computer at a club offer another game, and leave if that is not accepted.
func (g *game) playOn(now time.Time) (done bool, err error) {
	switch {
	case g.since.over.IsZero():
		g.since.over = now
		g.rematch()
	case now.Sub(g.since.over) >= againWait:
		return g.leave()
	}
	return false, nil
}

// playAgain takes the answer to "play again?".
func (g *game) playAgain(agreed bool) (done bool, err error) {
	if !agreed {
		return g.leave()
	}
	g.rematch()
	return false, nil
}

// rematch asks for the next game, or agrees to it. It is refused only if the other end has left.
func (g *game) rematch() {
	if g.scene.Rematch() != nil || g.scene.Local() {
		return
	}
	if g.again = g.scene.Stage() == match.StageOver; g.again && !g.scene.Wanted(g.scene.Self().Other()) {
		g.out.line(words.T("Waiting for %s.", g.peer()))
	}
}

// quit leaves because a person typed the word.
func (g *game) quit() (done bool, err error) {
	if g.scene.Watching() {
		g.out.line(words.T("You stopped watching."))
		return g.leave()
	}
	switch g.scene.Stage() {
	case match.StageOffered:
		if !g.agreed {
			g.agree(false)
			return false, nil
		}
		g.out.line(words.T("You no longer wait for the game."))
	case match.StageConnecting:
		g.out.line(words.T("You no longer wait for the game."))
	case match.StageGame:
		g.out.line(words.T("You have left the game."))
		if g.keeps() {
			g.out.line(g.keptWords())
		}
	case match.StageListening:
		g.out.line(words.T("You no longer wait for a guest."))
	}
	return g.leave()
}

// leave ends the game at this end. A running one is kept.
func (g *game) leave() (done bool, err error) {
	g.leaving = true
	g.nameUnasked()
	g.scene.Part(false)
	return true, nil
}

// keeps reports whether there is a running game that is kept when this end leaves.
func (g *game) keeps() bool {
	return (g.cfg.GoOn != "" || g.cfg.Terms != nil) && g.playing() && (!g.scene.Local() || g.scene.Match().Plies() > 0)
}

// keptWords says how to go on with the kept game.
func (g *game) keptWords() string {
	switch {
	case g.cfg.Terms != nil:
		return words.T("The lobby of the club leads back to the game.") + " " + words.AwayFromClub(g.cfg.Terms.Time.Timed())
	case g.cfg.GoOn == "":
		return words.T("The game is kept.")
	}
	return words.T("The game is kept; %s goes on with it.", g.cfg.GoOn)
}

// saysKept are the notes whose sentences say that the game is kept.
var saysKept = map[string]bool{
	"netplay.closed-for-now": true, "netplay.left-for-now": true, "netplay.kept": true, "netplay.host-set-aside": true,
	"netplay.you-left-for-now": true, "netplay.you-removed-for-now": true, "netplay.removed-for-now": true,
}

// saysElsewhere are the notes whose sentences say that there is nothing to go on with here.
var saysElsewhere = map[string]bool{"netplay.replaced": true, "netplay.club-gone": true}

// andKept returns the sentence of a note with the command that goes on with the game.
func (g *game) andKept(n *rules.Note) string {
	text := words.Sentence(n)
	switch {
	case n == nil || !saysKept[n.Code] && !saysElsewhere[n.Code]:
		return text + " " + g.keptWords()
	case g.cfg.GoOn == "", saysElsewhere[n.Code]:
		return text
	}
	return text + " " + words.T("%s goes on with it.", g.cfg.GoOn)
}

// trouble returns the reason why the table cannot go on. If a kept game was to be taken up, it adds
// the command that begins another one.
func (g *game) trouble() *Trouble {
	text := words.Sentence(g.scene.Note())
	if g.left.Kept {
		text = g.andKept(g.scene.Note())
	}
	if g.left.Kept && g.cfg.Resumed && g.cfg.Anew != "" {
		text += " " + words.T("%s begins another one.", g.cfg.Anew)
	}
	return &Trouble{Text: text}
}

// stepEnded takes the next step after either end has left. A host waits for the next guest, unless
// the game is over and there is no more input.
func (g *game) stepEnded() (done bool, err error) {
	switch {
	case g.stepWin(time.Now()):
	case g.hosting() && !(g.inputEnded && g.finished):
		g.waitAgain()
	case g.left.Local, g.finished, g.scene.Watching() && g.left.Reason.Keeps():
		return true, nil
	default:
		return true, g.trouble()
	}
	return false, nil
}

// waitAgain makes the host wait for the next guest.
func (g *game) waitAgain() {
	if g.met {
		g.out.line(words.T("Waiting for another guest."))
		g.looked = false
	}
	g.met, g.again, g.sure, g.finished, g.resumed = false, false, verbNone, false, false
	g.left, g.pause, g.offered, g.door.removed, g.secured = match.PeerLeft{}, pause{}, false, false, nil
	g.scene.WaitAgain()
}

// tallyWords returns the score of the series, or "" before its second result.
func (g *game) tallyWords() string {
	t := g.scene.Tally()
	if t.Wins[0]+t.Wins[1]+t.Draws < 2 {
		return ""
	}
	south, north := t.Wins[g.by[rules.South]], t.Wins[g.by[rules.North]]
	if t.Draws > 0 {
		return words.T("Games so far: %s %d, %s %d, drawn %d.", g.who[rules.South], south, g.who[rules.North], north, t.Draws)
	}
	return words.T("Games so far: %s %d, %s %d.", g.who[rules.South], south, g.who[rules.North], north)
}
