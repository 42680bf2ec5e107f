package main

// changed are the modules of which the page links modified copies, without code that a browser
// never needs, above all the shader compiler. docs/decisions says why.
var changed = []module{
	{path: "github.com/hajimehoshi/ebiten/v2", version: "v2.10.4", changes: ebitengine},
	{path: "github.com/go-text/typesetting", version: "v0.3.5", changes: typesetting},
	{path: "github.com/leonelquinteros/gotext", version: "v1.7.2", changes: gotext},
}

var ebitengine = []change{
	// The caller's position, for a warning: go/build searches for the source.
	{file: "internal/debug/caller.go", bodies: map[string]string{"FirstCaller": `return "", 0, CallerTypeNone`}},

	// Debugging screenshots, offered as downloads.
	{
		file: "internal/graphicscommand/image_js.go", drop: []string{"download"},
		bodies: map[string]string{"Image.Dump": `return "", nil`, "DumpImages": `return "", nil`},
	},

	// Shaders are precompiled; see shaders.go. Ebitengine's own shaders have names instead of
	// sources generated with text/template, which would make the linker keep every method of the
	// program.
	{
		file: "internal/builtinshader/shader.go", drop: []string{"tmpl"},
		bodies: map[string]string{"ShaderSource": `return fmt.Appendf(nil, "builtin %d %d", filter, address)`},
	},
	{
		file: "internal/colormshader/shader.go", drop: []string{"tmpl"},
		bodies: map[string]string{"ShaderSource": `return fmt.Appendf(nil, "colorm %d %d", filter, address)`},
	},
	{
		file: "internal/graphics/shader.go", drop: []string{"reUnit"},
		bodies: map[string]string{
			"ParseKageUnitDirective": `return "pixels", nil`,
			"completeShaderSource":   `return fragmentSrc`,
			"CompileShader":          `return shaderir.Known(fragmentSrc)`,
		},
	},
	{file: "internal/legacyshader/convert.go", whole: "package legacyshader\n"},
	{
		file: "internal/legacyshader/legacyshader.go",
		bodies: map[string]string{
			"ParseCompilerDirectives": `return Pixels, nil`,
			"convertToCoreSource":     `return fragmentSrc, Pixels, nil`,
		},
	},
	{file: "internal/graphicsdriver/opengl/shader.go", bodies: map[string]string{"Shader.compile": `
	vssrc, fssrc, ok := shaderir.KnownGLSL(s.ir.SourceID)
	if !ok {
		return fmt.Errorf("opengl: the page has no compiler of shaders")
	}
	vs, err := s.graphics.context.newShader(gl.VERTEX_SHADER, string(vssrc))
	if err != nil {
		return err
	}
	defer s.graphics.context.ctx.DeleteShader(uint32(vs))
	fs, err := s.graphics.context.newShader(gl.FRAGMENT_SHADER, string(fssrc))
	if err != nil {
		return err
	}
	defer s.graphics.context.ctx.DeleteShader(uint32(fs))
	// Whether it is linked is not asked: the answer would have to be waited for, and no other
	// shader would be compiled meanwhile. A browser's console reports errors in one.
	s.p, err = s.graphics.context.newProgram([]shader{vs, fs}, theArrayBufferLayout.names())
	return err`}},

	// Running as a child of another process.
	{file: "exp/textinput/textinput_vmguest.go", whole: "package textinput\n"},
	{
		file: "exp/textinput/textinput.go",
		swap: [2]string{"	if vmguest.IsGuest() {\n		return &theVMGuestTextInput\n	}\n", ""},
	},
	{file: "internal/ui/ui_other.go", swap: [2]string{"	vmguest.MarkGuest(false)\n", ""}},

	// Bitmap glyphs; the page's fonts have none.
	{file: "text/v2/gotextsvg.go", bodies: map[string]string{"svgToImage": `return nil`}},
	{file: "text/v2/gotextsvgdoc.go", whole: `package text

type svgDocIndex struct{}

func newSVGDocIndex([]byte) *svgDocIndex { return nil }

func (i *svgDocIndex) glyphDocument(uint32) []byte { return nil }
`},
	{file: "text/v2/gotextfacesource.go", bodies: map[string]string{
		"decodeBitmapGlyph": `return nil`, "scaleBitmapToBounds": `return img`,
	}},
}

