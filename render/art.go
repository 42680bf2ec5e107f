package render

import (
	"embed"
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
)

//go:embed shaders/*.kage
var shaderFiles embed.FS

// The number of ticks that a new size must last before the picture is redrawn, and the memory limit
// of cached boards, in areas of the window. A board out of sight stays cached for staleTicks.
const (
	settleTicks = 6
	keptAreas   = 2
	staleTicks  = 20 * 60
)

// BoardArt draws boards. It caches wood and seeds, the expensive parts, by size. Make one for the
// whole program with [NewBoardArt], call [BoardArt.Tick] in every update, and use it only while the
// game runs.
type BoardArt struct {
	light, backdrop *program
	boards          [len(boardCodes)]*program // compiled on first use

	theme     Theme // of the cached pictures
	tick      uint64
	scenes    map[sceneKey]*scene
	size      image.Point // of the window at the last backdrop
	resizedAt uint64      // tick of the last change of size; zero if it never changed
	framed    uint64      // tick of the last backdrop

	back *tiles // or nil

	piles    piles
	seeds    sprites
	glow     lights
	image    ebiten.DrawImageOptions
	numerals numerals
	way      ribbon
	pits     map[pitKey]*ebiten.Image
	bead     bead
}

// family identifies boards whose pictures can be stretched into each other.
type family struct {
	look           uint8
	houses         int
	small, upright bool
	bare           bool   // without counts
	name           string // carved in the wood
}

// sceneKey identifies a cached picture: its family, its pitch, the reach of its rows and its extent
// across them, in eighths of a pixel. A close-up is only a part of the picture, in pixels.
type sceneKey struct {
	family
	pitch, reach, across int
	part                 image.Rectangle // empty for the whole
}

// keyOf returns the key of a layout's picture at unit pixels a unit.
func keyOf(l Layout, unit float64, bare bool, name string) sceneKey {
	eighths := func(length float64) int { return int(math.Round(length * unit * 8)) }
	return sceneKey{
		family: family{l.look, l.houses, l.small(), l.upright, bare, name},
		pitch:  eighths(l.pitch), reach: eighths(l.rowEnd()), across: eighths(l.size().Y),
	}
}

// scene is the picture of a board and its shadow without seeds and counts, and the seeds for it.
type scene struct {
	wood    *tiles
	pitch   float64 // pixels of a pitch
	reach   float64 // and from the middle to the rows' outer edges
	middle  Point   // of the board, in pixels of the picture
	atlas   surface
	cell    float64
	radius  float64     // of a seed in the atlas, in pixels
	numbers Role        // of the houses
	window  image.Point // size of the window when it was drawn
	used    uint64      // tick of the last use
}

// NewBoardArt prepares to draw boards. It returns an error if the program was built wrongly, or if
// the graphics driver does not support shaders.
func NewBoardArt() (*BoardArt, error) {
	a := &BoardArt{scenes: map[sceneKey]*scene{}, pits: map[pitKey]*ebiten.Image{}, theme: Walnut(), tick: 1}
	var err error
	if a.light, err = lightCode.compile(); err != nil {
		return nil, err
	}
	if a.backdrop, err = backdropCode.compile(); err != nil {
		return nil, err
	}
	return a, nil
}

// boardProgram returns the program of the theme's material.
func (a *BoardArt) boardProgram() *program {
	m := a.theme.board.material
	if a.boards[m] == nil {
		made, err := boardCodes[m].compile()
		if err != nil {
			panic(err) // a test compiles them all
		}
		a.boards[m] = made
	}
	return a.boards[m]
}

// Tick advances the time by a sixtieth of a second. It returns true once the window has kept its
// new size for a while. Then redraw the screen to replace stretched pictures.
func (a *BoardArt) Tick() (redraw bool) {
	a.tick++
	return a.resizedAt != 0 && a.tick == a.resizedAt+settleTicks
}

// resizing reports whether the window has just changed its size, as in every frame of a drag.
// Meanwhile pictures are stretched.
func (a *BoardArt) resizing() bool { return a.resizedAt != 0 && a.tick < a.resizedAt+settleTicks }

