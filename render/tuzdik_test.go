package render

import (
	"image"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// owned is a position of Togyz with a tuzdik of each side, and large piles.
const owned = "togyz(9,9) <9,20,18,4,x,0,41,1,17,9,5,1,2,0,5,0,x,13,16,8,2> south"

// Boards with tuzdiks in each theme and class of sizes, and one of five houses.
func TestGoldenTuzdiks(t *testing.T) {
	for class, size := range map[string]image.Point{"landscape": {480, 270}, "portrait": {270, 480}} {
		s := newStudio(t, size.X, size.Y)
		var pictures []*image.RGBA
		for _, theme := range Themes() {
			s.inTheme(theme)
			pictures = append(pictures, s.shoot(s.still(rulestest.Position(t, owned))))
		}
		s.inTheme(Walnut())
		start := need.Must(rules.Start(rulestest.Variant(t, "bestemshe", 5, 5)))(t)
		pictures = append(pictures, s.shoot(s.still(start)))
		compare(t, "tuzdik-"+class, contactSheet(size, pictures))
	}
}

// Tuzdiks and their channels stand out in every theme and without hues.
func TestTuzdiksStandOut(t *testing.T) {
	for _, theme := range Themes() {
		s := newStudio(t, 640, 360).inTheme(theme)
		v := View{Layout: s.layout(rulestest.Variant(t, "togyz", 9, 9))}
		pit := rules.Pit{Side: rules.North, House: 5}
		at := v.Layout.Pit(pit)
		bright := func(picture *image.RGBA, r Rect) (sum float64) {
			u := s.canvas.unit
			for y := int(r.Y * u); y < int(r.Bottom()*u); y++ {
				for x := int(r.X * u); x < int(r.Right()*u); x++ {
					sum += gray(picture.Pix[picture.PixOffset(x, y):])
				}
			}
			return sum / (r.W * r.H * u * u)
		}
		empty := s.shoot(v)
		v.Moment.Board.Tuzdik[rules.South] = pit.House
		marked := s.shoot(v)
		if got := bright(marked, at) - bright(empty, at); got < 35 {
			t.Errorf("%s: a tuzdik is only %.0f of 255 brighter than an empty house", theme.Code(), got)
		}
		for _, part := range v.Layout.channel(pit, rules.South) {
			if got := bright(marked, part) - bright(empty, part); got < 35 {
				t.Errorf("%s: the channel at %v is only %.0f of 255 brighter than the wood", theme.Code(), part, got)
			}
		}
	}
}

// The channel of a tuzdik leads from its house to the store of its owner, and over no other pit, on
// boards of all shapes.
func TestChannelsLeadToTheOwner(t *testing.T) {
	game := rulestest.Variant(t, "togyz", 9, 9)
	for game.Houses = 2; game.Houses <= rules.MaxHouses; game.Houses++ {
		for _, area := range testAreas {
			for _, owner := range []rules.Side{rules.South, rules.North} {
				for h := 1; h < int(game.Houses); h++ {
					l := NewLayout(area, game, rules.South)
					tuzdik, store := rules.Pit{Side: owner.Opponent(), House: rules.House(h)}, rules.StoreOf(owner)
					channelLeads(t, l, tuzdik, store)
				}
			}
		}
	}
}

func channelLeads(t *testing.T, l Layout, tuzdik, store rules.Pit) {
	t.Helper()
	parts := l.channel(tuzdik, store.Side)
	if apart(parts[0], l.Pit(tuzdik)) || apart(parts[len(parts)-1], l.Pit(store)) {
		t.Errorf("%v: the channel %v does not lead from %v to %v", l, parts, tuzdik, store)
	}
	for i, part := range parts {
		if i > 0 && apart(part, parts[i-1]) {
			t.Errorf("%v: the channel %v has a gap", l, parts)
		}
		l.each(func(p rules.Pit) {
			if p != tuzdik && p != store && !apart(part, l.Pit(p)) {
				t.Errorf("%v: the channel %v of %v crosses %v", l, parts, tuzdik, p)
			}
		})
	}
}
