package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
	"mancala/tools/need/screen"
)

// studio is a canvas with everything to draw on it.
type studio struct {
	canvas *Canvas
	art    *BoardArt
	image  *ebiten.Image
}

// inTheme makes the studio draw in a theme.
func (s *studio) inTheme(t Theme) *studio {
	s.canvas.SetTheme(t)
	return s
}

// newStudio makes a picture of w by h pixels, with the units of a window of that size.
func newStudio(t testing.TB, w, h int) *studio {
	t.Helper()
	screen.Need(t)
	canvas := need.Must(NewCanvas())(t)
	art := need.Must(NewBoardArt())(t)
	s := &studio{canvas, art, ebiten.NewImage(w, h)}
	t.Cleanup(s.image.Deallocate)
	canvas.Begin(s.image, max(readableUnit, Scale(w, h, 1))) // a board needs less room
	return s
}

// shoot draws the backdrop and the board and returns the picture.
func (s *studio) shoot(v View) *image.RGBA {
	s.art.DrawBackdrop(s.canvas)
	s.art.Draw(s.canvas, v)
	return s.read()
}

// newPaper is newStudio in memory, which needs no window.
func newPaper(t testing.TB, w, h int) *studio {
	t.Helper()
	c, art := need.Must(NewPainter(Walnut()))(t).begin(image.Pt(w, h), max(readableUnit, Scale(w, h, 1)))
	return &studio{canvas: c, art: art}
}

func (s *studio) read() *image.RGBA {
	if m, ok := s.canvas.dst.(memory); ok {
		return &image.RGBA{Pix: bytes.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
	}
	picture := image.NewRGBA(s.image.Bounds())
	s.image.ReadPixels(picture.Pix)
	return picture
}

// layout lays a board out in the middle of the picture.
func (s *studio) layout(game rules.Variant) Layout {
	return NewLayout(s.canvas.Bounds().Inset(8), game, rules.South)
}

// still is the view of a position at rest, with all marks of the turn.
func (s *studio) still(p rules.Position) View {
	return View{
		Layout: s.layout(p.Variant()), Moment: motion.Still(p.Board()),
		Turn: p.ToMove(), ShowTurn: !p.Over(), ShowNumbers: true, Playable: PlayableIn(p),
	}
}

func startOf(t testing.TB, houses, seeds uint8) rules.Position {
	t.Helper()
	v := need.Must(rules.Preset("kalah"))(t)
	v.Houses, v.Seeds = houses, seeds
	return need.Must(rules.Start(v))(t)
}

func TestGoldenPictures(t *testing.T) {
	s := newStudio(t, 640, 360)
	tests := map[string]func() View{
		"start": func() View {
			v := s.still(startOf(t, 6, 4))
			v.Focus, v.HasFocus = rules.Pit{House: 3}, true
			return v
		},
		"flight": func() View {
			p := rulestest.Position(t, rulestest.CS340)
			_, sowing := rulestest.Sow(t, p, 1)
			v := s.still(p)
			v.Moment, v.Playable = motion.NewTimeline(p, sowing, motion.Fast, false).At(330*time.Millisecond), 0
			return v
		},
		"full": func() View { return s.still(startOf(t, 10, 10)) },
		"preview": func() View {
			p := rulestest.Position(t, rulestest.CS340)
			v := s.still(p)
			v.Focus, v.HasFocus = rules.Pit{House: 1}, true
			v.Last, v.HasLast = rules.Pit{Side: rules.North, House: 5}, true
			preview, ok := motion.NewPreview([]rules.Position{p}, 1)
			if !ok {
				t.Fatal("no preview")
			}
			v.Preview, v.PreviewWords = &preview, "captures 6"
			return v
		},
	}
	for name, view := range tests {
		t.Run(name, func(t *testing.T) { compare(t, name, s.shoot(view())) })
	}
	for _, theme := range Themes()[1:] {
		name := "preview-" + theme.Code()
		t.Run(name, func(t *testing.T) { compare(t, name, s.inTheme(theme).shoot(tests["preview"]())) })
	}
}

// The celebration of a win, with its rain.
func TestGoldenFinale(t *testing.T) {
	compare(t, "finale", newStudio(t, 640, 360).celebrate(t))
}

// An upright window has an upright board.
func TestGoldenPortrait(t *testing.T) {
	s := newStudio(t, 300, 500)
	p := rulestest.Position(t, rulestest.CS340)
	_, sowing := rulestest.Sow(t, p, 6)
	v := s.still(p)
	v.Moment = motion.NewTimeline(p, sowing, motion.Fast, false).At(300 * time.Millisecond)
	v.Last, v.HasLast = rules.Pit{Side: rules.North, House: 3}, true
	v.Hint, v.HasHint = rules.Pit{House: 2}, true
	compare(t, "portrait", s.shoot(v))
}

// compare compares a picture with the one in testdata: 0.5 % of the pixels may differ by more than
// 8.
func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	trouble := difference(path, got)
	switch {
	case trouble == nil:
	case *update:
		writePicture(t, path, got)
	default:
		saved := filepath.Join(os.TempDir(), "mancala-"+name+".png")
		writePicture(t, saved, got)
		t.Errorf("%v: compare %s with %s, and run the test with -update if it is right", trouble, saved, path)
	}
}

