package render

import (
	"math"
	"testing"
)

func TestRectCuts(t *testing.T) {
	r := Rect{10, 20, 100, 60}
	type cut func(float64) (Rect, Rect)
	tests := []struct {
		name       string
		cut        cut
		part, rest Rect
	}{
		{"top", r.CutTop, Rect{10, 20, 100, 15}, Rect{10, 35, 100, 45}},
		{"bottom", r.CutBottom, Rect{10, 65, 100, 15}, Rect{10, 20, 100, 45}},
		{"left", r.CutLeft, Rect{10, 20, 15, 60}, Rect{25, 20, 85, 60}},
		{"right", r.CutRight, Rect{95, 20, 15, 60}, Rect{10, 20, 85, 60}},
	}
	for _, tt := range tests {
		if part, rest := tt.cut(15); part != tt.part || rest != tt.rest {
			t.Errorf("%s: %v and %v, want %v and %v", tt.name, part, rest, tt.part, tt.rest)
		}
	}
}

func TestRectShapes(t *testing.T) {
	r := Rect{10, 20, 100, 60}
	for name, pair := range map[string][2]Rect{
		"inset":    {r.Inset(5), {15, 25, 90, 50}},
		"grown":    {r.Inset(-5), {5, 15, 110, 70}},
		"moved":    {r.Move(Point{1, -2}), {11, 18, 100, 60}},
		"centered": {r.Centered(20, 10), {50, 45, 20, 10}},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %v, want %v", name, pair[0], pair[1])
		}
	}
	for at, want := range map[Point]bool{{10, 20}: true, {109, 79}: true, {110, 50}: false, {50, 80}: false, {9, 50}: false} {
		if r.Contains(at) != want {
			t.Errorf("Contains(%v) = %v", at, !want)
		}
	}
	if (Rect{0, 0, -4, 10}).Contains(Point{-1, 1}) {
		t.Error("a rectangle of negative width contains a point")
	}
}

func TestPoints(t *testing.T) {
	p, q := Point{1, 2}, Point{4, 6}
	if p.Add(q) != (Point{5, 8}) || q.Sub(p) != (Point{3, 4}) || p.Mul(3) != (Point{3, 6}) || p.Distance(q) != 5 {
		t.Error("arithmetic of points is wrong")
	}
	if p.Lerp(q, 0) != p || p.Lerp(q, 1) != q || p.Lerp(q, 0.5) != (Point{2.5, 4}) {
		t.Error("Lerp is wrong")
	}
}

func TestScale(t *testing.T) {
	tests := []struct {
		w, h         int
		device, want float64
	}{
		{1280, 720, 1, 1},
		{2560, 1440, 1, 1.6817928305},
		{2560, 1440, 2, 2},
		{1280, 2000, 1, 1.4760880887},
		{720, 1300, 1, 1},
		{600, 1000, 1, 600.0 / 720},
		{640, 400, 1, 0.7},
		{1280, 800, 2, 1.4},
		{3840, 2160, 1, 2.2795070570},
		{1170, 2532, 3, 2.1},
		{780, 1328, 2, 1.4},
		{844, 390, 1, 0.7},
		{667, 375, 1, 375.0 / 557},
		{360, 640, 1, 360.0 / 557},
		{320, 640, 1, 320.0 / 557},
		{0, 0, 1, 0.7},
	}
	for _, tt := range tests {
		if got := Scale(tt.w, tt.h, tt.device); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Scale(%d, %d, %g) = %g, want %g", tt.w, tt.h, tt.device, got, tt.want)
		}
	}
}

// With any factor, a window has at least five sixths of the units of the smallest one, or as many
// as without a factor.
func TestEnlarged(t *testing.T) {
	tests := []struct {
		w, h                 int
		device, factor, want float64
	}{
		{1280, 720, 1, 1, 1},
		{1280, 720, 1, 1.1, 1.1},
		{1280, 720, 1, 2, 720.0 / 557 * 1.2},
		{1280, 720, 1, 0.9, 0.9},
		{640, 400, 1, 1.1, 0.77},
		{640, 400, 1, 1.5, 640.0 / 914 * 1.2},
		{844, 390, 1, 1.5, 390.0 / 557 * 1.2},
		{640, 400, 1, 0.5, 0.7},
		{600, 1000, 1, 1.25, 600.0 / 720 * 1.25},
		{600, 1000, 1, 2, 1000.0 / 948 * 1.2},
		{390, 844, 1, 1.5, 390.0 / 557 * 1.2},
		{1170, 2532, 3, 1.5, 1170.0 / 557 * 1.2},
		{780, 780, 2, 1, 780.0 / 914},
		{1200, 2000, 1, 1.25, 1.4668528947 * 1.25},
		{1200, 2000, 1, 2, 2000.0 / 948 * 1.2},
		{2560, 1440, 2, 0.5, 1.4},
		{0, 0, 1, 1.25, 0.7},
	}
	for _, tt := range tests {
		got := Enlarged(tt.w, tt.h, tt.device, tt.factor)
		if math.Abs(got-tt.want) > 1e-3 {
			t.Errorf("Enlarged(%d, %d, %g, %g) = %g, want %g", tt.w, tt.h, tt.device, tt.factor, got, tt.want)
		}
	}
}
