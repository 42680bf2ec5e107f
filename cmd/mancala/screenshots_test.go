package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// TestScreenshots plays a whole game in the program and reviews another one, and looks at it at the
// moments of the README's pictures. If MANCALA_SCREENSHOTS names a folder, the pictures there are
// brought up to date.
func TestScreenshots(t *testing.T) {
	needHost(t)
	program := buildProgram(t, "-tags", "ebitenginevmguest")
	game, middle, house := exampleGame(t)
	g := openGuest(t, program, 1280, 720, "--data-dir", keptSettings(t, map[string]string{
		"name": "Ann", "speed": "off", "greeted": "yes", "still": "yes", "two-taps": "no",
	}))
	g.until("main menu")
	g.clickTo("#main.two-here", "two players here")
	g.tabTo("#two-here.top")
	g.type_("Bo")
	g.clickTo("#two-here.play", "game")
	g.plays(game[:middle]...)
	g.tick(120) // the last message is gone
	g.shoot("game", "#house-"+house.String())
	leaveGame(g)
	g.waitFor("#main.continue")
	g.tick(400) // so is the sentence that the game is kept
	g.shoot("menu", "")
	g.clickTo("#main.continue", "game")
	g.plays(game[middle:]...)
	g.until("end of game")
	g.waitFor("#end.dont-save")
	g.click("#end.dont-save")
	g.tick(400)
	g.shoot("end", "")
	g.clickTo("#end.main-menu", "main menu")
	shootReview(g)
	g.clickTo("#main.settings", "settings")
	g.click("#settings.theme-slate")
	g.clickTo("#settings.back", "main menu")
	g.clickTo("#main.computer", "ladder")
	g.shoot("ladder", "")
}

// shootReview takes a picture of the review of a small game in which every position can be solved.
func shootReview(g *guest) {
	g.t.Helper()
	g.tabTo("#main.games") // the buttons move once the disk has answered whether there is a game to continue
	g.keyTo(ebiten.KeyEnter, "my games")
	g.clickTo("From a text...", "open game")
	g.tabTo("Text of the game")
	g.type_("kalah(4,4) 3 1 2 2 1 1 3 4 4 2 3 3 4 2 1 1 3 3 2 4")
	g.clickTo("Review", "review")
	g.Wait("the review to be done", func() bool { // on a busy machine some positions are only estimated
		g.tick(5)
		return slices.ContainsFunc(g.Screen().Controls, func(c drive.Control) bool {
			return strings.HasPrefix(c.Label, "graph, ") && strings.HasSuffix(c.Label, "known exactly")
		})
	})
	for range 12 { // back to the middle
		g.key(ebiten.KeyArrowLeft)
	}
	g.tick(120)
	g.shoot("review", "")
	for g.Screen().Name != "main menu" {
		g.key(ebiten.KeyEscape)
		if g.Screen().Name == "game menu" {
			g.click("#menu.leave")
		}
	}
}

// keptSettings returns a folder of the program with settings.
func keptSettings(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "kept")
	drive.Remember(t, dir, texts)
	return dir
}

// exampleGame returns a game of Kalah(6,4) between two greedy players, and a place in its middle
// where one of South's houses would win much.
func exampleGame(t *testing.T) (game []rules.House, middle int, house rules.House) {
	t.Helper()
	for seed := range uint64(1000) {
		chance := rand.New(rand.NewPCG(seed, 0))
		game, middle = nil, 0
		for {
			p := need.Must(rules.Replay(rules.Presets()[0].Variant, game...))(t)
			if p.Over() {
				break
			}
			best, gain := rules.House(0), -1.0
			for h := range p.Plies() {
				after := need.Must(rules.Replay(p.Variant(), append(slices.Clone(game), h)...))(t)
				won := float64(after.Store(p.ToMove()) - p.Store(p.ToMove()))
				if won += chance.Float64(); won > gain {
					best, gain = h, won
				}
			}
			if n := len(game); p.ToMove() == rules.South && n >= 14 && n <= 24 && gain >= 7 {
				middle, house = n, best
			}
			game = append(game, best)
		}
		if p, _ := rules.Replay(rules.Presets()[0].Variant, game...); middle > 0 && p.Outcome() == rules.Winner(rules.South) {
			return game, middle, house
		}
	}
	t.Fatal("there is no such game")
	return nil, 0, 0
}