// difference describes the differences between a picture and a file. Each system's OpenGL may round
// a little differently.
func difference(path string, got *image.RGBA) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if got.Bounds() != want.Bounds() {
		return fmt.Errorf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	different := 0
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			a := color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			if distance(got.RGBAAt(x, y), a) > 8 {
				different++
			}
		}
	}
	if limit := got.Bounds().Dx() * got.Bounds().Dy() / 200; different > limit {
		return fmt.Errorf("%d pixels differ, %d may", different, limit)
	}
	return nil
}

func writePicture(t *testing.T, path string, m *image.RGBA) {
	t.Helper()
	f := need.Must(os.Create(path))(t)
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	need.NoError(t, encoder.Encode(f, m))
	need.NoError(t, f.Close())
}

// distance returns the largest difference of a channel.
func distance(a, b color.RGBA) int {
	d := 0
	for _, pair := range [...][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}} {
		d = max(d, int(pair[0])-int(pair[1]), int(pair[1])-int(pair[0]))
	}
	return d
}

// A picture must not depend on earlier ones.
func TestDrawIsRepeatable(t *testing.T) {
	s := newStudio(t, 640, 360)
	v := s.still(startOf(t, 6, 4))
	first := s.shoot(v)
	other := s.still(rulestest.Position(t, rulestest.CS340))
	other.Focus, other.HasFocus = rules.Pit{House: 2}, true
	s.shoot(other)
	if second := s.shoot(v); string(first.Pix) != string(second.Pix) {
		t.Error("the same view looks different the second time")
	}
}

// Counts and numbers must be readable on any grain, inside and outside the light of the turn.
func TestLabelsStandOut(t *testing.T) {
	for _, theme := range Themes() {
		least := 4.5
		if theme.code == "contrast" {
			least = 7
		}
		labelsStandOut(t, newStudio(t, 1280, 720).inTheme(theme), least)
	}
}

func labelsStandOut(t *testing.T, s *studio, least float64) {
	games := rules.Presets()
	for _, houses := range need.Short(nil, []uint8{1, 10}) {
		game := games[0]
		game.Houses = houses
		games = append(games, game)
	}
	for _, game := range games {
		v := s.still(need.Must(rules.Start(game.Variant))(t))
		l := v.Layout
		s.art.DrawBackdrop(s.canvas)
		look := s.canvas.theme.of(l.face())
		s.art.follow(s.canvas)
		s.art.drawWood(s.canvas, l, s.art.newWood(s.canvas, l, sceneKey{}, &look))
		s.art.glow.on(s.canvas)
		s.art.drawLights(s.canvas, v)
		bare := s.read()
		check := func(p rules.Pit, at Point, size float64, role Role, least float64) {
			ink := s.canvas.theme.Colour(role)
			r, g, b, _ := mean(bare, at.X*s.canvas.unit, at.Y*s.canvas.unit, 0.45*size*s.canvas.unit)
			clear := 1 - float64(ink.A)/255
			text := luminance(float64(ink.R)+clear*r, float64(ink.G)+clear*g, float64(ink.B)+clear*b)
			ground := luminance(r, g, b)
			if contrast := (max(text, ground) + 0.05) / (min(text, ground) + 0.05); contrast < least {
				t.Errorf("%s, %s, %d houses, %v: contrast %.1f to 1, want %g", s.canvas.theme.code, game.Name, game.Houses, p, contrast, least)
			}
		}
		l.each(func(p rules.Pit) {
			if p.IsStore() {
				check(p, l.CountAnchor(p), l.storeCountSize(), countInk, least)
				return
			}
			check(p, l.CountAnchor(p), l.countSize(), countInk, least)
			if p.Side == v.Turn {
				check(p, l.NumberAnchor(p), l.numberSize(), look.board.numberRole(), 2*least/3)
			}
		})
	}
}

