package textui

import (
	"strings"

	"mancala/words"
)

// helpLine is a word with its effect.
type helpLine struct{ word, does string }

// helpLines lists the words that work now.
func (g *game) helpLines() []string {
	list := g.plyHelp()
	if g.scene.Match() != nil {
		list = append(list, helpLine{verbBoard.word(), words.T("to see the board again")})
	}
	if g.scene.Clocks().Control.Timed() {
		list = append(list, helpLine{verbClock.word(), words.T("to see how much time is left")})
	}
	if g.playing() && g.scene.Persons() > 0 {
		list = append(list, helpLine{verbResign.word(), words.T("to give the game up")})
	}
	if g.pace.on() {
		list = append(list, helpLine{verbSkip.word(), words.T("to see the end of the game at once")})
	}
	list = append(list, g.farHelp()...)
	list = append(list, g.guests.help()...)
	list = append(list, helpLine{verbHelp.word(), words.T("to see this again")}, helpLine{verbQuit.word(), g.quitHelp()})
	width := 0
	for _, l := range list {
		width = max(width, words.Columns(l.word))
	}
	lines := []string{words.T("You can type:")}
	if g.scene.Match() != nil && g.scene.Persons() > 0 {
		lines = append(lines, "  "+words.T("the number of one of your bowls with seeds in it, to sow them"))
	}
	for _, l := range list {
		lines = append(lines, "  "+g.out.paint(strong, l.word)+strings.Repeat(" ", width-words.Columns(l.word)+1)+l.does)
	}
	return lines
}

// plyHelp lists the words that a person at this end may type instead of a bowl.
func (g *game) plyHelp() []helpLine {
	if g.scene.Match() == nil || g.scene.Persons() == 0 {
		return nil
	}
	var list []helpLine
	if g.board.position.CanSwap() {
		list = append(list, helpLine{swapWord(), words.T("to take over the other side's seeds, which get yours")})
	}
	if g.scene.Local() {
		list = append(list, helpLine{verbUndo.word(), words.T("to go back to your last choice")},
			helpLine{verbRedo.word(), words.T("to play again what %s took back", verbUndo.word())})
	}
	if g.scene.Local() && g.scene.Env.NewJudge != nil {
		list = append(list, helpLine{verbHint.word(), words.T("to be told the best choice and what it is worth")})
	}
	return list
}

// farHelp lists the requests that may be made to the other end.
func (g *game) farHelp() []helpLine {
	if g.scene.Local() || !g.met || g.scene.Watching() {
		return nil
	}
	peer := g.scene.Peer()
	list := []helpLine{
		{verbTakeback.word(), words.T("to ask %s to let you take your last choice back", peer)},
		{verbWithdraw.word(), words.T("to stop asking")},
		{verbAccept.word(), words.T("to agree to what %s asks", peer)},
		{verbRefuse.word(), words.T("to say no to it")},
		{words.T("%s TEXT", verbSay.word()), words.T("to tell %[1]s something; %[2]s alone lists lines that are ready", peer, verbSay.word())},
		{verbMute.word(), words.T("to see no more of what %s says, or to see it again", peer)},
	}
	if g.scene.Clocks().Control.Timed() {
		list = list[1:] // no move is taken back
	}
	if g.cfg.Club != nil {
		list = append(list,
			helpLine{words.T("%s TEXT", verbReport.word()), words.T("to tell the people who run the club what %s did", peer)},
			helpLine{verbBlock.word(), words.T("to keep %s away from you from now on", peer)})
	}
	if g.scene.IsPaused() {
		keep := words.T("to keep the game for later, and leave")
		if g.hosting() {
			keep = words.T("to keep the game for later, and wait for another guest")
		}
		list = append(list, helpLine{verbWait.word(), words.T("to wait for %s another while", peer)}, helpLine{verbKeep.word(), keep})
	}
	end := words.T("to end the game for good, without a winner")
	if g.endLoses() {
		end = words.T("to end the game for good; you then lose it")
	}
	return append(list, helpLine{verbEnd.word(), end})
}

func (g *game) quitHelp() string {
	switch {
	case !g.playing(), g.scene.Watching():
		return words.T("to leave")
	case g.cfg.Terms != nil:
		return words.T("to leave; the lobby leads back to the game")
	case g.keeps():
		return words.T("to leave; the game is kept")
	}
	return words.T("to leave the game")
}
