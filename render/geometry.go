package render

import "math"

// Point is a place on the screen, in units; see [Canvas]. Y grows downwards.
type Point struct{ X, Y float64 }

// Add returns p moved by q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns the way from q to p.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Mul returns p scaled by k.
func (p Point) Mul(k float64) Point { return Point{p.X * k, p.Y * k} }

// Lerp returns the point a share t of the way from p to q; t is 0 at p and 1 at q.
func (p Point) Lerp(q Point, t float64) Point { return p.Add(q.Sub(p).Mul(t)) }

// Distance returns how far q is from p.
func (p Point) Distance(q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// Rect is an upright rectangle, in units; see [Canvas]. A negative width or height counts as empty.
type Rect struct{ X, Y, W, H float64 }

// Contains reports whether the point lies in the rectangle. The left and top edges belong to it,
// the others do not.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.X < r.X+r.W && p.Y >= r.Y && p.Y < r.Y+r.H
}

// Center returns the middle of the rectangle.
func (r Rect) Center() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Right returns the x of the right edge.
func (r Rect) Right() float64 { return r.X + r.W }

// Bottom returns the y of the bottom edge.
func (r Rect) Bottom() float64 { return r.Y + r.H }

// Inset returns the rectangle with d taken off on every side. A negative d grows it.
func (r Rect) Inset(d float64) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Move returns the rectangle moved by d.
func (r Rect) Move(d Point) Rect { return Rect{r.X + d.X, r.Y + d.Y, r.W, r.H} }

// CutTop returns the uppermost h units of r and what is below them.
func (r Rect) CutTop(h float64) (top, rest Rect) {
	return Rect{r.X, r.Y, r.W, h}, Rect{r.X, r.Y + h, r.W, r.H - h}
}

// CutBottom returns the lowest h units of r and what is above them.
func (r Rect) CutBottom(h float64) (bottom, rest Rect) {
	return Rect{r.X, r.Bottom() - h, r.W, h}, Rect{r.X, r.Y, r.W, r.H - h}
}

// CutLeft returns the leftmost w units of r and what is to the right of them.
func (r Rect) CutLeft(w float64) (left, rest Rect) {
	return Rect{r.X, r.Y, w, r.H}, Rect{r.X + w, r.Y, r.W - w, r.H}
}

// CutRight returns the rightmost w units of r and what is to the left of them.
func (r Rect) CutRight(w float64) (right, rest Rect) {
	return Rect{r.Right() - w, r.Y, w, r.H}, Rect{r.X, r.Y, r.W - w, r.H}
}

// Centered returns a rectangle of size w by h in the middle of r.
func (r Rect) Centered(w, h float64) Rect { return Rect{r.X + (r.W-w)/2, r.Y + (r.H-h)/2, w, h} }

// Smallest and natural size of the drawing area, in units. See [Scale].
const (
	naturalWidth, naturalHeight = 1280, 720
	smallestUnit                = 0.7
)

// Scale returns how many physical pixels one unit has in a window of width by height physical
// pixels on a screen with that device scale factor. A window of 1280x720 is exactly as many units;
// a larger one shows the same larger, and a smaller one the same smaller, but never below 0.7
// device pixels a unit, so that text stays readable: then there are fewer units to lay out. At
// 640x400 there are about 914x571.
func Scale(width, height int, deviceScale float64) float64 {
	u := min(float64(width)/naturalWidth, float64(height)/naturalHeight)
	return max(u, smallestUnit*deviceScale)
}

// Enlarged is [Scale] for a person who wants everything larger or smaller, by a factor. A unit does
// not get larger than leaves as many units as the smallest window has, nor smaller than it is
// there.
func Enlarged(width, height int, deviceScale, factor float64) float64 {
	u := Scale(width, height, deviceScale)
	const long, short = 914, 571
	most := min(float64(width)/long, float64(height)/short)
	if height > width { // upright layouts are as wide as the smallest of them
		most = float64(width) / 857
	}
	return max(smallestUnit*deviceScale, min(u*factor, max(u, most)))
}
