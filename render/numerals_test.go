package render

import "testing"

// An overflow of the cache of sizes loses no numbers just written.
func TestNumeralsOfManySizes(t *testing.T) {
	s := newStudio(t, 640, 360)
	c, n := s.canvas, &s.art.numerals
	style := TextStyle{Size: 40, Align: Center, Color: Gold}
	shoot := func() []byte {
		c.Fill(Backdrop)
		n.write(c, numeral{noSign, 8}, Point{200, 100}, style)
		n.write(c, numeral{noSign, 8}, Point{300, 100}, style.Sized(30))
		n.draw(c)
		return s.read().Pix
	}
	for size := range keptSheets - 1 {
		n.of(c, float64(100+size))
	}
	first := shoot()
	if string(shoot()) != string(first) {
		t.Error("numbers look different when many sizes have been used")
	}
	if len(n.sheets) > keptSheets {
		t.Errorf("%d sizes are kept", len(n.sheets))
	}
}
