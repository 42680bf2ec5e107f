package page

import (
	"mancala/internal/words"
	"mancala/menus/ports"
)

// KeyLine is a line of a list of keys, in the current language.
type KeyLine struct{ Keys, Does string }

// KeyList is a list of keys, in English. Keys that are the same in all languages are not
// translated.
type KeyList []struct{ keys, does words.Msg }

// Lines returns the lines of lists of keys in the current language.
func Lines(lists ...KeyList) []KeyLine {
	var lines []KeyLine
	for _, list := range lists {
		for _, l := range list {
			lines = append(lines, KeyLine{l.keys.T(), l.does.T()})
		}
	}
	return lines
}

// Everywhere returns the keys of all screens.
func Everywhere(p *ports.Ports) []KeyLine {
	if p.Browser != nil {
		return Lines(EverywhereKeys)
	}
	return Lines(EverywhereKeys, WindowKeys)
}

// Keyed is a screen with keys besides the shortcuts of its controls.
type Keyed interface{ Keys() []KeyLine }

// SowKeys are the keys of every board on which a user plays, and BoardKeys the additional keys of
// every game. The others apply to some games.
var (
	SowKeys = KeyList{
		{words.Msg("1 to 9, 0"), words.Msg("play that house, counted along your row (0 is 10)")},
		{words.Msg("A to G"), words.Msg("play houses 1 to 7 by letter")},
		{words.Msg("Arrows"), words.Msg("choose a house")},
		{words.Msg("Enter, Space"), words.Msg("play the chosen house")},
	}
	BoardKeys = KeyList{
		{words.Msg("Ctrl+Z, Ctrl+Shift+Z"), words.Msg("undo, redo; in a network game, ask to take back")},
		{"<, =, >", words.Msg("slower, normal, faster moves")},
		{"R, L", words.Msg("turn the board round, show or hide the log")},
		{"W", words.Msg("why: the last move again, slowly, and what it did")},
		{"Esc, F10", words.Msg("the game's menu")},
	}
	AdviceKeys   = KeyList{{"H, V", words.Msg("a hint, show or hide the evaluation bar")}}
	ComputerKeys = KeyList{
		{"N", words.Msg("next move of a computer player, or the end of its thinking")},
		{"P", words.Msg("pause the computer players, and go on")},
	}
	PieKeys = KeyList{{"S", words.Msg("swap sides, under the pie rule")}}
	FarKeys = KeyList{{"T", words.Msg("talk with someone on another computer")}}
)

// StepKeys are the keys of reviews and replays.
var (
	StepKeys = KeyList{
		{words.Msg("Left, Right, wheel"), words.Msg("one move back, forward")},
		{words.Msg("Home, End"), words.Msg("the beginning, the end")},
		{words.Msg("PgUp, PgDn"), words.Msg("ten moves back, forward")},
	}
	ReviewKeys = KeyList{{"N", words.Msg("the next mistake")}}
	ReplayKeys = KeyList{{words.Msg("Space"), words.Msg("start or stop autoplay")}}
)

// EverywhereKeys are the keys of all screens, WindowKeys the keys that a browser reserves, and
// PadKeys their equivalents on a gamepad.
var (
	EverywhereKeys = KeyList{
		{"F1, ?", words.Msg("the help, the keys of this screen")},
		{words.Msg("Tab, arrows"), words.Msg("go to the next button or field")},
		{words.Msg("Enter, Space"), words.Msg("press it")},
		{"Esc", words.Msg("back")},
		{"M", words.Msg("turn the sound off or on")},
		{"F11, Alt+Enter", words.Msg("full screen and back")},
	}
	WindowKeys = KeyList{
		{words.Msg("Ctrl+N"), words.Msg("a new game at this computer, set up like the last one")},
		{words.Msg("Ctrl+Q"), words.Msg("leave the program")},
	}
	PadKeys = KeyList{
		{words.Msg("Stick, cross"), words.Msg("go to the next button or house")},
		{"A", words.Msg("press it, or play the house")},
		{"B", words.Msg("back, or the game's menu")},
		{"X", words.Msg("a hint")},
		{"Y", words.Msg("these buttons")},
		{"LB, RB", words.Msg("go to the previous or the next button or field")},
		{"LT, RT", words.Msg("undo, redo")},
		{"Start, Select", words.Msg("the game's menu, the help")},
	}
)
