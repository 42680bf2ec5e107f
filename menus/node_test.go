package menus

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/tools/need"
)

// The nodes of every screen have names and unique IDs. The usable ones are in the order of Tab, and
// one has the focus.
func TestNodesOfEveryScreen(t *testing.T) {
	for _, language := range need.Short([]string{words.Long}, []string{words.English, words.Long}) {
		menustest.Speak(t, language)
		for _, s := range stops() {
			v := s.visit(t, 640, 400)
			p := v.look()
			nodes := p.Nodes()
			seen, focus := map[string]bool{}, 0
			var stopsOfTab []string
			for _, n := range nodes {
				if n.Role == "" || strings.TrimSpace(n.Name) == "" || seen[n.ID] {
					t.Errorf("%s: %+v", s.name, n)
				}
				seen[n.ID] = true
				if n.Focus {
					focus++
				}
				if n.Role != RoleHeading && n.Role != RolePara && n.Role != RolePicture && !n.Off && !n.Within {
					stopsOfTab = append(stopsOfTab, n.ID)
				}
				if language == words.Long && n.Role != RolePara && n.Role != RoleHeading &&
					len(unmarked([]string{n.Name})) > 0 && !excused(plainWords, "", s.name, n.Name) {
					t.Errorf("%s: %q is not translated", s.name, n.Name)
				}
			}
			if focus != 1 {
				t.Errorf("%s: %d nodes have the focus", s.name, focus)
			}
			var tabs []string
			for _, w := range v.stack.Form().Widgets() {
				if info := v.stack.Form().Info(w); info.Enabled && info.Name() != "" {
					tabs = append(tabs, info.ID)
				} else if info.Enabled && info.Kind == kit.KindOther { // a board
					tabs = append(tabs, info.ID)
				}
			}
			if !slices.Equal(tabs, stopsOfTab) {
				t.Errorf("%s: the stops of Tab are %q, those of the nodes %q", s.name, tabs, stopsOfTab)
			}
		}
	}
}

// A node has all properties of its kind of control.
func TestNodesOfControls(t *testing.T) {
	p := Picture{
		Texts: []Text{{Text: "Title", Level: 1}, {Text: "The end", At: 2}},
		Controls: []Control{
			{ID: "menu", Label: "Menu", Kind: kit.KindButton, Value: "a caption", Note: "a tip", Key: "Ctrl+Z", Enabled: true, X: 50, Y: 20, Width: 40, Height: 10},
			{ID: "house-3", Label: "house 3", Kind: kit.KindHouse, Note: "4 seeds, to house 5"},
			{ID: "name", Label: "Name", Kind: kit.KindField, Value: "Ann", Caret: 2, Limit: 9, Wrong: "Too short.", Enabled: true, Focused: true},
		},
	}
	got := p.Nodes()
	want := []Node{
		{ID: "#text-0", Role: RoleHeading, Name: "Title", Level: 1},
		{ID: "menu", Role: RoleButton, Name: "Menu", Note: "a caption, a tip", Keys: "Control+Z", X: 30, Y: 15, W: 40, H: 10},
		{ID: "house-3", Role: RoleButton, Name: "house 3, 4 seeds, to house 5", Off: true, Within: true},
		{ID: "#text-1", Role: RolePara, Name: "The end"},
		{ID: "name", Role: RoleText, Name: "Name", Value: "Ann", Caret: 2, Limit: 9, Wrong: "Too short.", Focus: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the nodes are\n%+v, want\n%+v", got, want)
	}
}