// A board without counts has no numerals at all.
func TestNoCountsLeavesOutAllNumbers(t *testing.T) {
	s := newStudio(t, 640, 360)
	v := View{Layout: s.layout(kalah(6)), NoCounts: true}
	v.Moment.Board.Store[0] = 1
	one := s.shoot(v)
	v.Layout.each(func(p rules.Pit) {
		at := v.Layout.CountAnchor(p).Mul(s.canvas.unit)
		size := 0.5 * v.Layout.countSize() * s.canvas.unit
		for x := int(at.X - size); x < int(at.X+size); x++ {
			if r, g, b, _ := one.At(x, int(at.Y)).RGBA(); luminance(float64(r>>8), float64(g>>8), float64(b>>8)) > 0.3 {
				t.Fatalf("there is something bright where the count of %v stands else", p)
			}
		}
	})
}

// Every sign must be visible without hues: lighter or darker than its surroundings.
func TestSignsReadInGrayscale(t *testing.T) {
	for _, theme := range Themes()[:need.Short(1, 3)] {
		t.Run(theme.code, func(t *testing.T) { signsRead(t, newStudio(t, 1280, 720).inTheme(theme)) })
	}
}

func signsRead(t *testing.T, s *studio) {
	p := startOf(t, 6, 4)
	pit := rules.Pit{House: 3}
	preview, _ := motion.NewPreview([]rules.Position{p}, 3)
	plain := View{Layout: s.layout(kalah(6)), Moment: motion.Still(p.Board())}
	base := s.shoot(plain)
	signs := map[string]func(*View){
		"focus":    func(v *View) { v.Focus, v.HasFocus = pit, true },
		"turn":     func(v *View) { v.ShowTurn = true },
		"playable": func(v *View) { v.Playable = PlayableIn(p) },
		"last":     func(v *View) { v.Last, v.HasLast = pit, true },
		"hint":     func(v *View) { v.Hint, v.HasHint = pit, true },
		"preview":  func(v *View) { v.Preview = &preview },
		"numbers":  func(v *View) { v.ShowTurn, v.ShowNumbers = true, true },
		"turning":  func(v *View) { v.ShowTurn, v.TurnShift = true, 0.5 },
		"hot":      func(v *View) { v.Moment.Hot, v.Moment.HasHot, v.Moment.Glow = pit, true, 1 },
		"caption": func(v *View) {
			v.Moment.Caption.Kind, v.Moment.CaptionShown = motion.CaptionExtraTurn, 1
			v.CaptionWords = "Extra turn!"
		},
		"finale": func(v *View) {
			m := motion.NewFinale(rules.South, false).At(400 * time.Millisecond)
			v.Finale = &m
		},
		"seed": func(v *View) { v.Moment.Board.Store[rules.North] = 1 },
	}
	for name, sign := range signs {
		v := plain
		sign(&v)
		got, changed := s.shoot(v), 0
		for i := 0; i < len(got.Pix); i += 4 {
			if math.Abs(gray(got.Pix[i:])-gray(base.Pix[i:])) > 15 {
				changed++
			}
		}
		if changed < 300 {
			t.Errorf("%s changes the lightness of only %d pixels", name, changed)
		}
	}
}

// A chosen empty house cannot be played. Its ring is fainter than the ring of a house with seeds,
// and it has no halo.
func TestAnEmptyHouseDoesNotGlow(t *testing.T) {
	s := newStudio(t, 640, 360)
	brightened := func(seeds uint8) (light float64) {
		v := View{Layout: s.layout(kalah(6))}
		pit := rules.Pit{House: 3}
		v.Moment.Board.House[rules.South][2] = seeds
		base := s.shoot(v)
		v.Focus, v.HasFocus = pit, true
		got := s.shoot(v)
		for i := 0; i < len(got.Pix); i += 4 {
			light += math.Abs(gray(got.Pix[i:]) - gray(base.Pix[i:]))
		}
		return light
	}
	if empty, full := brightened(0), brightened(4); empty == 0 || empty > full/8 {
		t.Errorf("the sign of an empty house adds %.0f of light, that of a full one %.0f", empty, full)
	}
}

func gray(rgba []uint8) float64 {
	return 0.299*float64(rgba[0]) + 0.587*float64(rgba[1]) + 0.114*float64(rgba[2])
}

