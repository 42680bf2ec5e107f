package menus

import (
	"cmp"
	"fmt"
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
)

// Role is the role of a node in the accessibility tree; the names are those of WAI-ARIA.
type Role string

// The roles.
const (
	RoleButton  Role = "button"
	RoleText    Role = "textbox"
	RoleSlider  Role = "slider"
	RoleSpin    Role = "spinbutton"
	RoleSwitch  Role = "switch"
	RoleChoice  Role = "combobox"
	RoleList    Role = "listbox"
	RoleHeading Role = "heading"
	RolePara    Role = "paragraph"
	RoleGroup   Role = "group"
	RolePicture Role = "img"
	RoleRegion  Role = "region"
)

// Node is an element of the accessibility tree: a text or a control, with everything for a screen
// reader.
type Node struct {
	// ID is unique in the tree. For a control it is its name for [App.Use]; for a text it begins
	// with "#".
	ID   string
	Role Role
	// Name is the label or the text, and Note an explanation.
	Name string
	Note string
	// Value is the text in a field, or a number in words. Wrong describes the error in the value.
	Value string
	Wrong string
	// Keys are its global shortcuts, as in aria-keyshortcuts.
	Keys string
	// Level is the level of a heading.
	Level int
	// Off means disabled, On that a switch is on or a button marked, and Focus that it has the
	// focus. Within means that the keys of the node before lead to it, not Tab.
	Off    bool
	On     bool
	Focus  bool
	Within bool
	// Options are the available choices, and First is the index of the first one among Rows. At is
	// the index of the chosen one, or a number from Low to High.
	Options []string
	First   int
	Rows    int
	At      int
	Low     int
	High    int
	// Caret and Limit are in characters; a Limit of 0 means none.
	Caret int
	Limit int
	// X, Y, W and H are its rectangle in physical pixels, with X and Y at its top left corner. Out
	// says that it is scrolled out of view.
	X   int
	Y   int
	W   int
	H   int
	Out bool
}

// Title returns the title of the screen, or "" if it has none.
func (p *Picture) Title() string {
	for _, t := range p.Texts {
		if t.Level == 1 {
			return t.Text
		}
	}
	return ""
}

// Nodes returns the picture in reading order. Controls are in the order of Tab.
func (p *Picture) Nodes() []Node {
	var list []Node
	texts := p.Texts
	take := func(at int) {
		for len(texts) > 0 && texts[0].At <= at {
			list = append(list, textNode(len(p.Texts)-len(texts), texts[0]))
			texts = texts[1:]
		}
	}
	for i, c := range p.Controls {
		take(i)
		list = append(list, controlNode(i, c))
	}
	take(len(p.Controls))
	return list
}

// textNode returns the node of the i-th text.
func textNode(i int, t Text) Node {
	n := Node{ID: fmt.Sprintf("#text-%d", i), Role: RolePara, Name: t.Text, Level: t.Level}
	if t.Level > 0 {
		n.Role = RoleHeading
	}
	n.place(t.X, t.Y, t.Width, t.Height)
	return n
}

// controlNode returns the node of the i-th control.
func controlNode(i int, c Control) Node {
	n := Node{
		ID: cmp.Or(c.ID, fmt.Sprintf("#control-%d", i)), Name: c.Label, Note: c.Note, Wrong: c.Wrong,
		Keys: ariaKeys.Replace(c.Key), Off: !c.Enabled, Focus: c.Focused, Out: c.Hidden,
		Options: c.Options, First: c.First, Rows: c.Rows, At: c.Selected, Low: c.Low, High: c.High,
	}
	n.place(c.X, c.Y, c.Width, c.Height)
	switch c.Kind {
	case kit.KindButton, kit.KindCard:
		n.Role, n.Note, n.On, n.At = RoleButton, joined(c.Value, c.Note), c.Selected == 1, 0
	case kit.KindHouse:
		n.Role, n.Name, n.Note, n.Within = RoleButton, joined(c.Label, c.Note), "", true
	case kit.KindField:
		n.Role, n.Value, n.Caret, n.Limit = RoleText, c.Value, c.Caret, c.Limit
		n.Note = joined(c.Note, c.Example)
	case kit.KindSwitch:
		n.Role, n.On, n.At = RoleSwitch, c.Selected == 1, 0
	case kit.KindSlider:
		n.Role, n.Value = RoleSlider, c.Value
	case kit.KindNumber:
		n.Role, n.Value = RoleSpin, c.Value
	case kit.KindChoice:
		n.Role, n.Name = RoleChoice, cmp.Or(named(c), words.T("choice"))
	case kit.KindList:
		n.Role, n.Name = RoleList, words.T("list")
	case kit.KindTable:
		n.Role, n.Name = RoleList, words.T("table")
	case kit.KindText:
		n.Role, n.Name = RoleRegion, words.T("text to scroll")
	case kit.KindHeading:
		n.Role, n.Level, n.Off = RoleHeading, 2, false
	case kit.KindBoard:
		n.Role = RoleGroup
	default:
		n.Role, n.Off = RolePicture, false
	}
	return n
}

// named returns the label of a choice, or "" if that is just its kind.
func named(c Control) string {
	if c.Label == string(c.Kind) {
		return ""
	}
	return c.Label
}

// joined joins the non-empty parts.
func joined(parts ...string) string {
	var list []string
	for _, part := range parts {
		if part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, ", ")
}

// ariaKeys converts shortcuts to the form of aria-keyshortcuts.
var ariaKeys = strings.NewReplacer("Ctrl", "Control")

// place sets the node's rectangle from its centre and its size.
func (n *Node) place(x, y, w, h int) { n.X, n.Y, n.W, n.H = x-w/2, y-h/2, w, h }
