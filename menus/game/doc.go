// Package game is the screen of a game: the board, who is who, what happens, the talk with the
// peer, and the card at the end.
package game
