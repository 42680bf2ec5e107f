// Package apng writes a moving picture as an animated PNG, which browsers play and which programs
// that know only PNG show as its first frame.
//
// A frame holds only the pixels that differ from the frame before, in at most 255 colours, so ten
// seconds of a game take less room than three pictures of it. The same pictures make the same bytes
// on every machine, as long as Go's compressor stays the same.
package apng

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"io"
	"math"
	"time"
)

// Film is a moving picture that is being made. It keeps its frames in memory, as compressed as they
// are in the file.
type Film struct {
	size    image.Point
	colours *Palette
	frames  []frame
	shown   *image.Paletted // all frames so far, one over the other
}

// frame is a frame of a film: what changes on the picture, and for how long it is shown.
type frame struct {
	place  image.Rectangle
	pixels []byte // a zlib stream of rows, each behind the number of its filter
	time   time.Duration
}

// New returns an empty film of pictures of a size in the colours of a palette.
func New(size image.Point, colours *Palette) *Film {
	return &Film{size: size, colours: colours}
}

// Add shows a picture for a time, which is rounded to milliseconds. A picture that looks like the
// one before only prolongs it. It is an error if the picture does not have the size of the film.
func (f *Film) Add(picture *image.RGBA, shown time.Duration) error {
	if picture.Rect.Size() != f.size || f.size.X <= 0 || f.size.Y <= 0 {
		return errors.New("apng: a picture of another size")
	}
	next := f.colours.paint(picture, f.shown)
	if f.shown == nil {
		return f.keep(next, next, shown)
	}
	change := changed(f.shown, next)
	last := &f.frames[len(f.frames)-1]
	if change.Rect.Empty() && last.time+shown <= longest {
		last.time += shown
		return nil
	}
	if change.Rect.Empty() { // a frame needs a pixel
		change = next.SubImage(image.Rect(0, 0, 1, 1)).(*image.Paletted)
	}
	return f.keep(change, next, shown)
}

// Size returns the number of bytes of the pixels up to now; the file has some more.
func (f *Film) Size() (n int) {
	for _, part := range f.frames {
		n += len(part.pixels)
	}
	return n
}

// longest is the longest time of a frame: a 16-bit number of milliseconds.
const longest = math.MaxUint16 * time.Millisecond

// keep adds a frame with a change, after which the film shows the picture next.
func (f *Film) keep(change, next *image.Paletted, shown time.Duration) error {
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	if err != nil {
		return err
	}
	size := change.Rect.Size()
	for y := range size.Y {
		row := change.Pix[y*change.Stride:][:size.X]
		if _, err := z.Write(append([]byte{0}, row...)); err != nil { // filters do not help indices
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	f.frames = append(f.frames, frame{change.Rect, b.Bytes(), min(max(shown, 0), longest)})
	f.shown = next
	return nil
}

// changed returns the smallest part of next with all pixels that differ from those of old. Pixels
// in it that do not differ are transparent, and repeat well.
func changed(old, next *image.Paletted) *image.Paletted {
	var place image.Rectangle
	for y := range next.Rect.Dy() {
		for x := range next.Rect.Dx() {
			if i := y*next.Stride + x; old.Pix[i] != next.Pix[i] {
				place = place.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	part := image.NewPaletted(place, next.Palette)
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for x := place.Min.X; x < place.Max.X; x++ {
			if i := y*next.Stride + x; old.Pix[i] != next.Pix[i] {
				part.SetColorIndex(x, y, next.Pix[i])
			}
		}
	}
	return part
}

// WriteTo writes the film, which repeats for ever. It is an error if the film has no frame.
func (f *Film) WriteTo(w io.Writer) (int64, error) {
	if len(f.frames) == 0 {
		return 0, errors.New("apng: a film without frames")
	}
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk(&b, "IHDR", u32(f.size.X), u32(f.size.Y), []byte{8, 3, 0, 0, 0}) // 8 bits, indices into a palette
	chunk(&b, "acTL", u32(len(f.frames)), u32(0))
	var solid []byte
	for _, c := range f.colours.colours {
		solid = append(solid, c.R, c.G, c.B)
	}
	chunk(&b, "PLTE", solid)
	chunk(&b, "tRNS", []byte{transparent: 0})
	for i, part := range f.frames {
		number := u32(max(0, 2*i-1)) // a frame's control and its pixels share one count; the first pixels have none
		ms := uint16(part.time.Round(time.Millisecond) / time.Millisecond)
		const (
			leave = 0 // the picture stays as it is after the frame
			over  = 1 // transparent pixels let it shine through
		)
		chunk(&b, "fcTL", number, u32(part.place.Dx()), u32(part.place.Dy()), u32(part.place.Min.X), u32(part.place.Min.Y),
			binary.BigEndian.AppendUint16(nil, ms), binary.BigEndian.AppendUint16(nil, 1000), []byte{leave, over})
		if i == 0 {
			chunk(&b, "IDAT", part.pixels)
		} else {
			chunk(&b, "fdAT", u32(2*i), part.pixels)
		}
	}
	chunk(&b, "IEND")
	return b.WriteTo(w)
}

// chunk appends a chunk of a PNG file.
func chunk(b *bytes.Buffer, name string, parts ...[]byte) {
	body := append([]byte(name), bytes.Join(parts, nil)...)
	b.Write(u32(len(body) - len(name)))
	b.Write(body)
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
