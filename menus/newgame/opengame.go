package newgame

import (
	"cmp"
	"strings"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/notation"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// gameReading is the result of reading a game of a text.
type gameReading struct {
	notation.Reading
	// trouble says why the text contains no game, or which ply is wrong; "" means no trouble.
	trouble string
	known   bool // the position is valid
}

// maxTrouble is the largest number of displayed characters of an error, which may quote the text.
const maxTrouble = 160

// readGames reads the games of a text, or the reason why there is none.
func readGames(text string) (list []gameReading) {
	asked := notation.Asked{OneLine: !strings.Contains(strings.TrimSpace(text), "\n")}
	add := func(g notation.Reading, err error) {
		if err == nil && !g.HasGame {
			err = notation.ErrBoard
		}
		list = append(list, gameReading{g, clip(words.Sentence(err), maxTrouble), g.HasGame})
	}
	for r := notation.NewReader(strings.NewReader(text), asked); ; {
		g, err := r.Read()
		if g.Line == 0 {
			break
		} else if g.Number > 0 {
			add(g, err)
		}
	}
	if len(list) == 0 {
		g, _, err := notation.NewReader(strings.NewReader(text), asked).Nth(1)
		add(g, err)
	}
	return list
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
	n := len(g.Game.Plies)
	return words.N("%[1]s. %[2]d move.", "%[1]s. %[2]d moves.", n, page.DescribeVariant(g.Game.Variant), n)
}

// state says which side moves in the last position, or has won.
func (g *gameReading) state() string {
	if !g.Last.Over() {
		if g.Last.ToMove() == rules.North {
			return words.T("The top row moves next.")
		}
		return words.T("The bottom row moves next.")
	}
	south, north := g.Last.Store(rules.South), g.Last.Store(rules.North)
	switch g.Last.Outcome() {
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
	number  *kit.Stepper // of the game, if the text has several
	review  *kit.Button
	open    *kit.Button
	games   []gameReading
	reading gameReading    // the chosen one
	given   bool           // there is a text
	example rules.Position // of the placeholder
}

// NewOpenGame returns the screen with an empty text.
func NewOpenGame(shell page.Shell) *OpenGame {
	o := &OpenGame{Page: page.New(shell, "open game")}
	o.text = kit.WithID("open.text", kit.NewTextField(words.T("Text of the game"), "", shell.Shared().Ports.Clipboard))
	o.text.MaxRunes = maxGameField
	o.text.Placeholder = "kalah(6,4) 3 6"
	o.example = readGames(o.text.Placeholder)[0].Last
	o.text.OnChange = o.read
	o.number = kit.WithID("open.number", kit.NewStepper(words.T("Game"), 1, 1, 1, o.choose))
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
		if len(o.games) > 1 {
			field = append(field, kit.Put(o.number))
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
	o.read(text)
	if o.text.SetText(clip(strings.Join(strings.Fields(text), " "), maxGameField)); o.reading.trouble == "" {
		o.text.SetText(clip(o.reading.Game.String(), maxGameField))
	}
	if !o.open.Disabled {
		o.Controls.Focus(o.open)
	}
}

// read handles a change of the text.
func (o *OpenGame) read(text string) {
	o.given, o.games, o.reading = strings.TrimSpace(text) != "", nil, gameReading{}
	if o.given {
		o.games = readGames(text)
	}
	o.number.Value, o.number.Max = 1, max(len(o.games), 1)
	o.choose(1)
}

// choose takes a game of the text by its number.
func (o *OpenGame) choose(n int) {
	if n <= len(o.games) {
		o.reading = o.games[n-1]
	}
	o.open.Disabled = !o.given || o.reading.trouble != ""
	o.review.Disabled = o.open.Disabled || len(o.reading.Game.Plies) == 0
	o.Recompose()
}

// look opens a review of the game, above this screen. The game in progress stays.
func (o *OpenGame) look() {
	sc, err := scene.Archived(match.Record{
		Game: o.reading.Game, Names: o.names(), Kinds: [2]string{match.KindPerson, match.KindPerson},
	})
	if err != nil {
		o.Shell.Say(words.Sentence(err))
		return
	}
	o.Shell.Go(page.ToReview{Scene: sc})
}

// accept opens the game on the board.
func (o *OpenGame) accept() {
	if err := openGame(o.Shell, o.reading.Game); err != nil {
		o.Shell.Say(words.Sentence(err))
	}
}

// names returns the names of the players of the game that was read.
func (o *OpenGame) names() [2]string {
	names := o.reading.Names()
	return [2]string{cmp.Or(names[rules.South], match.SideNames[0]), cmp.Or(names[rules.North], match.SideNames[1])}
}

// board returns the board with the last position. Without a text it is the one of the example, and
// with an unreadable text an empty board.
func (o *OpenGame) board(g page.Grid) kit.Part {
	return page.BoardPart(g, func(c *render.Canvas, r render.Rect) {
		v := page.StillView(o.example, rules.South, r)
		switch {
		case o.reading.known:
			v = page.StillView(o.reading.Last, rules.South, r)
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
			words.T("Its first line has the rules, and the houses in the order in which they were played."),
			words.T("Togyz Kumalaq as federations and PlayOK write it, Oware in OGN, the moves of PlayStrategy and files of several games are read, too."))
		return kit.OnPanel(lines)
	}
	if len(o.games) > 1 {
		who := o.names()
		say(soft, words.T("Game %[1]d of %[2]d: %[3]s and %[4]s", o.number.Value, len(o.games), words.Name(who[0]), words.Name(who[1])))
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
