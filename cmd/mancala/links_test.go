package main

import (
	"strings"
	"testing"

	"mancala/internal/qrcode"
)

func TestPageLinks(t *testing.T) {
	const invite = "mancala://192.168.1.5:7000/#mrwwxze5t4aer6kpm52j5srvcu-eercgjbfeytsqkjkfmwc2lrpga"
	for text, want := range map[string]string{
		"192.168.1.5:7000":         "http://192.168.1.5:7000/",
		"[2001:db8::1]:7000":       "http://[2001:db8::1]:7000/",
		invite:                     strings.Replace(invite, "mancala", "http", 1),
		"http://192.168.1.5:7000/": "http://192.168.1.5:7000/",
	} {
		if got := pageLink(text); got != want {
			t.Errorf("%q has the link %q instead of %q", text, got, want)
		}
	}
}

// TestCodesCanBeRead reads the codes of links of all lengths as the camera of a phone does.
func TestCodesCanBeRead(t *testing.T) {
	for n := range 100 {
		link := "http://192.168.1.5:7000/#" + strings.Repeat("mrwwxze5t4-", 10)[:n]
		if got := readCode(t, qrcode.Encode(link)); got != link {
			t.Errorf("the code of %q says %q", link, got)
		}
	}
	if qrcode.Encode(strings.Repeat("x", 10_000)) != nil {
		t.Error("a code holds more than it can")
	}
}

// readCode reads a QR code with error correction M, of version 1 to 10, that holds bytes (ISO/IEC
// 18004). It corrects nothing.
func readCode(t *testing.T, rows [][]bool) string {
	t.Helper()
	side := len(rows)
	version := (side - 17) / 4
	if version < 1 || version > 10 || side != 17+4*version {
		t.Fatalf("a code of %d squares", side)
	}
	bits := zigzag(rows, fixedSquares(version), maskOf(t, rows))
	codewords := make([]byte, len(bits)/8)
	for i := range codewords {
		for _, dark := range bits[8*i : 8*i+8] {
			codewords[i] <<= 1
			if dark {
				codewords[i] |= 1
			}
		}
	}
	// Blocks of data with error correction M: how many, and the shortest one's length.
	blocks := [][2]int{{1, 16}, {1, 28}, {1, 44}, {2, 32}, {2, 43}, {4, 27}, {4, 31}, {4, 38}, {5, 36}, {5, 43}}[version-1]
	longer := []int{0, 0, 0, 0, 0, 0, 0, 2, 2, 1}[version-1] // how many have one more
	data := make([][]byte, blocks[0])
	for i, at := 0, 0; i <= blocks[1]; i++ {
		for b := range data {
			if i < blocks[1] || b >= blocks[0]-longer {
				data[b] = append(data[b], codewords[at])
				at++
			}
		}
	}
	var all []byte
	for _, b := range data {
		all = append(all, b...)
	}
	length, head := int(all[0]&15)<<4|int(all[1]>>4), 1
	if version > 9 {
		length, head = length<<8|int(all[1]&15)<<4|int(all[2]>>4), 2
	}
	if all[0]>>4 != 4 {
		t.Fatalf("the mode is %d", all[0]>>4)
	}
	text := make([]byte, length)
	for i := range text {
		text[i] = all[head+i]<<4 | all[head+i+1]>>4
	}
	return string(text)
}

// maskOf returns the mask that the format of a code names.
func maskOf(t *testing.T, rows [][]bool) func(x, y int) bool {
	t.Helper()
	format := 0
	for _, x := range []int{0, 1, 2, 3, 4} {
		format <<= 1
		if rows[8][x] {
			format |= 1
		}
	}
	format ^= 0b10101 // the first five bits of the pattern that is laid over it
	if format>>3 != 0 {
		t.Fatalf("the error correction is %d, not M", format>>3)
	}
	return []func(x, y int) bool{
		func(x, y int) bool { return (x+y)%2 == 0 },
		func(_, y int) bool { return y%2 == 0 },
		func(x, _ int) bool { return x%3 == 0 },
		func(x, y int) bool { return (x+y)%3 == 0 },
		func(x, y int) bool { return (y/2+x/3)%2 == 0 },
		func(x, y int) bool { return x*y%2+x*y%3 == 0 },
		func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
		func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
	}[format&7]
}

// fixedSquares returns which squares of a version hold no data.
func fixedSquares(version int) func(x, y int) bool {
	side := 17 + 4*version
	centers := [][]int{{}, {6, 18}, {6, 22}, {6, 26}, {6, 30}, {6, 34}, {6, 22, 38}, {6, 24, 42}, {6, 26, 46}, {6, 28, 50}}[version-1]
	return func(x, y int) bool {
		if x == 6 || y == 6 || x < 9 && y < 9 || x < 9 && y >= side-8 || x >= side-8 && y < 9 {
			return true
		}
		if version > 6 && (x < 6 && y >= side-11 || x >= side-11 && y < 6) {
			return true
		}
		for _, cx := range centers {
			for _, cy := range centers {
				corner := cx < 9 && (cy < 9 || cy > side-9) || cy < 9 && cx > side-9
				if !corner && x >= cx-2 && x <= cx+2 && y >= cy-2 && y <= cy+2 {
					return true
				}
			}
		}
		return false
	}
}

// zigzag returns the squares with data in the order of their bits, without the mask.
func zigzag(rows [][]bool, fixed, mask func(x, y int) bool) (bits []bool) {
	side, up := len(rows), true
	for right := side - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for i := range side {
			y := i
			if up {
				y = side - 1 - i
			}
			for _, x := range []int{right, right - 1} {
				if !fixed(x, y) {
					bits = append(bits, rows[y][x] != mask(x, y))
				}
			}
		}
		up = !up
	}
	return bits
}
