// Package menus is the program as a person sees it: the window, and the way from one screen to the
// next.
//
// [App] is the game that Ebitengine runs: a stack of screens. It gathers a tick's input into a
// plain value, lets the [scene.Scene] in progress take in what happened, hands the input to the
// topmost screen, and draws only when something changed. The screens stand in wings (newgame, game,
// review, info), which know App as a [page.Shell] and each other by a [page.Route]. They decide
// nothing about the rules and open no file and no socket: plies go to a [match.Link], scores and
// settings to [ports.Scores], and both come from the caller's [Config].
package menus
