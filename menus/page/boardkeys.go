package page

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// lastLetter is the last letter that plays a house on any board; the next one, H, asks for a hint.
const lastLetter = ebiten.KeyG

// HouseKeys returns the keys that play the i-th house of the user's row, counted from 0.
func HouseKeys(i int) []ebiten.Key {
	digit := ebiten.Key((i + 1) % 10)
	keys := []ebiten.Key{ebiten.KeyDigit0 + digit, ebiten.KeyNumpad0 + digit}
	if letter := ebiten.KeyA + ebiten.Key(i); letter <= lastLetter {
		keys = append(keys, letter)
	}
	return keys
}

// rowKeys returns the keys that move back and forward along the row at the bottom of a board, or at
// the left of an upright one.
func rowKeys(l render.Layout) (back, on ebiten.Key) {
	if l.Upright() {
		return ebiten.KeyArrowUp, ebiten.KeyArrowDown
	}
	return ebiten.KeyArrowLeft, ebiten.KeyArrowRight
}

// playKeys are the keys that play the chosen house.
var playKeys = []ebiten.Key{ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace}
