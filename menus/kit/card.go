package kit

import (
	"cmp"
	"slices"

	"mancala/render"
)

// Card is a large button with a picture, for a choice among a few items, such as computer players.
// Its label names the item, its caption describes it in up to three lines, and its badge is a word
// on the picture, for example for a beaten player.
type Card struct {
	Button
	// Dots is the number of filled discs out of OutOf under the picture, for example for strength.
	// With OutOf 0 there are none.
	Dots, OutOf int
	// Picture draws the picture in r. It may be nil.
	Picture func(c *render.Canvas, r render.Rect)
	// Wide says that the picture is wider than high, and that no card is beside this one: it gets
	// all room above the texts.
	Wide bool
	// Selected marks the card chosen last.
	Selected bool

	row     []*Card          // the cards of the same size that this one is among
	tallest float64          // the height of the longest caption of the row, when it was placed
	title   render.TextStyle // in which the titles of the row had room then
}

// NewCard returns a card.
func NewCard(label, caption string, onPress func()) *Card {
	return &Card{Button: Button{Label: label, Caption: caption, OnPress: onPress}}
}

// Describe returns the card's label, badge and caption.
func (d *Card) Describe() Info {
	info := Info{Kind: KindCard, Label: d.Label, Value: d.Badge, Shortcut: d.Shortcut, Note: d.Caption}
	if d.Selected {
		info.Selected = 1
	}
	return info
}

const (
	cardPad   = 12.0
	cardTitle = 26.0
	cardDots  = 20.0
	cardLines = 3
)

var (
	cardTitleStyle = render.Action
	cardLineStyle  = render.Caption
)

// cardPlaces are the parts of a card.
type cardPlaces struct{ picture, foot, title, dots, line render.Rect }

// places divides the card. The picture gets the room beside the texts. On a flat card it is to
// their left, and they are in the middle of the height.
func (d *Card) places(c *render.Canvas) cardPlaces {
	var p cardPlaces
	texts := cardTitle + 2*cardPad
	lines := cardLines * cardLineStyle.Size * LineSpacing
	if d.Wide { // as few as it has, or as others of its row
		lines = max(d.tallest, TextHeight(c, d.Caption, d.bounds.W-2*cardPad, cardLineStyle))
	}
	if d.Caption != "" {
		texts += lines
	}
	if d.OutOf > 0 || slices.ContainsFunc(d.row, func(other *Card) bool { return other.OutOf > 0 }) {
		texts += cardDots
	}
	lowest := 96.0 // the least height of a picture above the texts
	if d.Wide {
		lowest = 64
	}
	if narrow := !d.Wide && d.bounds.W < 240; d.bounds.H >= texts+lowest {
		p.foot, p.picture = d.bounds.CutBottom(texts)
	} else {
		share, ratio := 0.27, 1.0 // of the card's width, and the picture's width to its height
		switch {
		case d.Wide:
			share, ratio = 0.33, 2
		case narrow: // the words need the room
			share = 0.19
		}
		p.picture, p.foot = d.bounds.CutLeft(min(ratio*d.bounds.H, share*d.bounds.W))
		need := texts - lines + max(d.tallest, TextHeight(c, d.Caption, p.foot.W-2*cardPad, cardLineStyle))
		if d.Caption != "" && need < p.foot.H {
			p.foot = p.foot.Centered(p.foot.W, need)
		}
	}
	rest := p.foot.Inset(cardPad)
	p.title, rest = rest.CutTop(cardTitle)
	if d.OutOf > 0 {
		p.dots, rest = rest.CutTop(cardDots)
	}
	p.line = rest
	p.picture = p.picture.Inset(8)
	return p
}

// measure measures the row, for titles of one size at one height.
func (d *Card) measure(c *render.Canvas, r render.Rect) {
	if d.row == nil {
		return
	}
	d.bounds, d.tallest = r, 0
	place := d.places(c).title
	d.title = cardTitleStyle
	for _, other := range d.row {
		d.tallest = max(d.tallest, TextHeight(c, other.Caption, place.W, cardLineStyle))
		d.title.Size = min(d.title.Size, fit(c, other.Label, place.W, place.H, cardTitleStyle).style.Size)
	}
}

func (d *Card) clipped(c *render.Canvas) bool {
	p := d.places(c)
	return !fits(c, d.Label, p.title, cardTitleStyle) || !textFits(c, d.Caption, p.line, cardLineStyle)
}

func (d *Card) tip() string {
	if d.Tip == "" && d.cut {
		return d.Caption
	}
	return d.Tip
}

// Draw draws the card.
func (d *Card) Draw(c *render.Canvas, at State) {
	const corner = 14
	unfocused := at
	unfocused.Focused = false // a ring shows the focus, so that the picture keeps its ground
	look := buttonLook(&d.Button, unfocused)
	switch {
	case at.Focused:
		look.ground = render.PanelHover
		c.StrokeRect(d.bounds.Inset(-6), corner+6, 4, render.Gold)
	case d.Selected:
		look.edge, look.width = render.InkSoft, 2
	}
	d.cut = d.clipped(c)
	p := d.places(c)
	c.FillRect(d.bounds, corner, look.ground)
	if d.Picture != nil && p.picture.W > 0 && p.picture.H > 0 {
		d.Picture(c, p.picture)
	}
	if d.Badge != "" {
		d.drawBadge(c, p.picture)
	}
	title, soft := cmp.Or(d.title, cardTitleStyle).In(look.ink), cardLineStyle.In(look.soft)
	drawFitted(c, d.Label, p.title, title)
	for i := range d.OutOf {
		const radius, step = 4.5, 15
		at := render.Point{X: p.dots.X + radius + step*float64(i), Y: p.dots.Y + 8}
		if i < d.Dots {
			c.FillCircle(at, radius, look.ink)
		} else {
			c.StrokeRect(render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}, radius, 1.5, look.soft)
		}
	}
	DrawText(c, d.Caption, p.line, soft)
	c.StrokeRect(d.bounds, corner, look.width, look.edge)
}

// drawBadge draws the badge in the top right corner of the picture.
func (d *Card) drawBadge(c *render.Canvas, picture render.Rect) {
	style := keyStyle.In(render.Ink)
	w := c.TextWidth(d.Badge, style) + 18
	r := render.Rect{X: picture.Right() - w, Y: picture.Y, W: w, H: 24}
	c.FillRect(r, 12, render.Panel)
	c.StrokeRect(r, 12, 1, render.Line)
	c.Text(d.Badge, r.Center(), style)
}
