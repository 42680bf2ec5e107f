package webtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// node is a node of the browser's accessibility tree, as screen readers get it.
type node struct {
	role, name, description, value string

	disabled, focused bool
	live              string // "polite" or "assertive" if its changes are announced
	element           cdp.BackendNodeID
}

func (n node) String() string {
	s := fmt.Sprintf("%s %q", n.role, n.name)
	if n.value != "" {
		s += fmt.Sprintf(" = %q", n.value)
	}
	for _, is := range []struct {
		so   bool
		word string
	}{{n.disabled, "disabled"}, {n.focused, "focused"}, {n.live != "", n.live}} {
		if is.so {
			s += " " + is.word
		}
	}
	return s
}

// axValue is a value in the tree as the browser sends it.
type axValue struct {
	Value any `json:"value"`
}

func (v axValue) String() string {
	if v.Value == nil {
		return ""
	}
	return fmt.Sprint(v.Value)
}

// axNode is a node of the tree as the browser sends it.
type axNode struct {
	ID          string   `json:"nodeId"`
	Ignored     bool     `json:"ignored"`
	Role        axValue  `json:"role"`
	Name        axValue  `json:"name"`
	Description axValue  `json:"description"`
	Value       axValue  `json:"value"`
	Children    []string `json:"childIds"`
	Properties  []struct {
		Name  string  `json:"name"`
		Value axValue `json:"value"`
	} `json:"properties"`
	Element cdp.BackendNodeID `json:"backendDOMNodeId"`
}

// node returns the node in the form for screen readers.
func (n axNode) node() node {
	told := node{
		role: n.Role.String(), name: n.Name.String(), description: n.Description.String(), value: n.Value.String(), element: n.Element,
	}
	for _, p := range n.Properties {
		switch p.Name {
		case "disabled":
			told.disabled = p.Value.Value == true
		case "focused":
			told.focused = p.Value.Value == true
		case "live":
			told.live = strings.TrimSuffix(p.Value.String(), "off")
		}
	}
	return told
}

// tree returns the accessibility tree of the page in the order of reading.
func (b *tab) tree() []node {
	var answer struct {
		Nodes []axNode `json:"nodes"`
	}
	err := b.try(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &answer)
	}))
	if err != nil || len(answer.Nodes) == 0 {
		return nil // the page is changing
	}
	byID := map[string]axNode{}
	for _, n := range answer.Nodes {
		byID[n.ID] = n
	}
	var list []node
	var walk func(id string)
	walk = func(id string) {
		n, ok := byID[id]
		if !ok {
			return
		}
		if !n.Ignored && n.Role.String() != "InlineTextBox" {
			list = append(list, n.node())
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(answer.Nodes[0].ID)
	return list
}

// outline returns the tree as text.
func (b *tab) outline() string {
	var s strings.Builder
	for _, n := range b.tree() {
		fmt.Fprintf(&s, "\n\t%v", n)
	}
	return s.String()
}

// is reports whether a node has a role and a name. A comma and more text, such as a house's number
// of seeds, may follow the name.
func (n node) is(role, name string) bool {
	return n.role == role && (n.name == name || strings.HasPrefix(n.name, name+", "))
}

// find returns a control of the page by its role and its name.
func (b *tab) find(role, name string) (node, bool) {
	list := b.tree()
	i := slices.IndexFunc(list, func(n node) bool { return n.is(role, name) })
	if i < 0 {
		return node{}, false
	}
	return list[i], true
}

// shows reports whether a text is anywhere in the page for a screen reader.
func (b *tab) shows(text string) bool {
	return slices.ContainsFunc(b.tree(), func(n node) bool { return strings.Contains(n.name, text) || strings.Contains(n.value, text) })
}

// sees waits for a text; see shows.
func (b *tab) sees(text string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("%q in the page", text), func() bool { return b.shows(text) })
}

// usable waits for a control that can be used. All other controls that can be used must have a
// name.
func (b *tab) usable(role, name string) node {
	b.t.Helper()
	var found node
	b.wait(fmt.Sprintf("a %s %q", role, name), func() bool {
		n, ok := b.find(role, name)
		found = n
		return ok && !n.disabled
	})
	for _, n := range b.tree() {
		if slices.Contains(controls, n.role) && strings.TrimSpace(n.name) == "" {
			b.t.Errorf("beside %v, a %s has no name", found, n.role)
		}
	}
	return found
}

// controls are the roles of nodes that can be used.
var controls = []string{
	"button", "checkbox", "combobox", "link", "listbox", "menuitem", "radio", "slider", "spinbutton", "switch", "tab", "textbox",
}

// point is a position in the window, in the browser's pixels.
type point struct{ x, y float64 }

// place returns the middle of a control, or false if the page has just replaced it.
func (b *tab) place(n node) (at point, ok bool) {
	err := b.try(chromedp.ActionFunc(func(ctx context.Context) error {
		box, err := dom.GetBoxModel().WithBackendNodeID(n.element).Do(ctx)
		if err != nil {
			return err
		}
		for i := 0; i < len(box.Border); i += 2 {
			at.x += box.Border[i] / 4
			at.y += box.Border[i+1] / 4
		}
		return nil
	}))
	return at, err == nil
}

// press clicks, or taps on a phone, the middle of a control once that is enabled and still.
func (b *tab) press(role, name string) {
	b.t.Helper()
	b.pressAt(b.rests(role, name))
}

// rests waits until a control is enabled and still, and returns its middle.
func (b *tab) rests(role, name string) point {
	b.t.Helper()
	var at, before point
	b.wait(fmt.Sprintf("the %s %q to rest", role, name), func() bool {
		now, ok := b.place(b.usable(role, name))
		at, before = now, at
		b.frames()
		return ok && at == before
	})
	return at
}

// frames waits until the page has drawn a few frames.
func (b *tab) frames() {
	b.t.Helper()
	b.run("waiting for pictures", chromedp.Evaluate(`new Promise((done) => {
		let left = 3;
		const next = () => (left-- > 0 ? requestAnimationFrame(next) : done(true));
		next();
	})`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
}

// pressAt clicks a position in the window, or taps it on a phone.
func (b *tab) pressAt(at point) {
	b.t.Helper()
	if b.size.touch {
		b.run("tapping", input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.x, Y: at.y}}),
			input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
		return
	}
	b.run("clicking", input.DispatchMouseEvent(input.MouseMoved, at.x, at.y), chromedp.MouseClickXY(at.x, at.y))
}

// keys presses keys, one after the other; see chromedp/kb.
func (b *tab) keys(keys string) {
	b.t.Helper()
	b.run("typing", chromedp.KeyEvent(keys))
}

// focused returns the control with the keyboard focus.
func (b *tab) focused() node {
	for _, n := range b.tree() {
		if n.focused && n.role != "RootWebArea" {
			return n
		}
	}
	return node{}
}