// typesetting drops features that the page's fonts do not use: bitmap and PostScript glyphs,
// variations, Apple's layout tables, and scripts that need complex shaping. A test checks the
// fonts.
var typesetting = []change{
	{
		file:   "font/glyphs.go",
		bodies: map[string]string{"decodeBitmapConfig": `return 0, 0, 0, fmt.Errorf("pictures are not read here")`},
	},
	{file: "font/svg.go", bodies: map[string]string{"svgRootAttributes": `return "", "", "", false`}},
	{file: "font/renderer.go", bodies: map[string]string{
		"Font.glyphDataFromCFF1": `return GlyphOutline{}, errNoCFFTable`,
		"Face.glyphDataFromCFF2": `return GlyphOutline{}, errNoCFF2Table`,
	}},
	{file: "font/metrics.go", bodies: map[string]string{
		"Font.getExtentsFromCff1": `return GlyphExtents{}, false`,
		"Face.getExtentsFromCff2": `return GlyphExtents{}, false`,
	}},
	{file: "font/font.go", bodies: map[string]string{
		"selectBitmapTable": `return nil`,
		"loadCff":           `return nil, nil`,
		"loadCff2":          `return nil, nil`,
	}},
	{file: "font/opentype/tables/absent.go", whole: `package tables

import "errors"

var errAbsent = errors.New("this table is not read here")
`},
	absent("aat_mortx_gen", "Morx"),
	absent("glyphs_cpal_gen", "CPAL"),
	absent("aat_ltag_gen", "Ltag"),
	absent("kern", "Kern"),
	absent("xvar_gen", "Avar", "Fvar", "Gvar", "HVAR", "MVAR", "VVAR"),
	{file: "font/opentype/tables/glyphs_colr_src.go", bodies: map[string]string{"ParseCOLR": `return COLR1{}, errAbsent`}},
	absent("aat_ankr_gen", "Ankr"),
	absent("aat_trak_gen", "Trak"),
	absent("aat_feat_gen", "Feat"),
	absent("aat_kerx_gen", "Kerx"),
	absent("glyphs_sbix_gen", "Sbix"),
	absent("glyphs_misc_gen", "SVG", "VORG"),
	{file: "harfbuzz/ot_shape_complex.go", bodies: map[string]string{"categorizeComplex": `return complexShaperDefault{}`}},
	{file: "harfbuzz/aat_layout.go", bodies: map[string]string{
		"otShapePlan.aatLayoutSubstitute": ``, "otShapePlan.aatLayoutPosition": ``, "otShapePlan.aatLayoutTrack": ``,
	}},
	{file: "harfbuzz/ot_layout.go", bodies: map[string]string{"otShapePlan.otLayoutKern": ``}},
}

// absent drops tables of fonts.
func absent(file string, names ...string) change {
	bodies := map[string]string{}
	for _, name := range names {
		bodies["Parse"+name] = "return " + name + "{}, 0, errAbsent"
	}
	return change{file: "font/opentype/tables/" + file + ".go", bodies: bodies}
}

var gotext = []change{
	// Catalogues in the format of encoding/gob.
	{file: "gotext.go", swap: [2]string{"	gob.Register(TranslatorEncoding{})\n", ""}},
	{
		file: "domain.go",
		bodies: map[string]string{
			"Domain.MarshalBinary":   `return nil, fmt.Errorf("not kept here")`,
			"Domain.UnmarshalBinary": `return fmt.Errorf("not kept here")`,
			"Domain.MarshalText":     `return nil, fmt.Errorf("not written here")`,
		},
		drop: []string{"EscapeSpecialCharacters"},
	},
	// Regular expressions, with all tables of Unicode.
	{file: "helper.go", drop: []string{"re", "reformatSprintf", "parseSprintf", "NPrintf", "Sprintf"}},
	{
		file: "plurals/compiler.go",
		swap: [2]string{"var pat = regexp.MustCompile(`(\\?|:|\\|\\||&&|==|!=|>=|>|<=|<|%|\\d+|n)`)\n", pluralTokens},
	},
	{
		file: "locale.go",
		bodies: map[string]string{
			"Locale.MarshalBinary":   `return nil, os.ErrInvalid`,
			"Locale.UnmarshalBinary": `return os.ErrInvalid`,
		},
	},
}

// pluralTokens finds the tokens in the formula of a language's plural forms.
const pluralTokens = `
var pat tokens

type tokens struct{}

func (tokens) FindAllStringSubmatch(s string, _ int) (list [][]string) {
	for s != "" {
		n := len(s) - len(strings.TrimLeft(s, "0123456789"))
		switch {
		case n > 0:
		case len(s) > 1 && contains([]string{"||", "&&", "==", "!=", ">=", "<="}, s[:2]):
			n = 2
		case strings.Contains("?:><%n", s[:1]):
			n = 1
		default:
			s = s[1:]
			continue
		}
		list = append(list, []string{s[:n]})
		s = s[n:]
	}
	return list
}
`