// follow adopts the theme of a canvas. If the theme has changed, it drops all pictures.
func (a *BoardArt) follow(c *Canvas) {
	if a.theme == c.theme {
		return
	}
	a.theme = c.theme
	a.clear()
}

// clear drops all pictures of the theme.
func (a *BoardArt) clear() {
	for key := range a.scenes {
		a.drop(key)
	}
	a.dropPits()
	a.dropBead()
	a.dropBack()
}

// dropBack drops the backdrop.
func (a *BoardArt) dropBack() {
	if a.back != nil {
		a.back.drop()
		a.back = nil
	}
}

// scene returns the picture for a layout. During a resize or a glide it returns another one of the
// same family.
func (a *BoardArt) scene(c *Canvas, v View) *scene {
	a.follow(c)
	l := v.Layout
	key := keyOf(l, c.unit, v.NoCounts, v.Name)
	key.part = a.closeUp(c, l)
	s := a.scenes[key]
	if s == nil && (v.Gliding || a.resizing()) {
		s = a.standIn(key.family)
	}
	if s == nil {
		s = a.newScene(c, l, key)
		s.used, s.window = a.tick, a.size
		a.scenes[key] = s
		a.evict(key)
	}
	s.used = a.tick
	return s
}

// standIn returns the most recently used picture of a family, for stretching, or nil.
func (a *BoardArt) standIn(f family) *scene {
	var best *scene
	for k, s := range a.scenes {
		if k.family == f && (best == nil || s.used > best.used) {
			best = s
		}
	}
	return best
}

// evict drops the least recently used pictures if their total size is too large. It keeps one.
func (a *BoardArt) evict(keep sceneKey) {
	room := keptAreas * a.size.X * a.size.Y
	for _, s := range a.scenes {
		room -= s.pixels()
	}
	for room < 0 && len(a.scenes) > 1 {
		oldest := keep
		for key, s := range a.scenes {
			if key != keep && (oldest == keep || s.used < a.scenes[oldest].used) {
				oldest = key
			}
		}
		room += a.scenes[oldest].pixels()
		a.drop(oldest)
	}
}

// forget drops pictures that were unused for a while.
func (a *BoardArt) forget() {
	for key, s := range a.scenes {
		if s.used < a.framed && a.tick-s.used > staleTicks {
			a.drop(key)
		}
	}
	a.framed = a.tick
}

// outgrown drops pictures for other sizes of the window.
func (a *BoardArt) outgrown() {
	for key, s := range a.scenes {
		if s.window != a.size {
			a.drop(key)
		}
	}
}

// pixels returns the number of pixels of a picture.
func (s *scene) pixels() int { return s.wood.pixels() + texturePixels(s.atlas) }

// pictureOf returns a picture on the graphics card with the given pixels, which start at (0, 0).
func pictureOf(pixels *image.RGBA) *ebiten.Image { return stockOf(texture{}, pixels).(texture).Image }

// stockOf returns a surface of the kind of another one with the given pixels, which start at (0,
// 0).
func stockOf(kind surface, pixels *image.RGBA) surface {
	made := kind.blank(pixels.Rect.Size())
	made.write(pixels.Pix)
	return made
}

// drop drops a picture.
func (a *BoardArt) drop(key sceneKey) {
	a.scenes[key].wood.drop()
	a.scenes[key].atlas.drop()
	delete(a.scenes, key)
}

// largestSeed is the largest radius of painted seeds, in pixels. Larger seeds are stretched.
const largestSeed = 64

// newScene draws the board and the seeds for a layout.
func (a *BoardArt) newScene(c *Canvas, l Layout, key sceneKey) *scene {
	look := a.theme.of(l.face())
	s := a.newWood(c, l, key, &look)
	s.numbers = look.board.numberRole()
	s.radius = max(1, min(largestSeed, houseClasses[0].radius*houseRadius*s.pitch))
	s.cell = float64(seedCell(s.radius))
	s.atlas = stockOf(c.dst, seedAtlas(&look, s.radius))
	return s
}

