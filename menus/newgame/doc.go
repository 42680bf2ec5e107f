// Package newgame contains the ways into a game: the main menu, local games, hosting, joining,
// games from a text, and unfinished games.
package newgame
