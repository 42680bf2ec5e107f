// Package menus is the window: the screens, and the way from one to the next.
//
// [App] is the game that Ebitengine runs: a stack of screens. In each tick it collects the input
// into a plain value, lets the [scene.Scene] in progress take in new events, and passes the input
// to the topmost screen. It draws only if something has changed. The screens are grouped in wings,
// which know App as a [page.Shell] and each other by a [page.Route]. They decide nothing about the
// rules and open no file and no socket: plies go to a [match.Link], scores and settings to
// [ports.Scores], and both come from the caller's [Config].
//
// # Map
//
// The packages, in reading order. The ground:
//
//	kit        widgets, and the focus manager that all devices share
//	settings   what is remembered between runs: one value, one codec
//	ports      what screens need from outside: network, computer players, records, clipboard
//	page       what every screen is made of: Page, Shell, Route, cards, questions
//
// The wings:
//
//	newgame    the main menu, and every way into a game
//	game       the board in play, with talk, menu and the end
//	review     reviews and replays
//	info       lesson, help, settings, top scores, archive, about
//
// Beside them:
//
//	conductor  turns beats and events into sounds
//	menustest  a program without a window, and hands to use it, for tests
//
// The files of this package, in reading order:
//
//	app.go       App: the tick, the stack, the toast
//	config.go    Config: what cmd/mancala passes in
//	ways.go      the screen that each route shows
//	input.go     one tick's input from mouse, keys and fingers; gamepad.go makes keys of a gamepad's
//	surface.go   when to draw, and the picture that outlives a change of size
//	window.go    the place and the mode of the window
//	settings.go  what follows a changed setting at once
//	hearing.go   the speaker and its button; summons.go calls the person to the window
//	picture.go   what a screen shows, for those who watch from outside; reading.go has its texts
//	node.go      the picture as screen readers want it
//	use.go       uses of controls that those ask for; voice.go tells them what happens
package menus
