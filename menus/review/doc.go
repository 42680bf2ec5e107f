// Package review shows games again: ply by ply, with what each ply was worth, or as they were
// played.
package review