// The board stays within its area: apart from its shadow, it paints nothing over a menu or a status
// bar.
func TestDrawKeepsToItsArea(t *testing.T) {
	s := newStudio(t, 1280, 720)
	p := startOf(t, 6, 4)
	v := s.still(p)
	v.Layout = NewLayout(Rect{300, 200, 600, 300}, kalah(6), rules.South)
	v.Focus, v.HasFocus = rules.Pit{House: 1}, true
	s.image.Fill(color.White)
	s.art.Draw(s.canvas, v)
	got := s.read()
	for _, at := range []image.Point{{100, 100}, {640, 120}, {640, 600}, {200, 350}, {1000, 350}} {
		if c := got.RGBAAt(at.X, at.Y); c != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("at %v, outside the area, there is %v", at, c)
		}
	}
	if c := got.RGBAAt(600, 350); c == (color.RGBA{255, 255, 255, 255}) {
		t.Error("there is no board")
	}
}

// During a drag the old picture is stretched. A new one is drawn once the size has been stable for
// a while.
func TestBoardIsRedrawnWhenItsSizeSettles(t *testing.T) {
	s := newStudio(t, 640, 360)
	p := startOf(t, 6, 4)
	shoot := func(width int) *image.RGBA {
		dst := ebiten.NewImage(width, 360)
		t.Cleanup(dst.Deallocate)
		s.canvas.Begin(dst, 1)
		s.art.DrawBackdrop(s.canvas)
		s.art.Draw(s.canvas, View{Layout: NewLayout(s.canvas.Bounds(), kalah(6), rules.South), Moment: motion.Still(p.Board())})
		pixels := image.NewRGBA(image.Rect(0, 0, width, 360))
		dst.ReadPixels(pixels.Pix)
		return pixels
	}
	shoot(640)
	for i := range 20 { // a drag
		shoot(630 - i)
		if s.art.Tick() {
			t.Fatalf("tick %d of a drag asks for a new picture", i)
		}
	}
	if n := len(s.art.scenes); n != 1 {
		t.Fatalf("a drag made %d pictures", n)
	}
	stretched := shoot(611)
	asked := false
	for range settleTicks {
		asked = s.art.Tick() || asked
	}
	if !asked {
		t.Fatal("nothing asks for a new picture after the drag")
	}
	sharp := shoot(611)
	if len(s.art.scenes) != 1 || string(sharp.Pix) == string(stretched.Pix) {
		t.Errorf("after the drag there are %d pictures, and the board has not changed", len(s.art.scenes))
	}
	for range 100 {
		if s.art.Tick() {
			t.Fatal("an idle board asks to be drawn")
		}
	}
}

// A board of another size on the next screen is sharp at once: it is no drag.
func TestAnotherBoardInTheSameWindowIsDrawnAtOnce(t *testing.T) {
	s := newStudio(t, 640, 360)
	p := startOf(t, 6, 4)
	for i, inset := range []float64{0, 60} {
		s.art.DrawBackdrop(s.canvas)
		l := NewLayout(s.canvas.Bounds().Inset(inset), kalah(6), rules.South)
		s.shoot(View{Layout: l, Moment: motion.Still(p.Board())})
		if s.art.scenes[keyOf(l, s.canvas.unit, false, "")] == nil {
			t.Errorf("board %d has no picture", i+1)
		}
	}
}

func TestOldPicturesAreDropped(t *testing.T) {
	s := newStudio(t, 640, 360)
	for houses := 1; houses <= rules.MaxHouses; houses++ {
		v := s.still(startOf(t, uint8(houses), 2))
		s.shoot(v)
		s.art.Tick()
		if s.art.scenes[keyOf(v.Layout, s.canvas.unit, false, "")] == nil {
			t.Errorf("the picture of %d houses is gone at once", houses)
		}
		pixels := 0
		for _, scene := range s.art.scenes {
			pixels += scene.pixels()
		}
		if pixels > keptAreas*640*360 {
			t.Errorf("with %d houses, %d pictures with %d pixels are kept", houses, len(s.art.scenes), pixels)
		}
	}
	if n := len(s.art.scenes); n < 2 {
		t.Errorf("%d pictures are kept", n)
	}
}

// A close-up of a board much larger than the window looks like the part of the whole board, and
// takes no more memory than other boards.
func TestCloseUp(t *testing.T) {
	s := newStudio(t, 640, 360)
	v := View{Layout: NewLayout(Rect{-900, -500, 2000, 1200}, kalah(3), rules.South), Moment: motion.Still(startOf(t, 3, 5).Board()), NoCounts: true}
	part := s.shoot(v)
	for _, scene := range s.art.scenes {
		if pixels := scene.wood.pixels(); pixels > 2*640*360 {
			t.Errorf("the wood of a close-up takes %d pixels", pixels)
		}
	}
	whole := need.Must(NewBoardArt())(t) // of no window
	defer whole.clear()
	s.art.DrawBackdrop(s.canvas)
	whole.Draw(s.canvas, v)
	for i, want := range s.read().Pix {
		if math.Abs(float64(part.Pix[i])-float64(want)) > 2 {
			t.Fatalf("byte %d of the close-up is %d, of the whole board %d", i, part.Pix[i], want)
		}
	}
}

