package render

import (
	"bytes"
	"testing"

	"mancala/internal/motion"
	"mancala/rules"
)

func TestFillPolygonPaintsWhatItGoesAround(t *testing.T) {
	s := newStudio(t, 1280, 720)
	s.canvas.Fill(Backdrop)
	// Two triangles of opposite orientation, like the area of a graph that crosses zero.
	s.canvas.FillPolygon([]Point{{100, 100}, {200, 100}, {400, 300}, {500, 300}, {500, 200}, {100, 200}}, Gold)
	s.canvas.FillPolygon([]Point{{600, 100}, {700, 100}}, Gold)
	got, gold := s.read(), s.canvas.theme.Colour(Gold)
	for at, want := range map[[2]int]bool{
		{150, 150}: true, {470, 270}: true, {110, 195}: true,
		{280, 120}: false, {330, 290}: false, {95, 150}: false, {505, 250}: false, {650, 100}: false,
	} {
		if painted := got.RGBAAt(at[0], at[1]) == gold; painted != want {
			t.Errorf("the pixel at %v is painted: %v", at, painted)
		}
	}
}

func TestShapesPaintWhatTheySay(t *testing.T) {
	s := newStudio(t, 1280, 720)
	s.canvas.Fill(Backdrop)
	s.canvas.FillRect(Rect{100, 100, 200, 100}, 40, Gold)
	s.canvas.StrokeRect(Rect{400, 100, 200, 100}, 20, 4, Gold)
	s.canvas.FillCircle(Point{750, 150}, 50, Gold)
	s.canvas.Line(Point{100, 300}, Point{300, 500}, 10, Gold)
	s.canvas.Line(Point{600, 400}, Point{600, 400}, 10, Gold) // from nowhere to nowhere
	s.canvas.FillRect(Rect{700, 400, -5, 20}, 3, Gold)
	s.canvas.FillRect(Rect{800, 300, 100, 100}, 0, Shade)
	got, gold := s.read(), s.canvas.theme.Colour(Gold)
	for at, want := range map[[2]int]bool{
		{200, 150}: true, {101, 150}: true, {298, 150}: true, {99, 150}: false, {301, 150}: false, {105, 105}: false, {140, 101}: true,
		{500, 102}: true, {500, 106}: false, {402, 150}: true, {500, 150}: false, {402, 102}: false,
		{750, 150}: true, {702, 150}: true, {710, 110}: false,
		{200, 400}: true, {101, 302}: true, {200, 410}: false, {92, 292}: false, {310, 510}: false,
		{600, 400}: false, {697, 410}: false,
	} {
		if painted := got.RGBAAt(at[0], at[1]) == gold; painted != want {
			t.Errorf("the pixel at %v is painted: %v", at, painted)
		}
	}
	ground := s.canvas.theme.Colour(Backdrop)
	r, g, b, _ := got.At(850, 350).RGBA()
	if uint8(r>>8) >= ground.R || uint8(g>>8) >= ground.G || uint8(b>>8) >= ground.B || b == 0 {
		t.Errorf("what is shaded is %v, over %v", got.At(850, 350), ground)
	}
}

func TestAHintSaysItsWord(t *testing.T) {
	s := newStudio(t, 640, 400)
	view := View{
		Layout: s.layout(kalah(6)), Moment: motion.Still(startOf(t, 6, 4).Board()), Hint: rules.Pit{House: 3}, HasHint: true,
	}
	shoot := func(word string) []byte {
		view.HintWord = word
		return s.shoot(view).Pix
	}
	plain := shoot("")
	if !bytes.Equal(plain, shoot("hint")) || bytes.Equal(plain, shoot("best")) {
		t.Error("without a word, a hint does not say hint, or with another word it does")
	}
}
