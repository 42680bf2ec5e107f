package rules

import (
	"encoding/json"
	"errors"
	"testing"

	"mancala/tools/need"

	"pgregory.net/rapid"
)

// The invariants that every rule set must keep, on random variants and in random games.

// anyVariant draws a valid variant: a combination of switches and a size, small boards as often as
// large ones.
func anyVariant() *rapid.Generator[Variant] {
	variants := everyVariant()
	size := rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(1, 10))
	return rapid.Custom(func(t *rapid.T) Variant {
		v := need.Must(rapid.SampledFrom(variants).Draw(t, "switches").WithSize(size.Draw(t, "houses"), size.Draw(t, "seeds")))(t)
		return startable(v)
	})
}

// startable returns v, or a larger variant if v is the one board without a first ply.
func startable(v Variant) Variant {
	if v.Validate() != nil {
		v.Seeds++
	}
	return v
}

// drawGame plays a random game, or the beginning of one, by a random variant. It calls visit for
// each position with the ply played there; for the last position with house 0.
func drawGame(t *rapid.T, visit func(p Position, h House)) {
	p, err := Start(anyVariant().Draw(t, "variant"))
	if err != nil {
		t.Fatal(err)
	}
	past := []Position{p}
	for range rapid.IntRange(0, 60).Draw(t, "length") {
		var plies []House
		for h := range p.Plies() {
			plies = append(plies, h)
		}
		if len(plies) == 0 {
			break
		}
		h := rapid.SampledFrom(plies).Draw(t, "house")
		visit(p, h)
		if p, _, err = Play(past, h); err != nil {
			t.Fatal(err)
		}
		past = append(past, p)
	}
	visit(p, 0)
}

// checkConservation fails if seeds were lost or made.
func checkConservation(t rapid.TB, p Position) {
	if got := total(p.Board()); got != p.Variant().Total() {
		t.Fatalf("%v holds %d seeds, not %d", p, got, p.Variant().Total())
	}
	b := p.Board()
	for i := int(p.Variant().Houses); i < MaxHouses; i++ {
		if b.House[South][i]+b.House[North][i] > 0 {
			t.Fatalf("%v has seeds beyond its last house", p)
		}
	}
}

// checkLegality fails unless Legal returns nil exactly if Sow succeeds, for every value of a house,
// and Plies agrees.
func checkLegality(t rapid.TB, p Position) {
	listed := map[House]bool{}
	for h := range p.Plies() {
		listed[h] = true
	}
	if p.Over() != (len(listed) == 0) {
		t.Fatalf("%v: over is %v with %d legal plies", p, p.Over(), len(listed))
	}
	for h := range 256 {
		h := House(h)
		legal := p.Legal(h)
		next, s, err := p.Sow(h)
		if legal != err || listed[h] != (err == nil) {
			t.Fatalf("%v, house %v: Legal says %v, Sow %v, Plies %v", p, h, legal, err, listed[h])
		}
		if err != nil && (next != p || s != Sowing{}) {
			t.Fatalf("%v, house %v is refused, but gives %v, %+v", p, h, next, s)
		}
	}
}

// checkText fails unless p and its variant survive the round trip through their texts.
func checkText(t rapid.TB, p Position) {
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("%v is read as %v, %v", p, q, err)
	}
	if v, err := ParseVariant(p.Variant().String()); err != nil || v != p.Variant() {
		t.Fatalf("%v is read as %v, %v", p.Variant(), v, err)
	}
}

func mirroredPit(p Pit) Pit { return Pit{p.Side.Opponent(), p.House} }

func mirroredBoard(b Board) Board {
	return Board{
		Store: [2]uint8{b.Store[North], b.Store[South]}, House: [2][MaxHouses]uint8{b.House[North], b.House[South]},
		Tuzdik: [2]House{b.Tuzdik[North], b.Tuzdik[South]},
	}
}

func mirroredSowing(s Sowing) Sowing {
	s.Mover = s.Mover.Opponent()
	if s.From != Swap {
		s.Last = mirroredPit(s.Last)
	}
	var taken PitSet
	for pit := range s.Taken.All() {
		taken = taken.Add(mirroredPit(pit))
	}
	s.Taken = taken
	s.Swept[South], s.Swept[North] = s.Swept[North], s.Swept[South]
	s.Gathered[South], s.Gathered[North] = s.Gathered[North], s.Gathered[South]
	return s
}

// checkMirror fails unless a ply does the same in the mirror image.
func checkMirror(t rapid.TB, p Position, h House) {
	q := p.Mirror()
	if q.Mirror() != p || q.ToMove() != p.ToMove().Opponent() || q.Over() != p.Over() {
		t.Fatalf("the mirror of %v is %v", p, q)
	}
	for house := range 256 {
		if p.Legal(House(house)) != q.Legal(House(house)) {
			t.Fatalf("house %v is not the same in %v and %v", House(house), p, q)
		}
	}
	if h == 0 {
		checkMirroredOutcome(t, p.Outcome(), q.Outcome())
		return
	}
	after, s, _ := p.Sow(h)
	mirrored, ms, _ := q.Sow(h)
	if mirrored != after.Mirror() || ms != mirroredSowing(s) {
		t.Fatalf("%v, house %v: %v, %+v\n%v: %v, %+v", p, h, after, s, q, mirrored, ms)
	}
	var boards []Board
	for step := range p.Steps(s) {
		boards = append(boards, step.Board)
	}
	for step := range q.Steps(ms) {
		if len(boards) == 0 || mirroredBoard(boards[0]) != step.Board {
			t.Fatalf("%v, house %v: the steps are not mirrored", p, h)
		}
		boards = boards[1:]
	}
	if len(boards) > 0 {
		t.Fatalf("%v, house %v: %d steps are missing in the mirror", p, h, len(boards))
	}
}