func TestBackdropFollowsTheWindow(t *testing.T) {
	s := newStudio(t, 640, 360)
	s.art.DrawBackdrop(s.canvas)
	first := s.read()
	if c, m := first.RGBAAt(0, 0), first.RGBAAt(320, 160); gray([]uint8{c.R, c.G, c.B}) >= gray([]uint8{m.R, m.G, m.B}) {
		t.Errorf("the corner %v is not darker than the middle %v", c, m)
	}
	larger := ebiten.NewImage(800, 500)
	defer larger.Deallocate()
	s.canvas.Begin(larger, 1)
	s.art.DrawBackdrop(s.canvas)
	if got := s.art.back.size.X; got != 640 {
		t.Errorf("the backdrop is drawn anew at once, %d wide", got)
	}
	asked := false
	for range settleTicks {
		asked = s.art.Tick() || asked
	}
	s.art.DrawBackdrop(s.canvas)
	if got := s.art.back.size.X; got != 800 || !asked {
		t.Errorf("the backdrop is %d wide; drawing it again was asked for: %v", got, asked)
	}
}

func TestDrawTakesWhatIsNotThere(t *testing.T) {
	s := newStudio(t, 320, 180)
	nowhere := rules.Pit{Side: 9, House: 200}
	v := View{
		Layout: s.layout(kalah(2)), Turn: 7, ShowTurn: true, Focus: nowhere, HasFocus: true, Last: nowhere, HasLast: true,
		Hint: nowhere, HasHint: true,
		Preview: &motion.Preview{From: nowhere, Last: nowhere}, PreviewWords: "captures 5",
	}
	v.Moment.Hot, v.Moment.HasHot = nowhere, true
	v.Moment.Board.Store[0], v.Moment.Board.House[1][1] = 255, 255
	s.shoot(v)
}

func TestCanvasText(t *testing.T) {
	s := newStudio(t, 640, 360)
	c := s.canvas
	if w, n := c.TextWidth("1111", Body), c.TextWidth("8888", Body); math.Abs(w-n) > 0.01 {
		t.Errorf("digits are %g and %g wide", w, n)
	}
	long := "A sentence that is much too long for its place"
	if got := c.Fit(long, 120, Body); c.TextWidth(got, Body) > 120 || got == long || got == "…" {
		t.Errorf("Fit returns %q", got)
	}
	for _, line := range c.Wrap(long, 120, Body) {
		if c.TextWidth(line, Body) > 120 {
			t.Errorf("the line %q is too wide", line)
		}
	}
	for _, path := range []string{"/home/ann/.local/share/mancala/evidence/20261124-042108.txt", `C:\Users\ann\AppData\Local\mancala\evidence\20261124-042108.txt`} {
		lines := c.Wrap("It is kept in "+path+".", 200, Body)
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != "Itiskeptin"+path+"." {
			t.Errorf("the path became %q", lines)
		}
		for _, line := range lines {
			if c.TextWidth(line, Body) > 200 {
				t.Errorf("the line %q is too wide", line)
			}
		}
	}
}

// A frame with motion and turn allocates nothing in this package. Only the graphics library
// allocates twice a call, until it has drawn.
func TestDrawAllocatesLittle(t *testing.T) {
	if need.RaceDetector {
		t.Skip("SKIP: a frame allocates more under the race detector")
	}
	s := newStudio(t, 640, 360)
	p := rulestest.Position(t, "kalah(6,8) <6,24,24,8,0,0,0,0,8,1,7,8,8,8,0> south")
	_, sowing := rulestest.Sow(t, p, 6)
	v := s.still(p)
	line := motion.NewTimeline(p, sowing, motion.Normal, false)
	at := 200 * time.Millisecond
	frame := func() {
		at += time.Millisecond
		v.Moment = line.At(at)
		s.art.Draw(s.canvas, v)
	}
	frame()
	if n := testing.AllocsPerRun(50, frame); n > 2*11+4 { // and after a garbage collection
		t.Errorf("a frame allocates %g times", n)
	}
}
