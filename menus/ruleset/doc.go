// Package ruleset has the controls that choose the rules of a new game, and the screen of their
// individual switches.
package ruleset
