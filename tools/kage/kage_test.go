package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"mancala/tools/need"
)

// The programs in the repository are those of the present shaders.
func TestProgramsAreUpToDate(t *testing.T) {
	made := need.Must(generate("../../render/shaders"))(t)
	if !bytes.Equal(made, need.Must(os.ReadFile("../../render/kage/programs.go"))(t)) {
		t.Error("render/kage/programs.go is stale: go run ./tools/kage")
	}
}

// translated returns the body of a function in Go.
func translated(t *testing.T, body string) string {
	t.Helper()
	var b bytes.Buffer
	source := "package main\nvar Tone vec3\nconst bevel = 0.5\nfunc f(p vec2, q vec3, x float) vec3 {\n" + body + "\n}\n"
	need.NoError(t, translate(&b, "Test", []byte(source)))
	_, code, _ := strings.Cut(b.String(), "x float32) Vec3 {\n")
	return strings.TrimSuffix(strings.TrimSpace(code), "}")
}

func TestTranslate(t *testing.T) {
	for kage, want := range map[string]string{
		"return q * 2":                      "return mul3(q, splat3(2))",
		"return 2 - q":                      "return sub3(splat3(2), q)",
		"return -q":                         "return mul3(q, splat3(-1))",
		"x *= 1 - bevel":                    "x *= 1-test_bevel",
		"q += x":                            "q = add3(q, splat3(x))",
		"return vec3(p, x)":                 "return join21(p, x)",
		"return vec3(0)":                    "return splat3(0)",
		"return vec3(p.x, 0, 1)":            "return Vec3{p.X, 0, 1}",
		"return q.zyx":                      "return Vec3{q.Z, q.Y, q.X}",
		"a := 0.5":                          "a := float32(0.5)",
		"a := max(x, 0)":                    "a := max(x, 0)",
		"p = max(p, vec2(0))":               "p = max2(p, splat2(0))",
		"return mix(Tone, q, dot(p, p))":    "return mix3(program.Tone, q, dot2(p, p))",
		"return f(p, abs(q), length(p))":    "return program.f(p, abs3(q), length2(p))",
		"for i := 0; i < 4; i++ { x += 1 }": "for range 4 {\nx += 1\n}",
	} {
		if got := strings.TrimSpace(translated(t, kage)); got != want {
			t.Errorf("%s becomes %s, not %s", kage, got, want)
		}
	}
}

// What is not translated is an error, and not other code.
func TestTranslateRefuses(t *testing.T) {
	for _, body := range []string{"return unknown", "return f(p, q, x).xyz", "switch {}", "var y float", "return q.xyq"} {
		source := "package main\nfunc f(p vec2, q vec3, x float) vec3 {\n" + body + "\n}\n"
		if err := translate(new(bytes.Buffer), "Test", []byte(source)); err == nil {
			t.Errorf("%s is translated", body)
		}
	}
}