// newWood returns a scene of the bare board, or of the part in the key.
func (a *BoardArt) newWood(c *Canvas, l Layout, key sceneKey, look *Theme) *scene {
	unit := c.unit
	whole, middle := l.frame(unit)
	part := key.part
	if part.Empty() {
		part = whole
	}
	s := &scene{pitch: l.pitch * unit, reach: l.rowEnd() * unit, wood: newTiles(c.dst, part.Size())}
	s.middle = middle.Sub(Point{float64(part.Min.X), float64(part.Min.Y)})
	s.wood.shade(a.boardProgram(), woodUniforms(l, key.bare, s, look))
	l.carve(c.fonts, key.name, s, &look.board, unit)
	return s
}

// frame returns the area of a board's picture, from (0, 0), and the middle of the board in it, in
// pixels. The area has room for the shadow at the lower right.
func (l Layout) frame(unit float64) (whole image.Rectangle, middle Point) {
	before, beyond := math.Ceil(0.45*l.pitch*unit), math.Ceil(1.05*l.pitch*unit)
	middle = Point{l.board.W, l.board.H}.Mul(unit / 2).Add(Point{before, before})
	return image.Rect(0, 0, int(math.Ceil(l.board.W*unit+before+beyond)), int(math.Ceil(l.board.H*unit+before+beyond))), middle
}

// closeUp returns the visible part of the picture of a board larger than the window. For any other
// board it returns an empty rectangle.
func (a *BoardArt) closeUp(c *Canvas, l Layout) image.Rectangle {
	wide, high := l.board.W*c.unit, l.board.H*c.unit
	if a.size == (image.Point{}) || wide <= float64(a.size.X) && high <= float64(a.size.Y) {
		return image.Rectangle{}
	}
	whole, middle := l.frame(c.unit)
	corner := l.board.Center().Mul(c.unit).Sub(middle)
	return whole.Intersect(c.dst.Bounds().Sub(image.Pt(int(math.Round(corner.X)), int(math.Round(corner.Y)))))
}

// woodUniforms returns the parameters of board.kage for a layout: lengths in pitches.
func woodUniforms(l Layout, bare bool, s *scene, t *Theme) map[string]any {
	k := 1 / l.pitch
	look, middle, game := &t.board, l.board.Center(), l.face()
	store, _ := l.place(rules.StoreOf(l.bottom))
	_, row := l.place(rules.Pit{Side: l.bottom, House: 1})
	flag := func(on bool) float32 {
		if on {
			return 1
		}
		return 0
	}
	length, width := l.extent(rules.StoreOf(l.bottom))
	f := func(v ...float64) []float32 {
		out := make([]float32, len(v))
		for i := range v {
			out[i] = float32(v[i])
		}
		return out
	}
	var rails []float64
	for _, r := range l.rails(t.counts) {
		if bare {
			r = Rect{X: -1e3 * l.pitch} // out of sight
		}
		at := r.Center().Sub(middle).Mul(k)
		rails = append(rails, at.X, at.Y, r.W*k/2, r.H*k/2)
	}
	return map[string]any{
		"Pixels":  float32(s.pitch),
		"Origin":  f(s.middle.X, s.middle.Y),
		"Half":    f(l.board.W*k/2, l.board.H*k/2),
		"Corner":  float32(min(game.corner, l.board.W*k/2, l.board.H*k/2)),
		"Houses":  float32(l.houses),
		"House":   f(houseRadius, l.houseReach()*k, row*k),
		"Store":   f(length*k, width*k, math.Abs(store)*k),
		"Trays":   flag(l.trays()),
		"Upright": flag(l.upright),
		"Border":  f(float64(game.border.pattern), game.border.inset, game.border.half, game.border.period),
		"LetIn":   flag(game.border.ink != rgb{}),
		"Ink":     game.border.ink[:],
		"Ring":    f(game.ring.gap, game.ring.width),
		"RingInk": game.ring.ink[:],
		"Figure":  float32(game.figure),
		"Felt":    game.felt[:],
		"Fine":    f(smooth(30, 90, s.pitch), smooth(130, 260, s.pitch)),
		"Dark":    look.dark[:],
		"Middle":  look.middle[:],
		"Light":   look.light[:],
		"Gleam":   look.gleam[:],
		"Inlay":   look.inlay[:],
		"Inset":   look.inset,
		"Rails":   f(rails...),
	}
}
