package render

import (
	"bytes"
	"embed"
	"fmt"

	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

//go:embed fonts/*.woff
var fontFiles embed.FS

// The files of one weight, by how likely they hold a letter. Nunito comes cut into scripts.
var fontScripts = [...]string{"latin", "latin-ext", "cyrillic", "vietnamese"}

// displayFile is the file of the weight Display.
const displayFile = "fonts/marcellus-latin-400-normal.woff"

// fonts keeps the sources of all weights and the faces made from them so far.
type fonts struct {
	sources [3][]*text.GoTextFaceSource
	faces   map[faceKey]text.Face
}

type faceKey struct {
	size   float64
	weight Weight
}

func loadFonts() (*fonts, error) {
	f := &fonts{faces: map[faceKey]text.Face{}}
	for weight, number := range [...]int{Regular: 600, Bold: 800} {
		for _, script := range fontScripts {
			if err := f.load(Weight(weight), fmt.Sprintf("fonts/nunito-%s-%d-normal.woff", script, number)); err != nil {
				return nil, err
			}
		}
	}
	return f, f.load(Display, displayFile)
}

// load adds a file to a weight.
func (f *fonts) load(weight Weight, name string) error {
	data, err := fontFiles.ReadFile(name)
	if err != nil {
		return fmt.Errorf("a font is missing from the program: %w", err)
	}
	source, err := text.NewGoTextFaceSource(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("the font %s cannot be read: %w", name, err)
	}
	f.sources[weight] = append(f.sources[weight], source)
	return nil
}

// face returns the face of a size in physical pixels. Faces are kept; a program uses few sizes.
func (f *fonts) face(size float64, weight Weight) text.Face {
	key := faceKey{size, weight}
	if face, ok := f.faces[key]; ok {
		return face
	}
	if len(f.faces) > 200 { // a window that is dragged to many sizes
		clear(f.faces)
	}
	parts := make([]text.Face, len(f.sources[weight]))
	for i, source := range f.sources[weight] {
		face := &text.GoTextFace{Source: source, Size: size}
		face.SetFeature(text.MustParseTag("tnum"), 1)
		parts[i] = face
	}
	face, err := text.NewMultiFace(parts...)
	if err != nil { // only for faces of different directions
		return parts[0]
	}
	f.faces[key] = face
	return face
}
