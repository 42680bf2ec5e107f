package render

import (
	"image"
	"math"
	"testing"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// titles are the names in the wood of the pictures.
var titles = map[string]string{"empty-capture": "Empty capture", "video": "Video Kalah", "togyz": "Togyz Kumalaq"}

// shown is the first position of a game on its board, after a few plies.
func shown(t testing.TB, s *studio, game rules.NamedVariant) View {
	t.Helper()
	p := need.Must(rules.Start(game.Variant))(t)
	past := []rules.Position{p}
	for n := 0; n < 7 && !p.Over(); n++ {
		for h := range p.Plies() {
			if (int(h)+n)%3 > 0 {
				p, _ = need.Must2(rules.Play(past, h))(t)
				past = rules.Extend(past, p)
				break
			}
		}
	}
	if game.Tuzdik {
		p = rulestest.Position(t, owned)
	}
	v := s.still(p)
	if v.Name = titles[game.Name]; v.Name == "" {
		v.Name = game.Name
	}
	v.Moment = motion.Still(p.Board())
	return v
}

// TestGoldenFaces draws the boards of all games in each theme, lying and upright, small.
func TestGoldenFaces(t *testing.T) {
	compareFaces(t, func(w, h int) *studio {
		s := newStudio(t, w, h)
		s.canvas.Begin(s.image, readableUnit/2) // boards of the usual size, in fewer pixels
		return s
	})
}

// compareFaces compares the boards of all games, drawn in a studio of a size, with the golden
// pictures.
func compareFaces(t *testing.T, in func(w, h int) *studio) {
	t.Helper()
	for class, size := range map[string]image.Point{"landscape": {240, 126}, "portrait": {126, 210}} {
		s := in(size.X, size.Y)
		for _, theme := range Themes() {
			s.inTheme(theme.WithSeeds(GameSeeds))
			var pictures []*image.RGBA
			for _, game := range rules.Presets() {
				pictures = append(pictures, s.shoot(shown(t, s, game)))
			}
			compare(t, "faces-"+theme.Code()+"-"+class, contactSheet(size, pictures))
		}
	}
}

// In gray, without names, words and seeds, the boards of any two games differ in every theme, those
// of relatives less than others.
func TestFacesDifferInGray(t *testing.T) {
	s := newStudio(t, 320, 160)
	least := map[string]float64{"walnut": 4, "slate": 4, "contrast": 2}
	for _, theme := range Themes() {
		s.inTheme(theme)
		var pictures []*image.RGBA
		for _, game := range rules.Presets() {
			pictures = append(pictures, s.shoot(View{Layout: s.layout(game.Variant), NoCounts: true}))
		}
		for i, a := range pictures {
			for j, b := range pictures[:i] {
				sum := 0.0
				for at := 0; at < len(a.Pix); at += 4 {
					sum += math.Abs(gray(a.Pix[at:]) - gray(b.Pix[at:]))
				}
				if mean := 4 * sum / float64(len(a.Pix)); mean < least[theme.Code()] {
					t.Errorf("%s: the boards of %s and %s differ only by %.1f of 255", theme.Code(), faces[i].game, faces[j].game, mean)
				}
			}
		}
	}
}

// Each named game has a face of its own, and a variation of its rules has that of the game.
func TestEveryGameHasItsFace(t *testing.T) {
	seen := map[uint8]string{}
	for _, game := range rules.Presets() {
		i := boardFaceOf(game.Variant)
		if other, taken := seen[i]; taken || faces[i].game != game.Name {
			t.Errorf("%s has the face of %s, %s", game.Name, faces[i].game, other)
		}
		seen[i] = game.Name
		v := game.Variant
		v.Houses, v.Pie = 7, true
		if boardFaceOf(v) != i {
			t.Errorf("%s with another size and the pie rule has the face of %s", game.Name, faces[boardFaceOf(v)].game)
		}
	}
	own := rules.Presets()[5].Variant // rules without a name
	own.MustFeed = !own.MustFeed
	if got := faces[boardFaceOf(own)].game; got != own.Discipline() {
		t.Errorf("%v has the face of %s", own, got)
	}
}

// The name is carved between the rows, clear of all pits, however long it is, and on boards of all
// shapes. A name in letters that the program has not is left out.
func TestNamesFitTheWood(t *testing.T) {
	f := need.Must(loadFonts())(t)
	for _, area := range testAreas {
		for _, game := range rules.Presets() {
			l := NewLayout(area, game.Variant, rules.South)
			for _, name := range []string{"Oware", "Togyz Kumalaq", "A game whose name is much longer than any other game's"} {
				line, ok := l.nameLine(f, name, 1)
				if ok == l.small() && len(name) < 20 {
					t.Fatalf("%v, %s: a name is carved: %v", area, game.Name, ok)
				}
				if !ok {
					continue
				}
				m := line.face.Metrics()
				place := l.around(0, 0, line.length/2, m.CapHeight/2)
				for _, p := range pitsOf(l) {
					if !apart(place, l.Pit(p)) {
						t.Errorf("%v, %s: %q at %v lies over %v", area, game.Name, name, place, p)
					}
				}
			}
			if _, ok := l.nameLine(f, "Манкала", 1); ok == l.small() {
				t.Errorf("%v: Cyrillic letters are carved: %v", area, ok)
			}
			if _, ok := l.nameLine(f, "播棋", 1); ok {
				t.Error("letters are carved that the program has not")
			}
		}
	}
}

// A name changes the wood where it is carved, in every theme, and nowhere else.
func TestNamesAreCarved(t *testing.T) {
	for _, size := range []image.Point{{640, 360}, {360, 640}} {
		s := newStudio(t, size.X, size.Y)
		for _, theme := range Themes() {
			s.inTheme(theme)
			for _, game := range rules.Presets() {
				v := View{Layout: s.layout(game.Variant)}
				bare := s.shoot(v)
				v.Name = game.Name
				named := s.shoot(v)
				along, across := v.Layout.nameRoom()
				room := v.Layout.around(0, 0, along, across)
				inside, outside := 0, 0
				for y := range size.Y {
					for x := range size.X {
						switch changed := distance(bare.RGBAAt(x, y), named.RGBAAt(x, y)) > 24; {
						case changed && room.Contains(Point{float64(x), float64(y)}.Mul(1/s.canvas.unit)):
							inside++
						case changed:
							outside++
						}
					}
				}
				if inside < 40 || outside > 0 {
					t.Errorf("%v, %s, %s: the name changes %d pixels in its place and %d elsewhere", size, theme.Code(), game.Name, inside, outside)
				}
			}
		}
	}
}

// With the seeds of each game, a board has its own where its game has some.
func TestBoardsHaveTheSeedsOfTheirGame(t *testing.T) {
	for i := range faces {
		f, usual := &faces[i], Walnut()
		own := usual.WithSeeds(GameSeeds).of(f).seeds != usual.seeds
		if want := f.seeds != (seedLook{}); own != want {
			t.Errorf("%s has seeds of its own: %v", f.game, own)
		}
		if usual.WithSeeds(CowrieSeeds).of(f).seeds != usual.WithSeeds(CowrieSeeds).seeds {
			t.Errorf("%s has other seeds than a person chose", f.game)
		}
	}
}
