package textui

import "mancala/rules"

// style is how a text looks: the parameters of the escape sequence that selects it (SGR, ECMA-48),
// or "" for the terminal's own look. All styles are legible on dark and on light screens: a text in
// a colour that is not has a background, too. No style is the only sign of its meaning.
type style string

const (
	plain    style = ""
	faint    style = "2"     // frames and headings
	strong   style = "1"     // a question, a choice, the winner
	lastPly  style = "4"     // the pits in which the last ply began and ended
	captured style = "30;42" // the houses that the last ply captured, and the store with the seeds
	playable style = "30;46" // the bowls that may be chosen
	refusal  style = "91"    // an answer that cannot be taken
	alarm    style = "30;43" // trouble with the other end
	squares  style = "97;40" // a QR code, whose light squares are light on every screen
)

// painter colours texts, if colours are on.
type painter bool

// paint returns the text in a style.
func (on painter) paint(look style, text string) string {
	if !on || look == plain || text == "" {
		return text
	}
	return "\x1b[" + string(look) + "m" + text + "\x1b[0m"
}

// all paints lines.
func (on painter) all(look style, lines ...string) []string {
	painted := make([]string, len(lines))
	for i, text := range lines {
		painted[i] = on.paint(look, text)
	}
	return painted
}

// lookOf returns how a pit looks in the position p after the ply last, which is zero if there was
// none.
func lookOf(pit rules.Pit, p rules.Position, last rules.Sowing) style {
	from := rules.Pit{Side: last.Mover, House: last.From}
	switch sown := last.Seeds > 0; {
	case last.Captured > 0 && (pit == rules.StoreOf(last.Mover) || last.Taken.Has(pit)):
		return captured
	case sown && (pit == from || pit == last.Last):
		return lastPly
	case !pit.IsStore() && pit.Side == p.ToMove() && p.Legal(pit.House) == nil:
		return strong
	}
	return plain
}
