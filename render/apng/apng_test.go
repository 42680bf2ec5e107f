package apng

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/tools/need"
)

// made returns the file of a film of pictures, each of which is shown for 50 ms.
func made(t *testing.T, pictures ...*image.RGBA) []byte {
	t.Helper()
	var colours Colours
	for _, p := range pictures {
		colours.Count(p)
	}
	film := New(pictures[0].Rect.Size(), colours.Palette())
	for _, p := range pictures {
		need.NoError(t, film.Add(p, 50*time.Millisecond))
	}
	var b bytes.Buffer
	n := need.Must(film.WriteTo(&b))(t)
	if n != int64(b.Len()) {
		t.Errorf("WriteTo says %d bytes of %d", n, b.Len())
	}
	return b.Bytes()
}

// shot is a frame of a file as a browser shows it.
type shot struct {
	picture *image.RGBA
	place   image.Rectangle // the part that changed
	time    time.Duration
}

// play reads a file by the specification: each frame is a PNG of its own behind its numbers, which
// Go's package reads.
func play(t *testing.T, file []byte) (shots []shot) {
	t.Helper()
	const signature = "\x89PNG\r\n\x1a\n"
	rest, found := bytes.CutPrefix(file, []byte(signature))
	if !found {
		t.Fatal("not a PNG")
	}
	var head, palette []byte // the chunks that all frames share
	var canvas *image.RGBA
	var frames, numbers uint32
	inOrder := func(number []byte) {
		if binary.BigEndian.Uint32(number) != numbers {
			t.Fatalf("a chunk has the number %d instead of %d", binary.BigEndian.Uint32(number), numbers)
		}
		numbers++
	}
	for len(rest) > 0 {
		size := int(binary.BigEndian.Uint32(rest))
		whole, name, data := rest[:12+size], string(rest[4:8]), rest[8:8+size]
		rest = rest[len(whole):]
		if sum := binary.BigEndian.Uint32(whole[8+size:]); sum != crc32.ChecksumIEEE(whole[4:8+size]) {
			t.Fatalf("the checksum of %s is wrong", name)
		}
		switch name {
		case "IHDR":
			head = data
			canvas = image.NewRGBA(image.Rect(0, 0, int(binary.BigEndian.Uint32(data)), int(binary.BigEndian.Uint32(data[4:]))))
		case "acTL":
			if frames = binary.BigEndian.Uint32(data); binary.BigEndian.Uint32(data[4:]) != 0 {
				t.Error("the film does not repeat for ever")
			}
		case "PLTE", "tRNS":
			palette = append(palette, whole...)
		case "fcTL":
			inOrder(data)
			n := func(i int) int { return int(binary.BigEndian.Uint32(data[i:])) }
			place := image.Rect(0, 0, n(4), n(8)).Add(image.Pt(n(12), n(16)))
			if place.Empty() || !place.In(canvas.Rect) {
				t.Fatalf("a frame at %v of %v", place, canvas.Rect)
			}
			if data[24] != 0 || data[25] != 1 {
				t.Error("a frame does not lie over the one before")
			}
			ms := binary.BigEndian.Uint16(data[20:])
			shots = append(shots, shot{place: place, time: time.Duration(ms) * time.Second / time.Duration(binary.BigEndian.Uint16(data[22:]))})
		case "IDAT", "fdAT":
			if name == "fdAT" {
				inOrder(data)
				data = data[4:]
			}
			last := &shots[len(shots)-1]
			var b bytes.Buffer
			b.WriteString(signature)
			chunk(&b, "IHDR", u32(last.place.Dx()), u32(last.place.Dy()), head[8:])
			b.Write(palette)
			chunk(&b, "IDAT", data)
			chunk(&b, "IEND")
			draw.Draw(canvas, last.place, need.Must(png.Decode(&b))(t), image.Point{}, draw.Over)
			last.picture = &image.RGBA{Pix: bytes.Clone(canvas.Pix), Stride: canvas.Stride, Rect: canvas.Rect}
		}
	}
	if int(frames) != len(shots) {
		t.Errorf("%d frames, and it says %d", len(shots), frames)
	}
	return shots
}

