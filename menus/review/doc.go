// Package review steps through finished or running games: with a rating of each ply, or as they
// were played.
package review
