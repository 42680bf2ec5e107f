// Package kage runs the program's shaders without a graphics card. Its programs are generated from
// the Kage files of package render, so a board has one description of its wood and light.
package kage

import "math"

// Vec2, Vec3 and Vec4 are the vectors of Kage.
type (
	Vec2 struct{ X, Y float32 }
	Vec3 struct{ X, Y, Z float32 }
	Vec4 struct{ X, Y, Z, W float32 }
)

func splat2(v float32) Vec2 { return Vec2{v, v} }
func splat3(v float32) Vec3 { return Vec3{v, v, v} }
func splat4(v float32) Vec4 { return Vec4{v, v, v, v} }

func add2(a, b Vec2) Vec2 { return Vec2{a.X + b.X, a.Y + b.Y} }
func sub2(a, b Vec2) Vec2 { return Vec2{a.X - b.X, a.Y - b.Y} }
func mul2(a, b Vec2) Vec2 { return Vec2{a.X * b.X, a.Y * b.Y} }
func div2(a, b Vec2) Vec2 { return Vec2{a.X / b.X, a.Y / b.Y} }
func add3(a, b Vec3) Vec3 { return Vec3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func mul3(a, b Vec3) Vec3 { return Vec3{a.X * b.X, a.Y * b.Y, a.Z * b.Z} }
func div3(a, b Vec3) Vec3 { return Vec3{a.X / b.X, a.Y / b.Y, a.Z / b.Z} }
func mul4(a, b Vec4) Vec4 { return Vec4{a.X * b.X, a.Y * b.Y, a.Z * b.Z, a.W * b.W} }

func floor1(v float32) float32 {
	n := float32(int32(v))
	if n > v {
		n--
	}
	return n
}

func fract1(v float32) float32 { return v - floor1(v) }
func floor2(v Vec2) Vec2       { return Vec2{floor1(v.X), floor1(v.Y)} }
func fract2(v Vec2) Vec2       { return Vec2{fract1(v.X), fract1(v.Y)} }
func fract3(v Vec3) Vec3       { return Vec3{fract1(v.X), fract1(v.Y), fract1(v.Z)} }

func abs1(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}

func abs2(v Vec2) Vec2 { return Vec2{abs1(v.X), abs1(v.Y)} }

func sign1(v float32) float32 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func sign2(v Vec2) Vec2 { return Vec2{sign1(v.X), sign1(v.Y)} }

func max2(a, b Vec2) Vec2 { return Vec2{max(a.X, b.X), max(a.Y, b.Y)} }
func min3(a, b Vec3) Vec3 { return Vec3{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }

func clamp1(v, low, high float32) float32 { return min(max(v, low), high) }

func mix1(a, b, t float32) float32 { return a*(1-t) + b*t }

func mix3(a, b Vec3, t float32) Vec3 {
	return Vec3{mix1(a.X, b.X, t), mix1(a.Y, b.Y, t), mix1(a.Z, b.Z, t)}
}

func smoothstep1(low, high, v float32) float32 {
	t := clamp1((v-low)/(high-low), 0, 1)
	return t * t * (3 - 2*t)
}

func dot2(a, b Vec2) float32 { return a.X*b.X + a.Y*b.Y }
func dot3(a, b Vec3) float32 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

func length2(v Vec2) float32 { return sqrt1(dot2(v, v)) }

func normalize2(v Vec2) Vec2 { return div2(v, splat2(length2(v))) }
func normalize3(v Vec3) Vec3 { return div3(v, splat3(sqrt1(dot3(v, v)))) }

func sqrt1(v float32) float32 { return float32(math.Sqrt(float64(v))) }
func sin1(v float32) float32  { return float32(math.Sin(float64(v))) }
func cos1(v float32) float32  { return float32(math.Cos(float64(v))) }
func exp1(v float32) float32  { return float32(math.Exp(float64(v))) }

func atan21(y, x float32) float32 { return float32(math.Atan2(float64(y), float64(x))) }

func pow1(v, n float32) float32 {
	if v <= 0 {
		return 0
	}
	return float32(math.Pow(float64(v), float64(n)))
}

func join21(a Vec2, z float32) Vec3 { return Vec3{a.X, a.Y, z} }
func join31(a Vec3, w float32) Vec4 { return Vec4{a.X, a.Y, a.Z, w} }
func join22(a, b Vec2) Vec4         { return Vec4{a.X, a.Y, b.X, b.Y} }
