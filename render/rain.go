package render

import "mancala/internal/motion"

// rainHeight is the height of the nearest seeds of the rain above the table, relative to flights.
const rainHeight = 0.9

// DrawRain draws the raining seeds of a finale and their shadows over an area, sized relative to
// the board of a view. Call it after the board is drawn, and before the words of the celebration.
func (a *BoardArt) DrawRain(c *Canvas, area Rect, v View) {
	if v.Finale == nil || len(v.Finale.Rain) == 0 {
		return
	}
	s := a.scene(c, v)
	a.seeds.reset()
	a.seeds.cell, a.seeds.radius = s.cell, s.radius
	for row := 1; row >= 0; row-- {
		for i := range v.Finale.Rain {
			a.addRain(c, area, v.Layout, &v.Finale.Rain[i], row)
		}
	}
	a.seeds.draw(c.dst, s.atlas)
}

// addRain adds one seed of the rain, or its shadow.
func (a *BoardArt) addRain(c *Canvas, area Rect, l Layout, r *motion.RainSeed, row int) {
	at := Point{area.X + r.X*area.W, area.Y + r.Y*area.H}.Mul(c.unit)
	radius := houseClasses[0].radius * houseRadius * l.pitch * c.unit * (0.8 + 0.5*r.Size)
	colour := uint8(r.Number % SeedColours)
	below, _ := aloft(at, rainHeight*r.Size, l.pitch*c.unit)
	if row == 1 {
		a.seeds.add(below, radius*1.2, colour, row, 1, 0.35)
		return
	}
	a.seeds.add(at, radius, colour, row, 1, 1)
}
