package words

import "mancala/rules"

// Game holds all texts about a named rule set except its switches; see [Rules]. Each game has a
// file that adds it.
type Game struct {
	// Title is its name, and Line describes it in one line.
	Title, Line Msg
	// Minutes is about how long two beginners need who think for ten seconds a move, and Level says
	// how hard it is to play well. Minutes is 0 if nobody has found out.
	Minutes int
	Level   Msg
	// Help explains it.
	Help []HelpBlock
	// Lesson teaches it in a minute; it may be empty.
	Lesson []LessonStep
}

// HelpBlock is a paragraph, or a board with a caption.
type HelpBlock struct {
	Text Msg
	// Item marks a paragraph of a list.
	Item bool
	// Board is the text form of a position, "" for none, and House the house that South would play.
	Board string
	House rules.House
}

// LessonStep teaches one thing: South has to find the right ply in a position. Steps do not name
// directions, since an upright board is rotated.
type LessonStep struct {
	// Board is the text form of the position.
	Board string
	Task  Msg
	// Wants reports whether a ply solves the step; Other is the advice if it does not.
	Wants func(s rules.Sowing) bool
	Other Msg
	// Done describes the effect of the ply.
	Done func(s rules.Sowing, after rules.Position) string
}

// The levels of games.
const (
	easy      = Msg("easy")
	needsPlan = Msg("needs a plan")
	deep      = Msg("deep")
)

// Facts says how long a game takes and how hard it is, or nothing if nobody has found out.
func (g Game) Facts() string {
	if g.Minutes == 0 {
		return ""
	}
	return T("%[1]d minutes, %[2]s", g.Minutes, g.Level.T())
}

// games are the games by the names of their rule sets.
var games = map[string]Game{}

// addGame adds the game of a rule set. Each file of a game calls it once.
func addGame(name string, g Game) {
	if _, twice := games[name]; twice {
		panic("words: two games " + name)
	}
	games[name] = g
}

// GameOf returns the game with the rules of v, at any size, with or without the pie rule. It
// returns false for custom rules.
func GameOf(v rules.Variant) (Game, bool) {
	g, ok := games[v.Name()]
	return g, ok
}

// Discipline returns the title of a rated game by its name from [rules.Variant.Discipline]. It
// returns an unknown name of a later version unchanged.
func Discipline(name string) string {
	if g, known := games[name]; known {
		return g.Title.T()
	}
	return name
}

// RulesTitle returns the title of a rule set, without the size: "Kalah", or "Custom rules".
func RulesTitle(v rules.Variant) string {
	if g, ok := GameOf(v); ok {
		return g.Title.T()
	}
	return T("Custom rules")
}

// anyPly solves a step with every ply.
func anyPly(rules.Sowing) bool { return true }

// saysOf returns a Done with the same text for every ply.
func saysOf(m Msg) func(rules.Sowing, rules.Position) string {
	return func(rules.Sowing, rules.Position) string { return m.T() }
}

// captured is a Done that counts the captured seeds.
func captured(s rules.Sowing, _ rules.Position) string {
	return N("You have captured %d seed.", "You have captured %d seeds.", int(s.Captured), int(s.Captured))
}

// wonBy is a Done that ends a lesson.
func wonBy(_ rules.Sowing, after rules.Position) string {
	return T("You win, %d to %d. Now you know the game.", after.Store(rules.South), after.Store(rules.North))
}

// ends solves a step with a ply that ends the game.
func ends(s rules.Sowing) bool { return s.Ends() }

// evenThere solves a step by a capture from the other row.
func evenThere(s rules.Sowing) bool { return s.Captured > 0 && s.Last.Side != s.Mover }
