package newgame

import (
	"errors"
	"strings"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// gameReading is the result of reading a text as a game.
type gameReading struct {
	game   rules.Game
	last   rules.Position // after the last playable ply
	played int            // the number of playable plies
	// trouble says why the text contains no game, or which ply is wrong; "" means no trouble.
	trouble string
	known   bool // variant and position are valid
}

// maxTrouble is the largest number of displayed characters of an error, which may quote the text.
const maxTrouble = 160

// readGame reads a text with a parser such as [match.ReadGame].
func readGame(text string, parse func(string) (rules.Game, error)) gameReading {
	var g gameReading
	var err error
	if g.game, err = parse(text); err != nil {
		g.trouble = clip(words.Sentence(err), maxTrouble)
		return g
	}
	g.last, err = g.game.Replay()
	g.known, g.played = true, len(g.game.Plies)
	if err == nil {
		return g
	}
	g.trouble = clip(words.Sentence(err), maxTrouble)
	var broken *rules.PlyError
	if g.known = errors.As(err, &broken); g.known {
		g.played = broken.Ply - 1
	}
	return g
}

// clip returns text, truncated to n characters.
func clip(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return text
}

// summary describes the game that was read.
func (g *gameReading) summary() string {
	return words.N("%[1]s. %[2]d move.", "%[1]s. %[2]d moves.", g.played, page.DescribeVariant(g.game.Variant), g.played)
}

// state says which side moves in the last position, or has won.
func (g *gameReading) state() string {
	if !g.last.Over() {
		if g.last.ToMove() == rules.North {
			return words.T("The top row moves next.")
		}
		return words.T("The bottom row moves next.")
	}
	south, north := g.last.Store(rules.South), g.last.Store(rules.North)
	switch g.last.Outcome() {
	case rules.Winner(rules.South):
		return words.T("The bottom row has won, %d to %d.", south, north)
	case rules.Winner(rules.North):
		return words.T("The top row has won, %d to %d.", north, south)
	}
	return words.T("The game ended in a draw, %d to %d.", south, north)
}

// maxGameField is the largest number of characters in the field; the paste button accepts longer
// texts.
const maxGameField = 2000

// OpenGame reads the text of a game, shows its last position, and opens it.
type OpenGame struct {
	page.Page
	text    *kit.TextField
	review  *kit.Button
	open    *kit.Button
	reading gameReading
	given   bool           // there is a text
	example rules.Position // of the placeholder
}

// NewOpenGame returns the screen with an empty text.
func NewOpenGame(shell page.Shell) *OpenGame {
	o := &OpenGame{Page: page.New(shell, "open game")}
	o.text = kit.WithID("open.text", kit.NewTextField(words.T("Text of the game"), "", shell.Shared().Ports.Clipboard))
	o.text.MaxRunes = maxGameField
	o.text.Placeholder = "kalah(6,4) 3 6"
	o.example = readGame(o.text.Placeholder, o.Ports.ParseGame).last
	o.text.OnChange = o.read
	o.review = kit.WithID("open.review", kit.NewButton(words.T("Review"), o.look))
	o.open = kit.WithID("open.open", kit.NewPrimary(words.T("Open"), o.accept))
	back := page.NewBack(shell, "open.back")
	var paste *kit.Button // nil if pasting is impossible
	if kit.CanPaste(shell.Shared().Ports.Clipboard) {
		paste = kit.WithID("open.paste", kit.NewButton(words.T("Paste from the clipboard"), o.takeClipboard))
	}
	o.Compose(shell.Back, func(g page.Grid) page.Sheet {
		field := []kit.Part{kit.Put(o.text)}
		if paste != nil {
			field = append(field, &kit.Narrow{Part: kit.Put(paste), Width: 280})
		}
		return page.Sheet{
			Title:   words.T("Open a game"),
			Content: o.content(g, field),
			Actions: []*kit.Button{back, o.review, o.open},
		}
	})
	o.Controls.Default = o.open
	if paste != nil {
		o.Controls.Focus(paste)
	}
	o.read("")
	return o
}

// content returns the field and its result beside the board or, in a roomy window, above it.
func (o *OpenGame) content(g page.Grid, field []kit.Part) kit.Part {
	if g.Roomy {
		return g.Desk(g.Rows(field...), o.result(), o.board(g), false)
	}
	return g.Pair(5, g.Rows(append(field, o.result())...), 7, o.board(g))
}

// takeClipboard reads the whole text on the clipboard, and shows the line with the game.
func (o *OpenGame) takeClipboard() {
	text, err := o.Ports.Clipboard.Read()
	switch {
	case err != nil:
		o.Shell.Say(words.T("Pasting did not work: %s", err))
		return
	case strings.TrimSpace(text) == "":
		o.Shell.Say(words.T("There is no text on the clipboard. Copy the text of a game first."))
		return
	}
	o.text.SetText(clip(match.CutGame(text), maxGameField))
	o.read(text)
	if !o.open.Disabled {
		o.Controls.Focus(o.open)
	}
}

// read handles a change of the text.
func (o *OpenGame) read(text string) {
	o.given = strings.TrimSpace(text) != ""
	o.reading = gameReading{}
	if o.given {
		o.reading = readGame(text, o.Ports.ParseGame)
	}
	o.open.Disabled = !o.given || o.reading.trouble != ""
	o.review.Disabled = o.open.Disabled || o.reading.played == 0
	o.Recompose()
}

// look opens a review of the game, above this screen. The game in progress stays.
func (o *OpenGame) look() {
	sc, err := scene.Archived(match.Record{
		Game: o.reading.game, Names: match.SideNames, Kinds: [2]string{match.KindPerson, match.KindPerson},
	})
	if err != nil {
		o.Shell.Say(words.Sentence(err))
		return
	}
	o.Shell.Go(page.ToReview{Scene: sc})
}

// accept opens the game on the board.
func (o *OpenGame) accept() {
	if err := openGame(o.Shell, o.reading.game); err != nil {
		o.Shell.Say(words.Sentence(err))
	}
}

// board returns the board with the last position. Without a text it is the one of the example, and
// with an unreadable text an empty board.
func (o *OpenGame) board(g page.Grid) kit.Part {
	return page.BoardPart(g, func(c *render.Canvas, r render.Rect) {
		v := page.StillView(o.example, rules.South, r)
		switch {
		case o.reading.known:
			v = page.StillView(o.reading.last, rules.South, r)
		case o.given:
			v.Moment, v.NoCounts = motion.Still(rules.Board{}), true
		}
		o.Art.Draw(c, v)
	})
}

// result returns the result of reading the text, in lines.
func (o *OpenGame) result() kit.Part {
	lines := &kit.Stack{Gap: 6}
	say := func(style render.TextStyle, texts ...string) {
		for _, text := range texts {
			lines.Parts = append(lines.Parts, kit.Say(text, style))
		}
	}
	soft := render.Body.In(render.InkSoft)
	if !o.given {
		say(soft,
			words.T("Copy the game, beside the board, copies a game as text. Paste it here to see its last position and to play on from there."),
			words.T("Only the first line counts: the rules, and the houses in the order in which they were played."),
			words.T("Togyz Kumalaq as federations write it, Oware in OGN and the moves of PlayStrategy are read, too."))
		return kit.OnPanel(lines)
	}
	if o.reading.known {
		say(render.Strong, o.reading.summary())
	}
	if o.reading.trouble != "" {
		say(render.Body.In(render.Warn), o.reading.trouble)
	} else {
		say(soft, o.reading.state())
	}
	return kit.OnPanel(lines)
}
