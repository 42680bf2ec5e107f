// Package textui shows a game in a terminal, line by line: the text program of CS150, with the
// seats, the rule sets and the network that the rest of the program has.
//
// It reads lines from an [io.Reader] and writes to an [io.Writer]. [Play] shows a [scene.Scene], as
// a window does, from the first event of its table to the last; who sits there is all the same to
// it. [AskSetup] asks for the start of a game.
//
// # Words
//
// In a terminal houses are bowls, and have one number each. On a board of m houses a side, Player 1
// (South, who moves first) has the bowls 1 to m from left to right, and Player 2 (North) the bowls
// m+2 to 2m+1 from right to left: counter-clockwise, with the stores at m+1 and 2m+2.
package textui