// plays clicks houses, one after the other.
func (g *guest) plays(houses ...rules.House) {
	g.t.Helper()
	for _, h := range houses {
		n := len(g.Find("ply"))
		g.waitFor("#house-" + h.String())
		g.click("#house-" + h.String())
		g.Wait("ply "+h.String(), func() bool { g.tick(1); return len(g.Find("ply")) > n })
	}
}

// point moves the pointer over a control, or nowhere if there is none of that name.
func (g *guest) point(over string) {
	g.session.MoveCursor(2, 2) // nothing is under it
	for _, c := range g.Screen().Controls {
		if c.Is(over) {
			g.session.MoveCursor(float64(c.X), float64(c.Y))
		}
	}
}

// shoot checks the screen, with the pointer over a control or nowhere. If asked to, it saves the
// picture for the README, unless the present one looks the same.
func (g *guest) shoot(name, over string) {
	g.t.Helper()
	g.point(over)
	g.see("readme-" + name)
	dir := os.Getenv("MANCALA_SCREENSHOTS")
	if dir == "" {
		return // the picture depends on the driver, and the judge's words on the pace of the machine
	}
	size := g.screen.Bounds().Size()
	picture := &image.RGBA{Pix: slices.Clone(g.pixels), Stride: 4 * size.X, Rect: image.Rect(0, 0, size.X, size.Y)}
	for i := range picture.Pix { // the lowest bits take most of the room in a file
		if i%4 != 3 {
			picture.Pix[i] = picture.Pix[i]&^3 | 2
		}
	}
	file := filepath.Join(dir, name+".png")
	if looksLike(file, picture) {
		return
	}
	f := need.Must(os.Create(file))(g.t)
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, picture); err != nil {
		g.t.Error(err)
	}
	if err := f.Close(); err != nil {
		g.t.Error(err)
	}
}

// looksLike reports whether the picture in a file differs only by the rounding of edges: no cell of
// the picture has another colour on average.
func looksLike(file string, got image.Image) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	old, err := png.Decode(f)
	return err == nil && alike(old, got)
}

// alike is looksLike for two pictures.
func alike(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	size := a.Bounds().Size()
	for y := 0; y < size.Y; y += cell {
		for x := 0; x < size.X; x += cell {
			p, q := mean(a, x, y), mean(b, x, y)
			for i := range p {
				if math.Abs(p[i]-q[i]) > sameColour {
					return false
				}
			}
		}
	}
	return true
}

// cell is the side of a cell of a picture, in pixels, and sameColour the largest difference of a
// channel of its mean colour, of 255.
const (
	cell       = 8
	sameColour = 10
)

// mean returns the mean colour of a cell.
func mean(img image.Image, x, y int) (sum [3]float64) {
	place := image.Rect(x, y, x+cell, y+cell).Intersect(img.Bounds())
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for x := place.Min.X; x < place.Max.X; x++ {
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			for i, v := range [3]uint8{c.R, c.G, c.B} {
				sum[i] += float64(v) / float64(place.Dx()*place.Dy())
			}
		}
	}
	return sum
}

// A name that has moved is another picture; noise and rounded edges are not.
func TestAlike(t *testing.T) {
	f := need.Must(os.Open(filepath.Join("..", "..", "docs", "end.png")))(t)
	defer f.Close()
	old := need.Must(png.Decode(f))(t)
	name := image.Rect(560, 652, 610, 678) // of a player, below the score
	moved, noisy := image.NewRGBA(old.Bounds()), image.NewRGBA(old.Bounds())
	draw.Draw(moved, moved.Rect, old, image.Point{}, draw.Src)
	draw.Draw(moved, name.Add(image.Pt(40, 0)), old, name.Min, draw.Src)
	chance := rand.New(rand.NewPCG(1, 0))
	for y := range noisy.Rect.Dy() {
		for x := range noisy.Rect.Dx() {
			c := color.RGBAModel.Convert(old.At(x, y)).(color.RGBA)
			noisy.SetRGBA(x, y, color.RGBA{near(c.R, chance), near(c.G, chance), near(c.B, chance), 255})
		}
	}
	if alike(old, moved) {
		t.Error("a picture with a moved name counts as the same")
	}
	if !alike(old, noisy) {
		t.Error("a picture with noise counts as another one")
	}
}

// near returns a value with noise.
func near(v uint8, chance *rand.Rand) uint8 {
	return uint8(max(0, min(255, int(v)+chance.IntN(25)-12)))
}
