// Package qrcode draws QR codes of links in a terminal.
package qrcode

import (
	"strings"

	"rsc.io/qr"
)

// Encode returns the QR code of a text, row by row; true is dark. It returns nil if the text is too
// long.
func Encode(text string) [][]bool {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil
	}
	rows := make([][]bool, code.Size)
	for y := range rows {
		rows[y] = make([]bool, code.Size)
		for x := range rows[y] {
			rows[y][x] = code.Black(x, y)
		}
	}
	return rows
}

// quiet is the width of the light border around a QR code, in squares, which phones need to find
// it.
const quiet = 4

// HalfBlocks draws a QR code light on dark, with two rows in each line. It draws the light squares;
// dark ones are spaces. Without colours it needs a dark screen.
func HalfBlocks(code [][]bool) []string {
	if len(code) == 0 {
		return nil
	}
	light := func(x, y int) bool {
		return y < 0 || y >= len(code) || x < 0 || x >= len(code) || !code[y][x]
	}
	var lines []string
	for y := -quiet; y < len(code)+quiet; y += 2 {
		var line strings.Builder
		for x := -quiet; x < len(code)+quiet; x++ {
			below := light(x, y+1) && y+1 < len(code)+quiet
			switch {
			case light(x, y) && below:
				line.WriteRune('█')
			case light(x, y):
				line.WriteRune('▀')
			case below:
				line.WriteRune('▄')
			default:
				line.WriteRune(' ')
			}
		}
		lines = append(lines, line.String())
	}
	return lines
}
