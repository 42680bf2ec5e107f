package puzzle

// MostLevel is the number of levels of the ladder that are tried on a puzzle.
const MostLevel = 5

// levelRatings are the ratings of a puzzle of one answer among three plies, by the number of levels
// that do not find it.
var levelRatings = [MostLevel + 1]int{700, 900, 1200, 1500, 1800, 2100}

// The parts of a rating.
const (
	answerWorth = 60  // of an answer after the first
	plyWorth    = 30  // of a ply to choose from, after three
	plainWorth  = 100 // less if the first ply captures or moves again at once
)

// Easy is the rating below which the greedy player may solve a puzzle.
const Easy = 900

// Rating returns how hard the puzzle is, on the scale of Glicko-2 ratings.
func (p Puzzle) Rating() int {
	r := levelRatings[p.Level] + answerWorth*(p.Answers()-1) + plyWorth*(len(p.Values)-LeastPlies)
	if _, s, _ := p.Position.Sow(p.Line[0]); s.Captured > 0 || s.ExtraTurn {
		r -= plainWorth
	}
	return r
}

// Fools reports whether the greedy player goes wrong at some answer of the puzzle.
func (p Puzzle) Fools() bool {
	at := p.Position
	for i, h := range p.Line {
		if p.Right[i] != 0 && !p.Right[i].Has(Greedy(at)) {
			return true
		}
		at, _, _ = at.Sow(h) // the line is legal
	}
	return false
}

// Good reports whether the puzzle is worth asking: it fools the greedy player, or is easy.
func (p Puzzle) Good() bool { return p.Fools() || p.Rating() < Easy }

// Bands of ratings, one for each day of the week.
const Bands = 7

// bandTops are the highest ratings of the bands from Monday to Saturday; Sunday has no limit.
var bandTops = [Bands - 1]int{900, 1100, 1300, 1500, 1700, 1899}

// Band returns the weekday with puzzles as hard as this one, 0 for Monday.
func (p Puzzle) Band() int {
	for i, top := range bandTops {
		if p.Rating() <= top {
			return i
		}
	}
	return Bands - 1
}