// filled returns a picture of one colour with squares of others.
func filled(ground color.RGBA, squares map[image.Point]color.RGBA) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, 60, 40))
	draw.Draw(p, p.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	for at, c := range squares {
		draw.Draw(p, image.Rect(0, 0, 10, 10).Add(at), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return p
}

var (
	wood = color.RGBA{120, 72, 40, 255}
	blue = color.RGBA{30, 60, 220, 255}
	red  = color.RGBA{200, 20, 40, 255}
)

// A square moves on a ground: each frame has the old and the new place and nothing else, and all
// colours are exact.
func TestFilm(t *testing.T) {
	pictures := []*image.RGBA{
		filled(wood, map[image.Point]color.RGBA{{5, 5}: blue}),
		filled(wood, map[image.Point]color.RGBA{{9, 5}: blue}),
		filled(wood, map[image.Point]color.RGBA{{9, 5}: blue, {40, 20}: red}),
	}
	file := made(t, pictures...)
	shots := play(t, file)
	if len(shots) != 3 {
		t.Fatalf("%d frames", len(shots))
	}
	for i, s := range shots {
		if !bytes.Equal(s.picture.Pix, pictures[i].Pix) || s.time != 50*time.Millisecond {
			t.Errorf("frame %d differs, or is shown for %v", i, s.time)
		}
	}
	if shots[1].place != image.Rect(5, 5, 19, 15) || shots[2].place != image.Rect(40, 20, 50, 30) {
		t.Errorf("the frames are at %v and %v", shots[1].place, shots[2].place)
	}
	first := need.Must(png.Decode(bytes.NewReader(file)))(t)
	if c := color.RGBAModel.Convert(first.At(7, 7)); c != blue || first.Bounds() != pictures[0].Rect {
		t.Errorf("a reader that knows only PNG sees %v at the square, in %v", c, first.Bounds())
	}
	if !bytes.Equal(file, made(t, pictures...)) {
		t.Error("the same pictures make other bytes")
	}
}

// A picture that stays is one frame, unless that would be longer than a frame can be.
func TestFilmThatStandsStill(t *testing.T) {
	still := filled(wood, nil)
	shots := play(t, made(t, still, still, still))
	if len(shots) != 1 || shots[0].time != 150*time.Millisecond {
		t.Errorf("three times the same picture are %d frames, the first for %v", len(shots), shots[0].time)
	}
	var colours Colours
	colours.Count(still)
	film := New(still.Rect.Size(), colours.Palette())
	for range 3 {
		need.NoError(t, film.Add(still, time.Minute))
	}
	var b bytes.Buffer
	need.Must(film.WriteTo(&b))(t)
	var sum time.Duration
	for _, s := range play(t, b.Bytes()) {
		sum += s.time
	}
	if sum != 3*time.Minute {
		t.Errorf("three minutes become %v", sum)
	}
}

// With more colours than a palette has, each pixel stays near to its own, also if light fades over
// many frames.
func TestFilmOfManyColours(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 0))
	var pictures []*image.RGBA
	for light := range 24 {
		p := image.NewRGBA(image.Rect(0, 0, 96, 64))
		for y := range 64 {
			for x := range 96 {
				v := x + 2*light + chance.IntN(3)
				p.SetRGBA(x, y, color.RGBA{uint8(v + y), uint8(v), uint8(v / 2), 255})
			}
		}
		pictures = append(pictures, p)
	}
	const most = 20 // of 255: the slack of a colour and its distance to the palette
	for i, s := range play(t, made(t, pictures...)) {
		for at, v := range s.picture.Pix {
			if d := int(v) - int(pictures[i].Pix[at]); d < -most || d > most {
				t.Fatalf("frame %d has %d instead of %d at %d", i, v, pictures[i].Pix[at], at)
			}
		}
	}
}

// A part of a larger picture is a picture, too.
func TestFilmOfAPart(t *testing.T) {
	large := filled(wood, map[image.Point]color.RGBA{{20, 10}: red})
	part := large.SubImage(image.Rect(15, 5, 45, 35)).(*image.RGBA)
	s := play(t, made(t, part))[0]
	if s.picture.RGBAAt(4, 5) != wood || s.picture.RGBAAt(5, 5) != red || s.picture.Rect.Size() != image.Pt(30, 30) {
		t.Errorf("the part shows %v and %v", s.picture.RGBAAt(4, 5), s.picture.RGBAAt(5, 5))
	}
}

func TestFilmErrors(t *testing.T) {
	film := New(image.Pt(60, 40), new(Colours).Palette())
	if _, err := film.WriteTo(new(bytes.Buffer)); err == nil {
		t.Error("a film without frames is written")
	}
	if film.Add(image.NewRGBA(image.Rect(0, 0, 61, 40)), time.Second) == nil {
		t.Error("a picture of another size is taken")
	}
	need.NoError(t, film.Add(filled(wood, nil), time.Second)) // in the one colour that there is
	need.Must(film.WriteTo(new(bytes.Buffer)))(t)
}
