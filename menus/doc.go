// Package menus is the program as a person sees it: the screens, and the way from one to the next.
//
// [App] is the game that Ebitengine runs. It gathers a tick's input into a plain value, lets the [scene.Scene] in progress take
// in what happened across the network, hands the input to the topmost screen, and draws only when something changed.
// Screens decide nothing about the rules and open no file and no socket: plies go to a [match.Link], scores and settings
// to [ports.Scores], and both come from the caller's [Config].
package menus
