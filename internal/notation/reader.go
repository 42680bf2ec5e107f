// Package notation reads and writes games and boards: as this program writes them, and as others
// do. Those are the federations of Togyz Kumalaq and the site PlayOK, players of Oware (OGN, and
// the lines of Aualé and Aalina), the site PlayStrategy, and servers of the Kalah Game Protocol.
// Around the moves it reads the import format of PGN.
//
// A [Reader] cuts a text into tokens, and the tokens into games. A grammar for each dialect reads
// the words of a game as a board and plies. Package rules plays these, and everything else that the
// text says is compared: last seeds, totals, tuzdiks, turns, results, scores and checks.
//
// The look of a word decides the dialect. The rules are those that the text names, or else those
// that allow all plies.
package notation

import (
	"errors"
	"io"
	"strings"

	"mancala/internal/match"
	"mancala/rules"
)

// Reading is the content of a text about one game.
type Reading struct {
	// Number is the number of the game in the text, from 1, and Line the line where it begins. Text
	// around games has the number 0, and is always an error.
	Number, Line int
	// Game is the game, if HasGame is set: the text begins at the start of one. If a ply is
	// refused, it has the plies before it.
	Game    rules.Game
	HasGame bool
	// Last is the position after the last ply.
	Last rules.Position
	// Result is how the game ended, by the plies or else by the text.
	Result match.Result
	// Tags are what the text says about the game, by names as in PGN.
	Tags []Tag
}

// Tag is a statement about a game, as in [White "Ann"].
type Tag struct{ Name, Value string }

// Tag returns the value of the first of some tags that there is, or "".
func (g Reading) Tag(names ...string) string {
	for _, name := range names {
		for _, t := range g.Tags {
			if strings.EqualFold(t.Name, name) {
				return t.Value
			}
		}
	}
	return ""
}

// Names returns the names of South and North, cleaned, or "" for those that the text does not tell.
func (g Reading) Names() [2]string {
	return [2]string{match.CleanName(g.Tag("South", "White")), match.CleanName(g.Tag("North", "Black"))}
}

// ErrBoard says that a text has a board and not the plies that led to it.
var ErrBoard error = rules.Refuse("notation.board", "that is a board without the plies that led to it; mancala show can print it")

var errNone error = rules.Refuse("rules.no-game", `there is no game in that text; a game is written as in "kalah(6,4) 3 6"`)

// Reader reads the games of a text, one after another. It holds only one of them in memory.
type Reader struct {
	scan  scanner
	asked Asked
	text  gathered
	next  token // behind text
	plies []ply
	past  []rules.Position
	games int
	named []rules.Variant // of the game before
	sized bool            // the text names its size
}

// NewReader returns a reader of a text, by the rules that a person asked for.
func NewReader(in io.Reader, asked Asked) *Reader {
	return &Reader{scan: scanner{in: in}, asked: asked}
}

// Read returns the next game or board, and after the last one the error of reading the text, or
// [io.EOF]; these have no line. After another error it goes on with the next game.
func (r *Reader) Read() (g Reading, err error) {
	for !r.gather() {
		if r.next.kind == theEnd {
			return g, r.scan.err
		}
	}
	g, err = r.game()
	if g.Line = r.text.line; err == nil || !r.text.prose() {
		r.games++
		g.Number = r.games
	}
	return g, err
}

// Offset returns how many bytes were read.
func (r *Reader) Offset() int64 { return int64(r.scan.past + r.scan.pos) }

// Nth returns the game or board of a text with number n, and how many there are. Without any, the
// error is the one of the first words.
func (r *Reader) Nth(n int) (found Reading, count int, err error) {
	var prose error
	for {
		g, wrong := r.Read()
		switch {
		case g.Line > 0 && g.Number == 0 && prose == nil:
			prose = wrong
		case g.Line > 0 && g.Number == n:
			found, err = g, wrong
		case g.Line > 0:
		case !errors.Is(wrong, io.EOF):
			return found, r.games, wrong
		case found.Line > 0:
			return found, r.games, err
		case r.games > 0:
			return found, r.games, rules.Refuse("notation.few", "that text has %d games", r.games)
		case prose != nil:
			return found, 0, prose
		default:
			return found, 0, errNone
		}
	}
}

// at returns the error of a token.
func (r *Reader) at(t token, err error) error {
	if r.asked.OneLine {
		return err
	}
	return rules.Refuse("notation.at", "line %d, %.60q: %w", t.line, rules.Quoted(t.text), err)
}

