package render

import (
	"math"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// Proportions of the name of a game in the wood. It has capitals with air between them.
const (
	carvedSize  = 0.26 // the largest type size, in pitches
	carvedShare = 0.62 // and as a share of the room across the rows
	carvedAir   = 0.16 // between letters, in type sizes
	leastCarved = 6    // pixels
)

// nameRoom returns half the extents of the place for the name of the game, along the rows and
// across them: in the middle of the board, between the rows, and between trays.
func (l Layout) nameRoom() (along, across float64) {
	along = float64(l.houses)/2*l.pitch - 0.2*l.pitch
	if l.trays() {
		along, _ = l.tray()
		along -= 0.08 * l.pitch
	}
	return along, l.aisle() / 2
}

// spaced is a line of letters with air between them.
type spaced struct {
	letters []string
	face    lettering
	size    float64
	length  float64
}

// nameLine returns the name of a game in a size that fits the room, in pixels. It returns false if
// the board is small, the name too long, or if a letter is in none of the program's fonts.
func (l Layout) nameLine(f *fonts, name string, unit float64) (s spaced, ok bool) {
	name, far := f.plain(strings.ToUpper(name))
	if name == "" || strings.Contains(name, missing) || far > embedded || l.small() {
		return s, false
	}
	along, across := l.nameRoom()
	s.size = min(carvedSize*l.pitch, 2*carvedShare*across) * unit
	s.letters = strings.Split(name, "")
	for room := 2 * along * unit; s.size >= leastCarved; s.size = min(s.size-0.5, s.size*room/s.length) {
		s.face = f.lettering(s.size, Bold, far)
		s.length = -carvedAir * s.size
		for _, letter := range s.letters {
			s.length += text.AdvanceAt(letter, len(letter), s.face.Face) + carvedAir*s.size
		}
		if s.length <= room {
			return s, true
		}
	}
	return s, false
}

// carve cuts the name of the game into the wood of a picture: a dark groove whose lower edge
// catches the light. In a board with metal it is of metal, and in a flat theme a plain line.
func (l Layout) carve(f *fonts, name string, s *scene, look *boardLook, unit float64) {
	line, ok := l.nameLine(f, name, unit)
	if !ok {
		return
	}
	deep := 0.035 * line.size
	switch game := l.face(); {
	case look.material == flat:
		l.write(line, s, Point{}, look.light, 1)
	case game.border.ink != rgb{}:
		l.write(line, s, Point{deep, 1.3 * deep}, rgb{}, 0.55)
		l.write(line, s, Point{}, game.border.ink, 0.95)
	default:
		l.write(line, s, Point{deep, 1.3 * deep}, look.light, 0.55)
		l.write(line, s, Point{}, look.dark.times(0.45), 0.9)
	}
}

func (c rgb) times(k float32) rgb { return rgb{k * c[0], k * c[1], k * c[2]} }

// write draws the letters into the picture of a board, moved by some pixels.
func (l Layout) write(line spaced, s *scene, by Point, ink rgb, cover float32) {
	opts := &text.DrawOptions{}
	opts.ColorScale.Scale(ink[0]*cover, ink[1]*cover, ink[2]*cover, cover)
	opts.Filter = ebiten.FilterLinear
	m := line.face.Metrics()
	at := -line.length / 2
	for _, letter := range line.letters {
		var place ebiten.GeoM
		place.Translate(at, -m.HAscent+m.CapHeight/2)
		if l.upright {
			place.Rotate(math.Pi / 2)
		}
		place.Translate(s.middle.X+by.X, s.middle.Y+by.Y)
		for _, p := range s.wood.parts[:s.wood.count] {
			opts.GeoM = place
			opts.GeoM.Translate(float64(-p.corner.X), float64(-p.corner.Y))
			p.texture.letters(letter, line.face, opts)
		}
		at += text.AdvanceAt(letter, len(letter), line.face.Face) + carvedAir*line.size
	}
}
