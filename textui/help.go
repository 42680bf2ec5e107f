package textui

import (
	"fmt"
)

// helpLine is a word that can be typed, and its effect.
type helpLine struct{ word, does string }

// helpLines lists the words that may be typed now.
func (g *game) helpLines() []string {
	list := g.plyHelp()
	if g.table.Match() != nil {
		list = append(list, helpLine{"board", "to see the board again"})
	}
	if g.playing() && g.table.Persons() > 0 {
		list = append(list, helpLine{"resign", "to give the game up"})
	}
	list = append(list, g.farHelp()...)
	list = append(list, helpLine{"help", "to see this again"}, helpLine{"quit", g.quitHelp()})
	width := 0
	for _, l := range list {
		width = max(width, len(l.word))
	}
	lines := []string{"You can type:"}
	if g.table.Match() != nil && g.table.Persons() > 0 {
		lines = append(lines, "  the number of one of your bowls with seeds in it, to sow them")
	}
	for _, l := range list {
		lines = append(lines, fmt.Sprintf("  %-*s %s", width, l.word, l.does))
	}
	return lines
}

// plyHelp lists the words that a person at this end may type instead of a bowl.
func (g *game) plyHelp() []helpLine {
	if g.table.Match() == nil || g.table.Persons() == 0 {
		return nil
	}
	var list []helpLine
	if g.position.CanSwap() {
		list = append(list, helpLine{"swap", "to take over the other side's seeds, which get yours"})
	}
	if g.local {
		list = append(list, helpLine{"undo", "to go back to your last choice"}, helpLine{"redo", "to play again what undo took back"})
	}
	if g.local && g.cfg.Judge != nil {
		list = append(list, helpLine{"hint", "to be told the best choice and what it is worth"})
	}
	return list
}

// farHelp lists the requests that may be made to the other end.
func (g *game) farHelp() []helpLine {
	if g.local || !g.met {
		return nil
	}
	peer := g.peer()
	list := []helpLine{
		{"takeback", "to ask " + peer + " to let you take your last choice back"},
		{"withdraw", "to stop asking"},
		{"accept", "to agree to what " + peer + " asks"},
		{"refuse", "to say no to it"},
		{"say TEXT", "to tell " + peer + " something; say alone lists lines that are ready"},
		{"mute", "to see no more of what " + peer + " says, or to see it again"},
	}
	if _, paused := g.table.Paused(); paused {
		keep := "to keep the game for later, and leave"
		if g.hosting() {
			keep = "to keep the game for later, and wait for another guest"
		}
		list = append(list, helpLine{"wait", "to wait for " + peer + " another while"}, helpLine{"keep", keep})
	}
	return append(list, helpLine{"end", "to end the game for good; nobody wins it"})
}

func (g *game) quitHelp() string {
	switch {
	case !g.playing():
		return "to leave"
	case g.keeps():
		return "to leave; the game is kept"
	}
	return "to leave the game"
}