func checkMirroredOutcome(t rapid.TB, o, mirrored Outcome) {
	want := map[Outcome]Outcome{Undecided: Undecided, SouthWins: NorthWins, NorthWins: SouthWins, Draw: Draw}[o]
	if mirrored != want {
		t.Fatalf("the outcome %d is mirrored as %d", o, mirrored)
	}
}

// checkStepSums fails unless the steps of a ply lead from its board to the next one, with no seed
// lost on the way.
func checkStepSums(t rapid.TB, p Position, h House) {
	after, s, _ := p.Sow(h)
	last, hand := p.Board(), 0
	for step := range p.Steps(s) {
		switch step.Kind {
		case StepLift, StepCapture, StepSweep:
			hand += int(step.Seeds)
		case StepDrop, StepBank:
			hand -= int(step.Seeds)
		}
		if total(step.Board)+hand != p.Variant().Total() {
			t.Fatalf("%v, house %v: %d seeds on the board and %d in the hand", p, h, total(step.Board), hand)
		}
		last = step.Board
	}
	if hand != 0 || last != after.Board() {
		t.Fatalf("%v, house %v: the steps end with %d in the hand and%s", p, h, hand, drawn(last, int(p.Variant().Houses)))
	}
}

// checkSowing fails unless the sowing agrees with the positions before and after it.
func checkSowing(t rapid.TB, p Position, h House) {
	after, s, _ := p.Sow(h)
	gained := after.Store(p.ToMove()) - p.Store(p.ToMove())
	switch {
	case s.Mover != p.ToMove() || s.From != h || s.Ends() != after.Over():
	case s.ExtraTurn != (after.ToMove() == p.ToMove() && !after.Over()):
	case h != Swap && int(s.Seeds) != p.Seeds(Pit{p.ToMove(), h}):
	case h != Swap && gained < int(s.Captured)+int(s.Swept[p.ToMove()]):
	default:
		return
	}
	t.Fatalf("%v, house %v is told as %+v, and gives %v", p, h, s, after)
}

// checkPly checks a position and the ply played there; with house 0 only the position.
func checkPly(t rapid.TB, p Position, h House) {
	checkConservation(t, p)
	checkLegality(t, p)
	checkText(t, p)
	checkText(t, p.Mirror())
	checkMirror(t, p, h)
	if h != 0 {
		checkStepSums(t, p, h)
		checkSowing(t, p, h)
	}
}

func TestInvariants(t *testing.T) {
	each := func(check func(t rapid.TB, p Position, h House)) func(*testing.T) {
		return rapid.MakeCheck(func(t *rapid.T) { drawGame(t, func(p Position, h House) { check(t, p, h) }) })
	}
	ply := func(check func(t rapid.TB, p Position, h House)) func(*testing.T) {
		return each(func(t rapid.TB, p Position, h House) {
			if h != 0 {
				check(t, p, h)
			}
		})
	}
	t.Run("seeds are conserved", each(func(t rapid.TB, p Position, _ House) { checkConservation(t, p) }))
	t.Run("mirroring the sides mirrors everything", each(checkMirror))
	t.Run("Legal is nil exactly when Sow succeeds", each(func(t rapid.TB, p Position, _ House) { checkLegality(t, p) }))
	t.Run("text reads back", each(func(t rapid.TB, p Position, _ House) { checkText(t, p) }))
	t.Run("text of the mirror reads back", each(func(t rapid.TB, p Position, _ House) { checkText(t, p.Mirror()) }))
	t.Run("steps lead from board to board", ply(checkStepSums))
	t.Run("a sowing tells what happened", ply(checkSowing))
}

// TestTwoPeers gives the same plies to two players: one keeps its position, the other one recovers
// it from a list of houses or from the text form. They must hold equal positions.
func TestTwoPeers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var houses []House
		var far Position
		var past []Position
		n := 0
		drawGame(t, func(p Position, h House) {
			if n++; n == 1 {
				far = p
			}
			if far != p {
				t.Fatalf("the far end holds %v, not %v", far, p)
			}
			if again, err := Replay(p.Variant(), houses...); err != nil || again != p {
				t.Fatalf("%v replays to %v, %v", houses, again, err)
			}
			if h == 0 {
				return
			}
			houses = append(houses, h)
			text, _ := json.Marshal(p)
			need.NoError(t, json.Unmarshal(text, &far))
			token := need.Must(ParseHouse(h.String()))(t)
			past = append(past, far)
			far, _, _ = Play(past, token)
		})
	})
}

func TestReplayStopsAtABadPly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var houses []House
		var last Position
		drawGame(t, func(p Position, h House) {
			if last = p; h != 0 {
				houses = append(houses, h)
			}
		})
		bad := House(rapid.Byte().Filter(func(b byte) bool { return last.Legal(House(b)) != nil }).Draw(t, "bad"))
		p, err := Replay(last.Variant(), append(houses, bad, 1)...)
		var refused *PlyError
		if !errors.As(err, &refused) || p != last {
			t.Fatalf("gives %v, %v", p, err)
		}
		if refused.Ply != len(houses)+1 || refused.House != bad || !errors.Is(err, last.Legal(bad)) {
			t.Fatalf("is refused with %+v", refused)
		}
	})
}
