// Package newgame is the way into a game: the main menu, a game at this machine, hosting, joining,
// a game from a text, and games that were left.
package newgame
