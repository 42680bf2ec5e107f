package kage

import "reflect"

// Program is a shader.
type Program interface {
	// Fragment returns the premultiplied colour of a pixel. src is its place in the source, and
	// colour and custom are those of the vertices around it.
	Fragment(dst Vec4, src Vec2, colour, custom Vec4) Vec4
}

// Set sets the uniforms of a program, which points to a struct of this package, by their names.
// Each value is a float32 or a []float32, as for the graphics card. It panics if a uniform is
// missing or has another number of parts, since a program with such a fault draws nonsense.
func Set(p Program, uniforms map[string]any) {
	v := reflect.ValueOf(p).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		parts, ok := uniforms[name].([]float32)
		if !ok {
			parts = []float32{uniforms[name].(float32)}
		}
		if rest := fill(v.Field(i), parts); len(rest) > 0 {
			panic("kage: too many parts of " + name)
		}
	}
}

// fill sets a number, vector or array to the first parts, and returns the rest.
func fill(v reflect.Value, parts []float32) (rest []float32) {
	switch v.Kind() {
	case reflect.Float32:
		v.SetFloat(float64(parts[0]))
		return parts[1:]
	case reflect.Array:
		for i := range v.Len() {
			parts = fill(v.Index(i), parts)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			parts = fill(v.Field(i), parts)
		}
	}
	return parts
}
