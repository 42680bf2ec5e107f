package main

// changed are the modules of which the page links changed copies: without what a browser never
// needs, above all the compiler of shaders. docs/decisions says why.
var changed = []module{
	{path: "github.com/hajimehoshi/ebiten/v2", version: "v2.10.4", changes: ebitengine},
	{path: "github.com/go-text/typesetting", version: "v0.3.5", changes: typesetting},
	{path: "github.com/leonelquinteros/gotext", version: "v1.7.2", changes: gotext},
}

var ebitengine = []change{
	// Who called, for a warning: go/build looks for the source.
	{file: "internal/debug/caller.go", bodies: map[string]string{"FirstCaller": `return "", 0, CallerTypeNone`}},

	// Pictures for debugging, as files to download.
	{
		file: "internal/graphicscommand/image_js.go", drop: []string{"download"},
		bodies: map[string]string{"Image.Dump": `return "", nil`, "DumpImages": `return "", nil`},
	},

	// Shaders come compiled; see shaders.go. Those of Ebitengine itself have names instead of
	// sources that package text/template makes, which has the linker keep every method of the
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
	{
		file: "internal/graphicsdriver/opengl/shader.go",
		swap: [2]string{
			`	if vs, fs, ok := shaderprecomp.GLSL(s.ir.SourceID, version == glsl.GLSLVersionES300); ok {
		vssrc, fssrc = string(vs), string(fs)
	} else {
		vssrc, fssrc = glsl.Compile(s.ir, version)
	}`,
			`	if vs, fs, ok := shaderir.KnownGLSL(s.ir.SourceID); ok && version == glsl.GLSLVersionES300 {
		vssrc, fssrc = string(vs), string(fs)
	} else {
		return fmt.Errorf("opengl: the page has no compiler of shaders")
	}`,
		},
	},

	// Being the guest of another process.
	{file: "exp/textinput/textinput_vmguest.go", whole: "package textinput\n"},
	{
		file: "exp/textinput/textinput.go",
		swap: [2]string{"	if vmguest.IsGuest() {\n		return &theVMGuestTextInput\n	}\n", ""},
	},
	{file: "internal/ui/ui_other.go", swap: [2]string{"	vmguest.MarkGuest(false)\n", ""}},

	// Glyphs that are pictures; the page's fonts have none.
	{file: "text/v2/gotextsvg.go", bodies: map[string]string{"svgToImage": `return nil`}},
	{file: "text/v2/gotextsvgdoc.go", whole: `package text

type svgDocIndex struct{}

func newSVGDocIndex([]byte) *svgDocIndex { return nil }

func (i *svgDocIndex) glyphDocument(uint32) []byte { return nil }
`},
	{file: "text/v2/gotextfacesource.go", bodies: map[string]string{"decodeBitmapGlyph": `return nil`}},
}

var typesetting = []change{
	// Glyphs that are pictures.
	{
		file:   "font/glyphs.go",
		bodies: map[string]string{"decodeBitmapConfig": `return 0, 0, 0, fmt.Errorf("pictures are not read here")`},
	},
	{file: "font/svg.go", bodies: map[string]string{"svgRootAttributes": `return "", "", "", false`}},
}

var gotext = []change{
	// Catalogues as encoding/gob keeps them.
	{file: "gotext.go", swap: [2]string{"	gob.Register(TranslatorEncoding{})\n", ""}},
	{
		file: "domain.go",
		bodies: map[string]string{
			"Domain.MarshalBinary":   `return nil, fmt.Errorf("not kept here")`,
			"Domain.UnmarshalBinary": `return fmt.Errorf("not kept here")`,
		},
	},
	{
		file: "locale.go",
		bodies: map[string]string{
			"Locale.MarshalBinary":   `return nil, os.ErrInvalid`,
			"Locale.UnmarshalBinary": `return os.ErrInvalid`,
		},
	},
}
