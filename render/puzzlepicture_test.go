package render

import (
	"image/color"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// A picture of a puzzle shows all squares in their colours. A pit with seeds differs from an empty
// one. The picture has the same size for each board.
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
			picture := PuzzlePicture(p, squares)
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
	p, _ := rules.ParsePosition("kalah(6,4) <6,9,15,4,1,0,1,0,5,1,3,0,0,2,7> south")
	picture := PuzzlePicture(p, nil)
	same, cell := true, puzzlePit
	left := (puzzleWidth - 6*min(cell, (puzzleWidth-2*puzzleStore-40)/6)) / 2
	cell = min(cell, (puzzleWidth-2*puzzleStore-40)/6)
	for y := range cell { // house 3 is empty, house 1 has four seeds
		for x := range cell {
			same = same && picture.RGBAAt(left+x, puzzleMiddle+4+y) == picture.RGBAAt(left+2*cell+x, puzzleMiddle+4+y)
		}
	}
	if same {
		t.Error("an empty house looks like a full one")
	}
}
