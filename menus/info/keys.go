package info

import (
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// Keys lists the keys of a screen over that screen.
type Keys struct {
	page.Page
	lines []page.KeyLine
	shown []page.KeyLine // the lines, or those of a gamepad
}

// NewKeys returns a list of keys.
func NewKeys(shell page.Shell, lines []page.KeyLine) *Keys {
	lines = once(lines)
	k := &Keys{Page: page.New(shell, "keys"), lines: lines, shown: lines}
	list := kit.WithID("keys.list", &kit.ScrollArea{})
	back := page.NewRetreat("keys.close", words.T("Close"), shell.Back)
	k.Compose(shell.Back, func(g page.Grid) page.Sheet {
		list.Content = k.list(g)
		return page.Sheet{Title: words.T("Keys"), Card: keysWidth, Content: kit.Put(list), Actions: []*kit.Button{back}}
	})
	k.Controls.Rest(back)
	return k
}

// Update handles input. The key that opened the list closes it. For a gamepad the list shows
// buttons instead.
func (k *Keys) Update(in *kit.Input) bool {
	if in.TakeShortcut("?") {
		k.Shell.Back()
		return true
	}
	shown := k.lines
	if in.Source == kit.Pad {
		shown = page.Lines(page.PadKeys)
	}
	changed := len(shown) != len(k.shown)
	if k.shown = shown; changed {
		k.Recompose()
	}
	return k.Page.Update(in) || changed
}

// Dimensions of the card, in units.
const (
	keysWidth = 1120
	keysGap   = 8 // between two lines
)

// once returns the lines, without the ones whose keys are all in earlier lines.
func once(lines []page.KeyLine) []page.KeyLine {
	var list []page.KeyLine
	listed := map[string]bool{}
	for _, line := range lines {
		news := false
		for _, key := range strings.Split(line.Keys, ", ") {
			news = news || !listed[key]
			listed[key] = true
		}
		if news {
			list = append(list, line)
		}
	}
	return list
}

// list returns the keys, in two columns if the window is wide.
func (k *Keys) list(g page.Grid) kit.Part {
	if g.Columns < 12 {
		caps := 2.0
		if g.Narrow {
			caps = 3
		}
		return rowList(rowsOf(k.shown), caps)
	}
	rows := rowsOf(k.shown)
	half := (len(rows) + 1) / 2
	return kit.Split(1, rowList(rows[:half], 2), 1, rowList(rows[half:], 2))
}

// row is a row of a list in two columns: a name and its description.
type row struct{ what, about string }

// rowsOf returns the rows of a list of keys.
func rowsOf(lines []page.KeyLine) []row {
	rows := make([]row, len(lines))
	for i, l := range lines {
		rows[i] = row{l.Keys, l.Does}
	}
	return rows
}

// rowList returns rows below each other: key caps at the left, with a share of the width, and
// descriptions at the right.
func rowList(rows []row, caps float64) kit.Part {
	list := &kit.Stack{Gap: keysGap}
	for _, r := range rows {
		list.Parts = append(list.Parts, &kit.Beside{Gap: kit.Gap, Shares: []float64{caps, 3}, Parts: []kit.Part{
			&kit.Caps{Keys: strings.Split(r.what, ", ")}, &kit.Stack{Parts: []kit.Part{kit.Blank(2), kit.Say(r.about, render.Note)}},
		}})
	}
	return list
}
