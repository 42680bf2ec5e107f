package render

import (
	"image/color"
	"testing"
)

// TestCodesAreCrisp draws a code in every theme and several sizes. Each square is a square of black
// or white pixels, and the code has a light edge.
func TestCodesAreCrisp(t *testing.T) {
	rows := make([][]bool, 21)
	for y := range rows {
		rows[y] = make([]bool, len(rows))
		for x := range rows[y] {
			rows[y][x] = (x*x+3*y)%5 < 2
		}
	}
	code := NewCode(rows)
	dark, light := color.RGBA{A: 255}, color.RGBA{R: 255, G: 255, B: 255, A: 255}
	for i, theme := range Themes() {
		for _, side := range []float64{40, 130.5, 300, 719} {
			s := newStudio(t, 1280, 720)
			s.canvas.SetTheme(theme)
			s.canvas.Fill(Backdrop)
			place := Rect{X: 31.3, Y: 0.5, W: side + 100, H: side}
			code.Draw(s.canvas, place)
			got := s.read()
			squares := len(rows) + 2*codeEdge
			scale := max(1, int(side)/squares)
			left, top := int(place.Center().X-float64(scale*squares)/2+0.5), int(place.Center().Y-float64(scale*squares)/2+0.5)
			for y := range scale * squares {
				for x := range scale * squares {
					row, column, want := y/scale-codeEdge, x/scale-codeEdge, light
					if row >= 0 && row < len(rows) && column >= 0 && column < len(rows) && rows[row][column] {
						want = dark
					}
					if at := got.RGBAAt(left+x, top+y); at != want {
						t.Fatalf("theme %d, %v units: pixel %d, %d is %v", i, side, x, y, at)
					}
				}
			}
		}
	}
}
