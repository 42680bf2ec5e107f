package render

import (
	"bytes"
	"image/color"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// A picture of a puzzle shows all squares in their colours, and the board from the solver's side.
// It has the same size for each board.
func TestPuzzlePicture(t *testing.T) {
	green, red := color.RGBA{0, 200, 0, 255}, color.RGBA{200, 0, 0, 255}
	for _, text := range []string{
		"kalah(6,4) <6,9,15,4,1,0,1,0,5,1,3,0,0,2,7> south", "kalah(6,4) <6,9,15,4,1,0,1,0,5,1,3,0,0,2,7> north",
		"kalah(10,10) <10,0,0,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10> south", "kalah(1,1) <1,0,0,1,1> south",
	} {
		p := need.Must(rules.ParsePosition(text))(t)
		for _, n := range need.Short([]int{0, 19}, []int{0, 1, 2, 7, 8, 9, 19}) {
			squares := make([]color.RGBA, n)
			for i := range squares {
				squares[i] = [2]color.RGBA{green, red}[i%2]
			}
			picture := need.Must(NewPainter(Walnut()))(t).Puzzle(p, "Kalah", squares)
			if b := picture.Bounds(); b.Dx() != puzzleWidth || b.Dy() != puzzleHeight {
				t.Fatalf("the picture is %v", b)
			}
			shown, last := 0, color.RGBA{}
			for x := range puzzleWidth {
				c := picture.RGBAAt(x, puzzleSquares+puzzleSquare/2)
				if c != last && (c == green || c == red) {
					shown++
				}
				last = c
			}
			if shown != min(n, mostSquares) {
				t.Errorf("%d of %d squares are shown", shown, n)
			}
		}
	}
	by := need.Must(NewPainter(Walnut()))(t)
	full := need.Must(rules.ParsePosition("kalah(6,4) <6,9,15,4,1,0,1,0,5,1,3,0,0,2,7> south"))(t)
	bare := need.Must(rules.ParsePosition("kalah(6,4) <6,9,15,4,1,0,1,0,5,1,3,0,0,2,7> north"))(t)
	if bytes.Equal(by.Puzzle(full, "Kalah", nil).Pix, by.Puzzle(bare, "Kalah", nil).Pix) {
		t.Error("the solver's row is not at the bottom")
	}
}
