package info

import (
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/menustest"
	"mancala/menus/ports"
)

// Every word of the licences can be read in every window, including the last line.
func TestLicencesAreShownInFull(t *testing.T) {
	address := "https://example.org/" + strings.Repeat("licences-of-the-parts/", 8)
	text := "A licence\n\n    1. " + strings.Repeat("Copies keep this notice. ", 12) + "\n" + address + "\n" + strings.Repeat("line\n", 300) + "the end\n"
	b := menustest.New(t, menustest.Shelf{}, func(p *ports.Ports) { p.Licences = text })
	s := NewLicences(b)
	b.Push(s)
	for _, size := range menustest.Windows {
		b.LayOut(size[0], size[1])
		var shown strings.Builder
		for _, line := range s.lines {
			shown.WriteString(line.text + " ")
		}
		bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if bare(shown.String()) != bare(text) {
			t.Errorf("%v: the page shows\n%.600s", size, &shown)
		}
		if last := s.lines[len(s.lines)-1]; last.text != "the end" || s.lines[2].indent == 0 {
			t.Errorf("%v: the last line is %+v, the indent %v", size, last, s.lines[2].indent)
		}
	}
	b.Press(ebiten.KeyEnd)
	b.Press(ebiten.KeyEscape)
	if b.Top().Name() != "main menu" {
		t.Errorf("Escape leads to %q", b.Top().Name())
	}
}
