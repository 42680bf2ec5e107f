// Package menus is the window: the screens, and the navigation between them.
//
// [App] is the game that Ebitengine runs: a stack of screens. In each tick it collects the input
// into a plain value, lets the [scene.Scene] in progress handle new events, and passes the input to
// the topmost screen. It draws only if something has changed. The screens are grouped in wings,
// which know App as a [page.Shell] and each other by a [page.Route]. They know no rules and open no
// files or sockets: plies go to a [table.Link], scores and settings to [ports.Scores], and both
// come from the caller's [Config].
//
// # Map
//
// The packages, in reading order. The foundation:
//
//	kit        widgets, and one focus manager for all input devices
//	settings   the settings remembered between runs: one value, one codec
//	ports      interfaces to the outside: network, computer players, records, clipboard
//	page       the building blocks of screens: Page, Shell, Route, cards, questions
//	ruleset    the choice of the rules of a new game
//
// The wings:
//
//	newgame    the main menu, and every way into a game
//	game       the board in play, with talk, menu and the end
//	club       a club: its lobby, members and standings
//	review     reviews and replays
//	info       lesson, help, settings, top scores, archive, about
//	learn      puzzles, by day, theme and strength, and the user's progress
//
// Beside them:
//
//	conductor  turns beats and events into sounds
//	menustest  a program without a window and helpers to use it, for tests
//
// The files of this package, in reading order:
//
//	app.go       App: the stack and drawing; ticker.go has the tick, by frames or without
//	notices.go   the sentences that screens say
//	config.go    Config, which cmd/mancala fills in
//	routes.go    the screen of each route
//	input.go     the input of a tick from mouse, keys and fingers; gamepad.go turns gamepads into keys
//	surface.go   when to draw, and the picture that survives a change of size
//	window.go    the position and the mode of the window
//	settings.go  applies changed settings
//	sounds.go    the speaker and its button; attention.go calls the user to the window
//	picture.go   describes the screen to observers; reading.go has its texts
//	node.go      the picture as an accessibility tree
//	use.go       requests of screen readers to use controls; announcer.go tells them the events
package menus
