// Package ruleset has the controls for the rules of a new game, and the screen of their individual
// switches.
package ruleset
