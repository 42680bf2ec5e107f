package render

import "math"

// Point is a place on the screen, in units; see [Canvas]. Y grows downwards.
type Point struct{ X, Y float64 }

// Add returns p moved by q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns the vector from q to p.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Mul returns p scaled by k.
func (p Point) Mul(k float64) Point { return Point{p.X * k, p.Y * k} }

// Lerp returns the point between p (t = 0) and q (t = 1).
func (p Point) Lerp(q Point, t float64) Point { return p.Add(q.Sub(p).Mul(t)) }

// Distance returns the distance between p and q.
func (p Point) Distance(q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// Rect is an upright rectangle, in units; see [Canvas]. A negative width or height counts as empty.
type Rect struct{ X, Y, W, H float64 }

// Contains reports whether the rectangle contains a point. Of its edges it includes the left and
// the top one.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.X < r.X+r.W && p.Y >= r.Y && p.Y < r.Y+r.H
}

// Overlaps reports whether the rectangle has a point in common with another one.
func (r Rect) Overlaps(q Rect) bool {
	return r.X < q.Right() && q.X < r.Right() && r.Y < q.Bottom() && q.Y < r.Bottom()
}

// Center returns the middle of the rectangle.
func (r Rect) Center() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Right returns the x of the right edge.
func (r Rect) Right() float64 { return r.X + r.W }

// Bottom returns the y of the bottom edge.
func (r Rect) Bottom() float64 { return r.Y + r.H }

// Lerp returns the rectangle between r (t = 0) and q (t = 1).
func (r Rect) Lerp(q Rect, t float64) Rect {
	return Rect{r.X + (q.X-r.X)*t, r.Y + (q.Y-r.Y)*t, r.W + (q.W-r.W)*t, r.H + (q.H-r.H)*t}
}

// Inset returns the rectangle with d removed on every side. A negative d grows it.
func (r Rect) Inset(d float64) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Move returns the rectangle moved by d.
func (r Rect) Move(d Point) Rect { return Rect{r.X + d.X, r.Y + d.Y, r.W, r.H} }

// CutTop splits r into the top h units and the rest.
func (r Rect) CutTop(h float64) (top, rest Rect) {
	return Rect{r.X, r.Y, r.W, h}, Rect{r.X, r.Y + h, r.W, r.H - h}
}

// CutBottom splits r into the bottom h units and the rest.
func (r Rect) CutBottom(h float64) (bottom, rest Rect) {
	return Rect{r.X, r.Bottom() - h, r.W, h}, Rect{r.X, r.Y, r.W, r.H - h}
}

// CutLeft splits r into the leftmost w units and the rest.
func (r Rect) CutLeft(w float64) (left, rest Rect) {
	return Rect{r.X, r.Y, w, r.H}, Rect{r.X + w, r.Y, r.W - w, r.H}
}

// CutRight splits r into the rightmost w units and the rest.
func (r Rect) CutRight(w float64) (right, rest Rect) {
	return Rect{r.Right() - w, r.Y, w, r.H}, Rect{r.X, r.Y, r.W - w, r.H}
}

// Centered returns a rectangle of size w by h in the middle of r.
func (r Rect) Centered(w, h float64) Rect { return Rect{r.X + (r.W-w)/2, r.Y + (r.H-h)/2, w, h} }

// Sizes of the drawing area, in units: the natural ones, and the least for wide and for upright
// layouts. See [Scale].
const (
	naturalWidth, naturalHeight           = 1280, 720
	uprightWidth, uprightHeight           = 720, 1190
	leastWidth, leastHeight               = 914, 557
	leastUprightWidth, leastUprightHeight = 557, 948

	readableUnit = 0.7
	// closest is the factor by which a person may enlarge the unit of the least layouts, for
	// layouts that break their lines and scroll.
	closest = 1.2
	// growth is the exponent with which a unit grows with the size of a large window, relative to
	// the natural one. The rest of the growth is more units, for larger boards and more beside
	// them.
	growth = 0.75
)

// Scale returns the number of physical pixels a unit, in a window of width by height physical
// pixels on a screen with that device scale factor. A window of 1280x720 has 1280x720 units. Larger
// windows have larger and more units: 1522x856 at 2560x1440. Smaller ones have smaller units, down
// to 0.7 device pixels, so that text stays readable, and then fewer units: about 914x571 at
// 640x400, and 557x948 or 1205x557 on a phone of 390x664 or 844x390. In even smaller windows a unit
// shrinks further, so that everything stays visible.
func Scale(width, height int, deviceScale float64) float64 {
	if width <= 0 || height <= 0 {
		return readableUnit * deviceScale // the window is not there yet
	}
	w, h := float64(width), float64(height)
	u := min(w/naturalWidth, h/naturalHeight)
	if h > w {
		u = min(w/uprightWidth, h/uprightHeight)
	}
	if larger := u / deviceScale; larger > 1 {
		u = deviceScale * math.Pow(larger, growth)
	}
	u = max(u, readableUnit*deviceScale)
	return min(u, max(min(w/leastWidth, h/leastHeight), min(w/leastUprightWidth, h/leastUprightHeight)))
}

// Enlarged is [Scale] with a factor of the person's choice. It limits a unit so that layouts have
// enough units, about 762x476 at 640x400 and 464x1004 at 390x844, and text stays readable.
func Enlarged(width, height int, deviceScale, factor float64) float64 {
	u := Scale(width, height, deviceScale)
	w, h := float64(width), float64(height)
	most := min(w/leastWidth, h/leastHeight)
	if h > w {
		most = min(w/leastUprightWidth, h/leastUprightHeight)
	}
	most *= closest
	least := min(u, readableUnit*deviceScale)
	return max(least, min(u*factor, max(u, most)))
}
