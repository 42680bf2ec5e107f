package kit

import (
	"reflect"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

func TestFindByName(t *testing.T) {
	field := WithID("name", NewTextField("Your name", "Ada", nil))
	save := WithID("save", NewButton("Save", nil))
	f := NewForm(field, save, NewButton("Nameless", nil))
	if f.Find("name") != field || f.Find("save") != save {
		t.Error("a widget is not found by its name")
	}
	save.Label = "Speichern"
	if f.Find("save") != save {
		t.Error("a name changed with the label")
	}
	if f.Find("") != nil || f.Find("Save") != nil {
		t.Error("found what has no such name")
	}
}

func TestInfoTellsWhatStandsOnTheForm(t *testing.T) {
	choice := WithID("rules", NewChoice("Rules", []string{"Kalah", "Oware"}, 1, nil))
	list := &List{Rows: 2, Words: func(i int) string { return [...]string{"first", "second"}[i] }}
	off := &Button{Label: "Undo", Shortcut: "U", Disabled: true}
	table := tableOf(3)
	f := NewForm(choice, WithID("seeds", NewStepper("Seeds", 4, 1, 10, nil)), list, table, &ScrollArea{}, off, &Spinner{Label: "Wait"})
	choice.SetBounds(render.Rect{X: 1, Y: 2, W: 3, H: 4})
	f.Update(keyPress(ebiten.KeyTab))
	want := []Info{
		{ID: "rules", Kind: KindChoice, Label: "Rules", Value: "Oware", Enabled: true, Bounds: choice.Bounds(), Options: choice.Options, Rows: 2, Selected: 1},
		{ID: "seeds", Kind: KindNumber, Label: "Seeds", Value: "4", Enabled: true, Focused: true, Selected: 4, Low: 1, High: 10},
		{Kind: KindList, Value: "first", Enabled: true, Options: []string{"first", "second"}, Rows: 2},
		{Kind: KindTable, Value: "row, 0", Enabled: true, Options: []string{"row, 0", "row, 1", "row, 2"}, Rows: 3},
		{Kind: KindText},
		{Kind: KindButton, Label: "Undo", Shortcut: "U"},
		{Kind: KindSpinner, Label: "Wait"},
	}
	names := []string{"Rules", "Seeds", "first", "table", "text", "Undo", ""}
	for i, w := range f.Widgets() {
		got := f.Info(w)
		if !reflect.DeepEqual(got, want[i]) || got.Name() != names[i] {
			t.Errorf("widget %d is %+v, called %q; want %+v, %q", i, got, got.Name(), want[i], names[i])
		}
	}
}