// gathered is the tokens of a game by their kinds, and their state.
type gathered struct {
	line          int // of the first token
	said          tags
	claims        []token // results
	words         []token
	turn          token // the number before the next word
	emptied       token // {zero}
	fault         token // the first that is one
	numbered      bool  // a word has a number before it
	count, plain  int   // all words, and those with which no game can go on
	turns, ends   int   // how many numbers and results there are
	formal        bool  // tags, numbers or a board come first
	ours, command bool  // the rules and a size, or a command, come first
	named         bool  // the rules come first
	heading, over bool  // a result comes before the words, or behind them
	commented     bool  // a comment that begins its line came last
	lone          bool  // turn came last
}

// prose reports whether the tokens look like text around games.
func (g *gathered) prose() bool { return !g.formal && g.count > 0 && 2*g.plain >= g.count }

// gather collects the tokens of the next game. They are not ok if they are comments alone.
func (r *Reader) gather() (ok bool) {
	if r.scan.line == 0 {
		r.scan.next(&r.next)
	}
	first, g := r.next, &r.text
	from := r.Offset() - int64(len(first.text))
	*g = gathered{line: first.line, words: g.words[:0], turn: token{turn: none}}
	for begun := false; r.next.kind != theEnd && !(begun && g.ended(&r.next, r.scan.text[r.scan.pos:])); begun = true {
		g.add(&r.next)
		if r.Offset()-from > maxText {
			first.kind, first.err = aFault, rules.Refuse("rules.long-game", "that is too long for a game")
			g.fault, g.said, g.claims, g.words = first, nil, nil, g.words[:0]
		}
		r.scan.next(&r.next)
	}
	return g.formal || g.count+g.ends > 0
}

// add takes a token.
func (g *gathered) add(t *token) {
	g.lone = false
	note := t.kind == aComment && t.first && t.text[0] == '#'
	switch {
	case t.kind == aTag:
		g.formal, g.said = true, append(g.said, *t)
	case note && g.ours:
		g.said, g.commented = append(g.said, asides(*t)...), true
	case note:
		g.commented = g.count > 0
	case t.kind == aComment && t.text == "{zero}":
		g.emptied = *t
	case t.kind == aComment:
	case t.kind == aResult:
		if g.claims = append(g.claims, *t); !g.prose() {
			g.formal, g.over = g.formal || g.count == 0, g.count+g.turns > 0
			g.ends++
		}
	case t.kind == aNumber && g.turn.word == "":
		g.formal, g.turn, g.lone = g.formal || g.count == 0, *t, true
		g.turns++
	default:
		g.word(t)
	}
}

// word takes a word.
func (g *gathered) word(t *token) {
	if t.kind == aFault && g.fault.err == nil {
		g.fault = *t
	}
	if g.count++; g.count == 1 {
		g.heading, g.ours, g.named, g.command = g.ends > 0, t.sized, t.named, t.command
		g.formal = g.formal || t.sized || t.command || isBoard(t.word)
	}
	if g.commented = false; !t.ply && !t.named {
		g.plain++
	}
	g.numbered = g.numbered || g.turn.word != ""
	t.turn = number(g.turn.word)
	g.turn, g.words = token{turn: none}, append(g.words, *t)
}

// ended reports whether the next game begins with a token.
func (g *gathered) ended(t *token, behind string) bool {
	switch {
	case t.kind == aComment, g.command && !g.commented && !t.first:
		return false
	case t.kind == aTag:
		begins := len(g.said) > 0 && t.name == g.said[0].name // as each game of a file does
		return begins || g.count+g.turns+g.ends > 0 && !(g.named && g.count == 1 && g.turns+g.ends == 0)
	case g.over:
		return t.kind != aResult || t.first
	case g.count == 0:
		return g.ends > 0 && (t.first || t.kind == aResult)
	case t.kind == aResult:
		return g.heading && t.first
	case t.kind == aNumber:
		return t.text == "1." && !g.lone && (g.turns > 0 || g.prose() && t.first) && strings.TrimSpace(behind) != ""
	case t.sized, t.first && t.named, t.command && t.word == "mancala":
		return true
	}
	return g.commented && (g.command || g.ours && !t.ply)
}

// isBoard reports whether a word looks like a board, or the first part of one.
func isBoard(word string) bool {
	return strings.HasPrefix(word, "<") || strings.Contains(word, "/") || strings.Count(word, "-") == 14
}
