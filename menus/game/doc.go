// Package game is the screen of a game: the board, the players, the events, the talk with the peer,
// and the end of the game.
package game
